import { resolve } from 'node:path';
import type { Command } from 'commander';
import { countByKind } from '../explore/generate/features.js';
import { type Generated, generateCases } from '../explore/generate/generate.js';
import { createMessages } from '../explore/lock-step/messages.js';
import { EXPLORED_CASES_DIRECTORY } from '../generate/generated-cases.js';
import { loadKitSpec } from '../kit.js';
import { decidedOtherwise } from '../spec/differing.js';
import { EXIT, UsageError } from './exit-codes.js';
import { keptIn, schemaPathFrom, type Written, writeGenerated } from './generated-files.js';
import { positiveInteger } from './options.js';
import { print } from './output.js';
import { startProgress } from './progress.js';

const DEFAULTS = { seed: 1, runs: 400, steps: 40, limit: 300 } as const;

interface GenerateOptions {
  readonly seed: number;
  readonly runs: number;
  readonly steps: number;
  readonly limit: number;
  readonly out?: string;
}

export function addGenerate(verb: Command, finish: (code: number) => void): void {
  verb
    .option('--seed <n>', 'the same seed makes the same files', positiveInteger, DEFAULTS.seed)
    .option('--runs <n>', 'runs to look at', positiveInteger, DEFAULTS.runs)
    .option('--steps <n>', 'moves of a run at most', positiveInteger, DEFAULTS.steps)
    .option('--limit <n>', 'cases at most', positiveInteger, DEFAULTS.limit)
    .option('--out <directory>', `where to write them (default: ${EXPLORED_CASES_DIRECTORY})`)
    .addHelpText(
      'after',
      `
Every run is a sequence of requests, of time that passes and of faults of the log. One that reaches
a rule, a cell of the table of states and requests, or a path through the rules that no case reaches
yet is cut there, made as small as possible and written down. What such a case expects is what the
reference answers: it says 'origin: { seed: … }', and 'npm run kafka:confirm' asks Apache Kafka.

Files of an earlier generate in the directory that are not made any more are removed.

Examples:
  groupspec generate --seed 7
  groupspec generate --seed 7 --runs 50 --out ./found && groupspec run --cases ./found

Exit code: 0 written, 2 fault, 3 usage.`,
    )
    .action(async (options: GenerateOptions) => finish(await generate(options)));
}

async function generate(options: GenerateOptions): Promise<number> {
  const { spec, defaults, known, comparison } = loadKitSpec();
  const directory = resolve(options.out ?? keptIn(EXPLORED_CASES_DIRECTORY));
  const progress = startProgress('generate: run ');
  try {
    const generated = await generateCases({
      defaults,
      messages: createMessages(comparison),
      known,
      seed: options.seed,
      command: commandOf(options),
      runs: options.runs,
      steps: options.steps,
      most: options.limit,
      otherwise: decidedOtherwise(spec),
      showsInLog: (rule) => spec.rules.byId.get(rule)?.observability.includes('wire') === false,
      schemaPath: schemaPathFrom(directory),
      onRun: (done, total) => progress.say(`${done}/${total}`),
    });
    if (generated.files.size === 0) {
      throw new UsageError(nothingMade(generated));
    }
    const written = writeGenerated(directory, generated.files);
    progress.stop();
    await print(summary(generated, written, options.out ?? EXPLORED_CASES_DIRECTORY));
    return EXIT.ok;
  } finally {
    progress.stop();
  }
}

/** All but `--out`, which the files do not depend on; what is not said has its default. */
function commandOf(options: GenerateOptions): string {
  const said = (['runs', 'steps', 'limit'] as const).filter(
    (name) => options[name] !== DEFAULTS[name],
  );
  return [
    `groupspec generate --seed ${options.seed}`,
    ...said.map((name) => `--${name} ${options[name]}`),
  ].join(' ');
}

function nothingMade({ refused }: Generated): string {
  const [reason] = [...refused.keys()];
  return reason === undefined
    ? 'the runs are too short to reach anything: more --runs or --steps'
    : `nothing that the runs reach could be written as a case, for instance: ${reason}`;
}

function summary({ files, features, refused }: Generated, written: Written, where: string): string {
  const { rules, pairs, inputs, paths } = countByKind(features);
  const notWritable = [...refused.values()].reduce((sum, count) => sum + count, 0);
  return [
    `${count(files.size, 'case')} in ${where}: ${written.changed} written, ${written.same} as before, ${written.removed} removed`,
    `they reach ${count(rules, 'rule')}, ${pairs} answers in cells of the table of states and requests, ${count(inputs, 'unusual input')}, ${count(paths, 'path')} through the rules`,
    ...(notWritable === 0
      ? []
      : [`${count(notWritable, 'sequence')} could not be written as cases:`]),
    ...[...refused]
      .sort(([, one], [, other]) => other - one)
      .slice(0, 5)
      .map(([reason, times]) => `  ${times} × ${reason}`),
    '',
  ].join('\n');
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
