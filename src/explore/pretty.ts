import pc from 'picocolors';
import { shellWord } from '../report/replay.js';
import { formatShard } from '../suite/plan/shard.js';
import { BLOCK, blocksOf } from './blocks.js';
import { type ExplorationReport, exitCodeOfExploration, type ReportedFailure } from './report.js';

type Colors = ReturnType<typeof pc.createColors>;

export interface PrettyOptions {
  readonly color: boolean;
  /** Words of the command line that a replay needs beside the token. */
  readonly replayWith: readonly string[];
  /** Wall time of the runs in ms; absent where nobody has measured it. */
  readonly took?: number;
  /** Also every rule and cell that was reached, and how often. */
  readonly verbose: boolean;
}

/** For a person: every failure as a story, what was reached, and the sum. */
export function prettyExploration(report: ExplorationReport, options: PrettyOptions): string {
  const colors = pc.createColors(options.color);
  const idle = idleLine(report, colors);
  if (idle !== null) return `${idle}\n`;
  const lines = [
    ...report.failures.flatMap((failure) => [...prettyFailure(failure, options, colors), '']),
    ...(options.verbose ? [...reachedLines(report, colors), ''] : []),
    ...coverageLines(report, colors),
    ...countLines('ended by implementation-defined behaviour', report.quirks),
    ...countLines('ended by known faults of Apache Kafka', report.knownFaults),
    ...countLines('inconclusive', report.inconclusive),
    '',
    sumLine(report, options.took, colors),
  ];
  return `${lines.join('\n')}\n`;
}

export function prettyFailure(
  failure: ReportedFailure,
  { replayWith }: Pick<PrettyOptions, 'replayWith'>,
  colors: Colors,
): string[] {
  return [
    `${colors.red('DIVERGES')} ${colors.bold(failure.summary)} ${colors.dim(`[${failure.rules.join(' ')}]`)}`,
    ...failure.differences.flatMap(({ path, expected, actual }) => [
      `    ${path}`,
      `      ${colors.green(`expected  ${expected}`)}`,
      `      ${colors.red(`got       ${actual}`)}`,
    ]),
    `  ${counted(failure.steps.length)}, made of ${failure.foundAfter}:`,
    ...failure.steps.flatMap(({ text, at, answers }, index) => [
      `    ${String(index + 1).padStart(2)}. ${colors.dim(`${at} ms`.padStart(9))}  ${text}`,
      ...answers.map((answer) => colors.dim(`${' '.repeat(19)}${answer}`)),
    ]),
    `  again:  groupspec explore ${[...replayWith, '--replay', failure.token].map(shellWord).join(' ')}`,
  ];
}

function coverageLines({ coverage }: ExplorationReport, colors: Colors): string[] {
  const { rules, rulesMissed, pairs, pairsMissed, paths } = coverage;
  return [
    reachLine('rules', Object.keys(rules).length, rulesMissed, colors),
    reachLine('states × requests', Object.keys(pairs).length, pairsMissed, colors),
    `${'paths'.padEnd(20)}${String(paths).padStart(6)} different chains of rules in one step`,
  ];
}

function reachLine(
  what: string,
  reached: number,
  missed: readonly string[],
  colors: Colors,
): string {
  const counts = `${what.padEnd(20)}${String(reached).padStart(6)} reached`;
  if (missed.length === 0) return `${counts}, ${colors.green('none missed')}`;
  return `${counts}, ${colors.yellow(`${missed.length} missed`)}: ${missed.join(', ')}`;
}

function reachedLines({ coverage }: ExplorationReport, colors: Colors): string[] {
  const table = (counts: Readonly<Record<string, number>>, width: number) =>
    Object.entries(counts).map(
      ([name, times]) => `  ${name.padEnd(width)}${colors.dim(String(times).padStart(10))}`,
    );
  return [...table(coverage.rules, 14), '', ...table(coverage.pairs, 50)];
}

function countLines(what: string, counts: Readonly<Record<string, number>>): string[] {
  const entries = Object.entries(counts);
  if (entries.length === 0) return [];
  return [
    `runs ${what}:`,
    ...entries.map(([name, times]) => `  ${String(times).padStart(6)}  ${name}`),
  ];
}

/** Null for a shard that has something to do, or a whole exploration. */
function idleLine({ asked, shard }: ExplorationReport, colors: Colors): string | null {
  if (shard === null || blocksOf(asked.runs, shard).length > 0) return null;
  const each = `shards share blocks of ${BLOCK} runs, and there are ${asked.runs} runs`;
  return `${colors.green('✔')} no run falls to shard ${formatShard(shard)}: ${each}`;
}

function sumLine(report: ExplorationReport, took: number | undefined, colors: Colors): string {
  const { implementation, runs, steps, failures, shard } = report;
  const rate = took === undefined ? '' : `, ${stepsASecond(steps, took)} steps a second`;
  const part = shard === null ? '' : `, shard ${formatShard(shard)}`;
  const amount = `${steps} steps in ${runs} runs${rate}, seed ${report.seed}${part}`;
  if (report.fault !== null && failures.length === 0) {
    return `${colors.magenta('!')} ${report.fault}: ${amount}`;
  }
  const stopped = report.interrupted ? ' (stopped before the end)' : '';
  if (failures.length > 0 && exitCodeOfExploration(report) !== 1) {
    return `${colors.magenta('!')} the reference itself is at fault, please report it: ${amount}${stopped}`;
  }
  if (failures.length > 0) {
    return `${colors.red('✘')} ${implementation.name} diverges from the reference: ${amount}${stopped}`;
  }
  return `${report.interrupted ? colors.yellow('!') : colors.green('✔')} no divergence of ${implementation.name}: ${amount}${stopped}`;
}

function stepsASecond(steps: number, took: number): number {
  return took > 0 ? Math.round((steps / took) * 1000) : 0;
}

function counted(steps: number): string {
  return steps === 1 ? '1 step' : `${steps} steps`;
}
