import pc from 'picocolors';
import type { Outcome } from './generated-mutant.js';
import type { Judged } from './run-mutation.js';
import { type Score, scoreOf, scoresByFile, unexplained } from './score.js';
import type { Listed, UnseenFile } from './survivors.js';

export interface MutationReport {
  readonly judged: readonly Judged[];
  readonly listed: Listed;
  /** Without mutants in this run. */
  readonly leftAside: readonly Pick<UnseenFile, 'file' | 'reason'>[];
  /** In percent: what the score has to be. */
  readonly least: number;
  /** Wall time in ms. */
  readonly took: number;
}

type Colors = ReturnType<typeof pc.createColors>;

/**
 * For a person: the score of each file and of all, listed survivors by reason, and in full those
 * that are not listed. With `verbose` also what detected the others.
 */
export function prettyMutation(
  { judged, listed, leftAside, least, took }: MutationReport,
  options: { readonly color: boolean; readonly verbose: boolean },
): string {
  const colors = pc.createColors(options.color);
  const open = unexplained(judged, listed);
  const lines = [
    ...scoreTable(judged, listed),
    '',
    ...(options.verbose ? [...judged.flatMap(detectedLines), ''] : []),
    ...reasonLines(judged, listed),
    ...leftAside.flatMap(({ file, reason }) => [`left aside: ${file}`, `  ${reason}`, '']),
    ...open.flatMap((one) => [...survivorLines(one, colors), '']),
    sumLine(scoreOf(judged, listed), { least, open: open.length, took }, colors),
  ];
  return `${lines.join('\n')}\n`;
}

function scoreTable(judged: readonly Judged[], listed: Listed): string[] {
  const rows = [
    ...scoresByFile(judged, listed).map(({ file, score }) => rowOf(file, score)),
    rowOf('all', scoreOf(judged, listed)),
  ];
  const head = ['file', 'mutants', 'failed', 'crashed', 'hung', 'survived', 'unreached', 'score'];
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}

function rowOf(name: string, score: Score): string[] {
  const { mutants, failed, crashed, hung, survived, unreached } = score;
  const counts = [mutants, failed, crashed, hung, survived, unreached].map(String);
  return [name, ...counts, percent(score.score)];
}

/** How many of the listed there are for each reason. */
function reasonLines(judged: readonly Judged[], listed: Listed): string[] {
  const counts = new Map<string, number>();
  for (const { mutant } of judged) {
    const reason = listed.get(mutant.id)?.reason;
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const lines = [...counts].map(([reason, count]) => `${String(count).padStart(5)}  ${reason}`);
  return ['listed survivors:', ...lines, ''];
}

function survivorLines({ mutant, cases, outcome }: Judged, colors: Colors): string[] {
  const { file, line, column, mutator, original, replacement } = mutant;
  const reached =
    outcome.kind === 'unreached' ? 'no case comes by it' : `${cases} cases come by it`;
  const marked = (mark: string, text: string) =>
    text.split('\n').map((part) => `    ${mark} ${part}`);
  return [
    `${colors.red('survived')} ${colors.bold(`reference/${file}:${line}:${column}`)} ${mutator}, ${reached}`,
    ...marked('-', original).map(colors.red),
    ...marked('+', replacement).map(colors.green),
  ];
}

function detectedLines({ mutant, outcome }: Judged): string[] {
  const how = sentenceOf(outcome);
  if (how === null) return [];
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 60);
  const change = `${short(mutant.original)} → ${short(mutant.replacement)}`;
  return [`${mutant.file}:${mutant.line}:${mutant.column} ${change}`, `  ${how}`];
}

/** Null for a survivor. */
function sentenceOf(outcome: Outcome): string | null {
  switch (outcome.kind) {
    case 'failed':
      return `detected by ${outcome.result}, ${outcome.step}: ${outcome.summary}`;
    case 'crashed':
      return `detected by an exception in ${outcome.result}: ${outcome.reason}`;
    case 'hung':
      return `detected by a hang in ${outcome.case}: ${outcome.reason}`;
    case 'survived':
    case 'unreached':
      return null;
  }
}

function sumLine(
  score: Score,
  { least, open, took }: { readonly least: number; readonly open: number; readonly took: number },
  colors: Colors,
): string {
  const good = open === 0 && score.score >= least;
  const detected = score.failed + score.crashed + score.hung;
  const tooLow = score.score < least ? `, less than ${least} %` : '';
  return [
    `${good ? colors.green('✔') : colors.red('✘')} score ${percent(score.score)}${tooLow}: `,
    `${detected} of ${score.mutants} mutants detected; `,
    `${percent(score.scoreWithoutListed)} without the ${score.listed} listed survivors; `,
    `${open} survived unlisted; ${(took / 1000).toFixed(1)} s`,
  ].join('');
}

/** Rounded down: 90.0 % are never less. */
function percent(value: number): string {
  return `${(Math.floor(value * 10) / 10).toFixed(1)} %`;
}

/** For machines. */
export function mutationJson(
  { judged, listed, leftAside, took }: MutationReport,
  kitVersion: string,
): string {
  const report = {
    format: 'groupspec-mutation',
    formatVersion: 1,
    kitVersion,
    summary: { ...scoreOf(judged, listed), durationMs: Math.round(took) },
    files: scoresByFile(judged, listed).map(({ file, score }) => ({ file, ...score })),
    leftAside: leftAside.map(({ file, reason }) => ({ file, reason })),
    mutants: judged.map(({ mutant, outcome, cases }) => {
      const { id: _own, start: _start, end: _end, ...told } = mutant;
      return { ...told, cases, outcome, listed: listed.get(mutant.id)?.reason ?? null };
    }),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
