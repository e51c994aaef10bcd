import type { Command } from 'commander';
import { CERTIFY_DEFAULTS, certify } from '../certify.js';
import type { DeviationsFile } from '../deviations/deviation.js';
import { loadDeviations } from '../deviations/load-deviations.js';
import type { ImplementationFile } from '../implementation/implementation-file.js';
import { type Kit, loadKit } from '../kit.js';
import type { Report } from '../report/report.js';
import { casesDigest } from '../suite/cases/case-digest.js';
import { selectCases } from '../suite/cases/select-cases.js';
import type { Shard } from '../suite/plan/shard.js';
import {
  answerTimeoutOption,
  configOption,
  connectTimeoutOption,
  epsilonOption,
  exactOption,
  implementationOption,
  implementationVersionOption,
  noRecordsOption,
} from './implementation-options.js';
import { positiveInteger } from './options.js';
import { startProgress } from './progress.js';
import { replayArguments } from './replay-arguments.js';
import { requireProfile, useImplementation } from './use-implementation.js';
import { addWireOptions, type WireOptions } from './wire-options.js';

export interface RunOptions extends WireOptions {
  readonly adapter: string;
  readonly implementation?: string;
  readonly implementationVersion?: string;
  /** False for `--no-deviations`. */
  readonly deviations?: string | false;
  readonly jobs?: number;
  readonly seed: number;
  readonly config: readonly string[];
  readonly cases?: string;
  readonly profile: string;
  readonly exact?: boolean;
  readonly epsilon: number;
  readonly answerTimeout: number;
  readonly connectTimeout: number;
  readonly records: boolean;
  readonly longestCase: number;
  readonly attempts: number;
  readonly shard?: Shard;
}

/** What {@link judgeImplementation} takes. */
export function addRunOptions(command: Command): Command {
  command
    .option(
      '-a, --adapter <adapter>',
      "reference; tcp:HOST:PORT, a broker that runs; 'spawn:COMMAND', which is run for every case, prints HOST:PORT as its first line and ends when its standard input does; 'start:COMMAND', the same run once for all cases; or 'jsonrpc:COMMAND', an adapter that is a process of its own (docs/adapter-protocol.md)",
      'reference',
    )
    .addOption(implementationOption())
    .addOption(implementationVersionOption())
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
    .addOption(noRecordsOption())
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
    );
  return addWireOptions(command);
}

/**
 * Runs the cases that the patterns select, as the options of {@link addRunOptions} say, until the
 * signal stops them.
 */
export async function judgeImplementation(
  patterns: readonly string[],
  given: RunOptions,
  command: Command,
  signal: AbortSignal,
): Promise<Report> {
  const kit = loadKit(given.cases);
  const selected = new Set(selectCases([...kit.cases, ...kit.versionChecks], patterns));
  const cases = kit.cases.filter((own) => selected.has(own));
  const versionChecks = kit.versionChecks.filter((check) => selected.has(check));
  const { file, options, adapter, overrides, about } = useImplementation(given, command, kit);
  try {
    const deviations = knownDeviations(kit, options, file);
    const profile = requireProfile(options.profile, kit.spec.profiles);
    const progress = startProgress(`${options.adapter}: `);
    try {
      return await certify(kit, adapter, {
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
        ...(options.shard === undefined ? {} : { shard: options.shard }),
        about: {
          ...about,
          casesDigest: casesDigest(kit.cases),
          replay: replayArguments(command),
        },
        ...(deviations === null ? {} : { deviations }),
        signal,
        onProgress: (done, total, result, left) =>
          progress.update(done, total, result?.verdict ?? null, left),
      });
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
