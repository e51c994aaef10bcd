import { type Command, Option } from 'commander';
import { CERTIFY_DEFAULTS, certify } from '../certify.js';
import { loadKit } from '../kit.js';
import { jsonReport } from '../report/json.js';
import { prettyReport } from '../report/pretty.js';
import { exitCodeOf } from '../report/report.js';
import type { ProfileSet } from '../spec/profiles.js';
import { selectCases } from '../suite/select-cases.js';
import { chooseAdapter } from './choose-adapter.js';
import { readOverrides } from './config-overrides.js';
import { EXIT_CODES_OF_A_RUN, UsageError } from './exit-codes.js';
import {
  answerTimeoutOption,
  configOption,
  connectTimeoutOption,
  epsilonOption,
  exactOption,
} from './implementation-options.js';
import { interruptible } from './interruptible.js';
import { positiveInteger, usesColor } from './options.js';
import { print } from './output.js';
import { startProgress } from './progress.js';
import { addWireOptions, type WireOptions } from './wire-options.js';

interface RunOptions extends WireOptions {
  readonly adapter: string;
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
  groupspec certify --adapter tcp:broker:9093 --tls-ca ca.pem --sasl scram-sha-512 --username kit
  groupspec certify --adapter 'spawn:./my-mock --port 0'   a mock of its own for every case
  groupspec certify --adapter 'jsonrpc:python3 my-adapter.py'   an adapter in any language

${EXIT_CODES_OF_A_RUN}`,
    );
  addRunOptions(command).action(async (options: RunOptions) => finish(await run([], options)));
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
  addRunOptions(command).action(async (patterns: string[], options: RunOptions) =>
    finish(await run(patterns, options)),
  );
}

function addRunOptions(command: Command): Command {
  command
    .option(
      '-a, --adapter <adapter>',
      "reference; tcp:HOST:PORT, a broker that runs; 'spawn:COMMAND', which is run for every case, prints HOST:PORT as its first line and ends when its standard input does; or 'jsonrpc:COMMAND', an adapter that is a process of its own (docs/adapter-protocol.md)",
      'reference',
    )
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
  return addWireOptions(command);
}

async function run(patterns: readonly string[], options: RunOptions): Promise<number> {
  const kit = loadKit(options.cases);
  const selected = new Set(selectCases([...kit.cases, ...kit.versionChecks], patterns));
  const cases = kit.cases.filter((own) => selected.has(own));
  const versionChecks = kit.versionChecks.filter((check) => selected.has(check));
  const overrides = readOverrides(options.config, kit.spec.config);
  const adapter = chooseAdapter(options, { ...kit.defaults, ...overrides });
  const profile = requireProfile(options.profile, kit.spec.profiles);
  const progress = startProgress(`${options.adapter}: `);
  const startedAt = performance.now();
  try {
    const report = await interruptible((signal) =>
      certify(kit, adapter, {
        cases,
        versionChecks,
        overrides,
        seed: options.seed,
        profile,
        exact: options.exact === true,
        ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
        epsilon: options.epsilon,
        answerTimeout: options.answerTimeout,
        longestCase: options.longestCase * 1000,
        maxAttempts: options.attempts,
        signal,
        onProgress: (done, total, result) => progress.update(done, total, result.verdict),
      }),
    );
    progress.stop();
    const text =
      options.reporter === 'json'
        ? jsonReport(report)
        : prettyReport(report, usesColor(options), performance.now() - startedAt);
    await print(text);
    return exitCodeOf(report);
  } finally {
    progress.stop();
    await adapter.close();
  }
}

function requireProfile(name: string, { byName }: ProfileSet): string {
  if (byName.has(name)) return name;
  throw new UsageError(`unknown profile '${name}'; known: ${[...byName.keys()].join(', ')}`);
}
