import { type Command, Option } from 'commander';
import { levelsOf } from '../certificate/certificate.js';
import { levelLines } from '../certificate/level-words.js';
import { CERTIFY_DEFAULTS, certify } from '../certify.js';
import type { DeviationsFile } from '../deviations/deviation.js';
import { loadDeviations } from '../deviations/load-deviations.js';
import type { ImplementationFile } from '../implementation/implementation-file.js';
import { type Kit, loadKit } from '../kit.js';
import { jsonReport } from '../report/json.js';
import { prettyReport } from '../report/pretty.js';
import { exitCodeOf, type Report } from '../report/report.js';
import { casesDigest } from '../suite/case-digest.js';
import { selectCases } from '../suite/select-cases.js';
import { EXIT_CODES_OF_A_RUN } from './exit-codes.js';
import {
  answerTimeoutOption,
  configOption,
  connectTimeoutOption,
  deviationsOption,
  epsilonOption,
  exactOption,
  implementationOption,
  implementationVersionOption,
  noDeviationsOption,
} from './implementation-options.js';
import { interruptible } from './interruptible.js';
import { positiveInteger, usesColor } from './options.js';
import { print } from './output.js';
import { startProgress } from './progress.js';
import { requireProfile, useImplementation } from './use-implementation.js';

export interface RunOptions {
  readonly adapter: string;
  readonly implementation?: string;
  readonly implementationVersion?: string;
  /** False for `--no-deviations`. */
  readonly deviations?: string | false;
  readonly reporter: 'pretty' | 'json';
  readonly jobs?: number;
  readonly seed: number;
  readonly config: readonly string[];
  readonly cases?: string;
  readonly profile: string;
  readonly exact?: boolean;
  readonly epsilon: number;
  readonly answerTimeout: number;
  readonly connectTimeout: number;
  readonly longestCase: number;
  readonly attempts: number;
  readonly color?: boolean;
}

export function addCertify(program: Command, finish: (code: number) => void): void {
  const command = program
    .command('certify')
    .description('run every case against an implementation and say whether it conforms')
    .addHelpText(
      'after',
      `
Examples:
  groupspec certify                                   the embedded reference
  groupspec certify --adapter tcp:127.0.0.1:9092      a broker, over the wire
  groupspec certify --adapter tcp:127.0.0.1:9092 --reporter json > report.json
  groupspec certify --adapter 'spawn:./my-mock --port 0'   a mock of its own for every case
  groupspec certify --adapter 'jsonrpc:python3 my-adapter.py'   an adapter in any language
  groupspec certify --implementation implementations/librdkafka.yaml

${EXIT_CODES_OF_A_RUN}`,
    );
  addRunOptions(command).action(async (options: RunOptions, own: Command) =>
    finish(await run([], options, own)),
  );
}

export function addRun(program: Command, finish: (code: number) => void): void {
  const command = program
    .command('run')
    .argument('[pattern...]', 'case ids, directories or globs, e.g. heartbeat, join/*, **/static-*')
    .description('run some cases')
    .addHelpText(
      'after',
      `
Examples:
  groupspec run heartbeat
  groupspec run 'static/*' --adapter tcp:127.0.0.1:9092

A pattern that matches no case is an error (exit code 2), never an empty success.

${EXIT_CODES_OF_A_RUN}`,
    );
  addRunOptions(command).action(async (patterns: string[], options: RunOptions, own: Command) =>
    finish(await run(patterns, options, own)),
  );
}

/** What {@link judgeImplementation} takes. */
export function addRunOptions(command: Command): Command {
  return command
    .option(
      '-a, --adapter <adapter>',
      "reference; tcp:HOST:PORT, a broker that runs; 'spawn:COMMAND', which is run for every case, prints HOST:PORT as its first line and ends when its standard input does; 'start:COMMAND', the same run once for all cases; or 'jsonrpc:COMMAND', an adapter that is a process of its own (docs/adapter-protocol.md)",
      'reference',
    )
    .addOption(implementationOption())
    .addOption(implementationVersionOption())
    .addOption(deviationsOption())
    .addOption(noDeviationsOption())
    .addOption(
      new Option('-r, --reporter <name>', 'how to print the outcome')
        .choices(['pretty', 'json'])
        .default('pretty'),
    )
    .option(
      '-j, --jobs <n>',
      'cases side by side (default: 8 on a virtual clock, 200 on a real one)',
      positiveInteger,
    )
    .option(
      '--seed <n>',
      'seed of whatever the kit makes up',
      positiveInteger,
      CERTIFY_DEFAULTS.seed,
    )
    .addOption(configOption())
    .option(
      '--profile <name>',
      'expectations of a Kafka level (spec/profiles)',
      CERTIFY_DEFAULTS.profile,
    )
    .addOption(exactOption())
    .option('--cases <directory>', 'cases to use in place of the built-in ones')
    .addOption(epsilonOption())
    .addOption(answerTimeoutOption())
    .addOption(connectTimeoutOption())
    .option(
      '--longest-case <seconds>',
      'skip cases that take longer on a real clock',
      positiveInteger,
      CERTIFY_DEFAULTS.longestCase / 1000,
    )
    .option(
      '--attempts <n>',
      'tries of a case that the environment spoils',
      positiveInteger,
      CERTIFY_DEFAULTS.maxAttempts,
    )
    .option('--no-color', 'plain text even on a terminal');
}

async function run(
  patterns: readonly string[],
  given: RunOptions,
  command: Command,
): Promise<number> {
  const startedAt = performance.now();
  const report = await judgeImplementation(patterns, given, command);
  const whole = patterns.length === 0 && given.cases === undefined;
  const text =
    given.reporter === 'json'
      ? jsonReport(report)
      : prettyReport(
          report,
          usesColor(given),
          performance.now() - startedAt,
          whole ? levelLines(levelsOf(report, loadKit())) : [],
        );
  await print(text);
  return exitCodeOf(report);
}

/** Runs the cases that the patterns select, as the options of {@link addRunOptions} say. */
export async function judgeImplementation(
  patterns: readonly string[],
  given: RunOptions,
  command: Command,
): Promise<Report> {
  const kit = loadKit(given.cases);
  const cases = selectCases(kit.cases, patterns);
  const { file, options, adapter, overrides, about } = useImplementation(given, command, kit);
  try {
    const deviations = knownDeviations(kit, options, file);
    const profile = requireProfile(options.profile, kit.spec.profiles);
    const progress = startProgress(`${options.adapter}: `);
    try {
      return await interruptible((signal) =>
        certify(kit, adapter, {
          cases,
          overrides,
          seed: options.seed,
          profile,
          exact: options.exact === true,
          ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
          epsilon: options.epsilon,
          answerTimeout: options.answerTimeout,
          longestCase: options.longestCase * 1000,
          maxAttempts: options.attempts,
          about: { ...about, casesDigest: casesDigest(kit.cases) },
          ...(deviations === null ? {} : { deviations }),
          signal,
          onProgress: (done, total, result) => progress.update(done, total, result.verdict),
        }),
      );
    } finally {
      progress.stop();
    }
  } finally {
    await adapter.close();
  }
}

/** Those that the command line names, or else the implementation file. Throws InvalidDataError. */
function knownDeviations(
  kit: Kit,
  { deviations }: RunOptions,
  file: ImplementationFile | null,
): DeviationsFile | null {
  if (deviations === false) return null;
  const path = deviations ?? file?.deviations ?? null;
  return path === null ? null : loadDeviations(path, kit.known);
}
