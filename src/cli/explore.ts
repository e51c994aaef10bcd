import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { closest } from 'fastest-levenshtein';
import { type ExploreOptions, explore } from '../explore/explore.js';
import { exitCodeOfExploration, reportExploration } from '../explore/report.js';
import { EXPLORATION_REPORTERS } from '../explore/reporters.js';
import { type KitSpec, loadKitSpec } from '../kit.js';
import { loadMutants } from '../mutants/load-mutants.js';
import { mutantCoordinator } from '../mutants/mutant-coordinator.js';
import { type About, reportedImplementation } from '../report/report.js';
import { packageVersion } from '../spec/package-root.js';
import { EXIT, EXIT_CODES_OF_A_RUN, UsageError } from './exit-codes.js';
import { expectedRules } from './expected-rules.js';
import { replayOne, replayWords, token } from './explore-replay.js';
import type { ExploreCommandOptions, Settings, Show } from './explore-settings.js';
import {
  answerTimeoutOption,
  configOption,
  connectTimeoutOption,
  epsilonOption,
  exactOption,
  implementationOption,
  noRecordsOption,
} from './implementation-options.js';
import { interruptible } from './interruptible.js';
import { positiveInteger, usesColor } from './options.js';
import { explorationWords, startProgress } from './progress.js';
import {
  deliver,
  reporterHelp,
  reporterOption,
  reportTargets,
  withTerminal,
} from './reporter-options.js';
import { shardOption } from './shard-option.js';
import { expectShortLives } from './short-lives.js';
import { useImplementation } from './use-implementation.js';
import { addWireOptions } from './wire-options.js';

/** Runs side by side: on a real clock they mostly wait. */
const JOBS = { virtual: 1, real: 64 } as const;

export function addExplore(verb: Command, finish: (code: number) => void): void {
  const command = verb
    .option(
      '-a, --adapter <adapter>',
      "reference, tcp:HOST:PORT, 'spawn:COMMAND' or 'jsonrpc:COMMAND' (see certify --help)",
      'reference',
    )
    .addOption(implementationOption())
    .option('--seed <n>', 'of all that is random: the same seed, the same runs', positiveInteger, 1)
    .option(
      '--seeds <n>',
      'explorations one after the other, each from the next seed and with its own report',
      positiveInteger,
      1,
    )
    .option('-r, --runs <n>', 'sequences, each from a fresh start', positiveInteger, 1_000)
    .addOption(shardOption())
    .option('-s, --steps <n>', 'moves of a sequence', positiveInteger, 50)
    .option('--time-limit <seconds>', 'begin no run later than this', positiveInteger)
    .option('--shrink-limit <seconds>', 'for making a counterexample shorter', positiveInteger)
    .option('--max-failures <n>', 'end after so many counterexamples', positiveInteger, 1)
    .option(
      '-j, --jobs <n>',
      'sequences side by side (1 on a virtual clock, 64 on a real one)',
      positiveInteger,
    )
    .option('--replay <token>', 'play only the sequence that this token stands for', token)
    .addOption(configOption())
    .option(
      '--mutant <name>',
      'put this known mistake into the reference, to see it found (needs esbuild)',
    )
    .option('--kafka-faults', "only count the faults of Apache Kafka's own (docs/apache-kafka.md)")
    .addOption(exactOption())
    .addOption(epsilonOption())
    .addOption(answerTimeoutOption())
    .addOption(connectTimeoutOption())
    .addOption(noRecordsOption())
    .addOption(reporterOption('--reporter'))
    .option('-v, --verbose', 'also what was reached, and how often')
    .option('--no-color', 'plain text even on a terminal')
    .addHelpText(
      'after',
      `
Every sequence is made up as it is played: most requests are what a real client would send next,
some are wrong in one way. After every step all answers, everything still parked and all records
are compared. A counterexample is made as short as possible and printed with a token; the token
replays it on any adapter, and 'groupspec promote TOKEN' makes a case of it.

Examples:
  groupspec explore --runs 10000                          the reference against itself
  groupspec explore --adapter tcp:127.0.0.1:9092 --time-limit 300
  groupspec explore --adapter tcp:127.0.0.1:9092 --replay gs1.…

${reporterHelp(EXPLORATION_REPORTERS)}

${EXIT_CODES_OF_A_RUN}`,
    )
    .action(async (options: ExploreCommandOptions, command: Command) =>
      finish(await run(options, command)),
    );
  addWireOptions(command);
}

async function run(given: ExploreCommandOptions, command: Command): Promise<number> {
  expectShortLives();
  const targets = withTerminal(
    reportTargets(given.reporter, EXPLORATION_REPORTERS),
    EXPLORATION_REPORTERS,
  );
  if (given.seeds > 1 && targets.some(({ file }) => file !== null)) {
    throw new UsageError('--seeds makes several reports, and --reporter names one file for them');
  }
  const show: Show = (shown) =>
    deliver(targets, ({ reporter, file }) => shown(reporter, file === null && usesColor(given)));
  const kit = loadKitSpec();
  const { options, adapter, overrides, about } = useImplementation(given, command, kit);
  try {
    const implementation = await adapter.describe();
    const configuration = { ...kit.defaults, ...implementation.configuration, ...overrides };
    const settings = {
      ...settingsOf(kit, options),
      ...(options.mutant === undefined ? {} : await mistaken(kit, options.mutant)),
      adapter,
      implementation,
      configuration,
    };
    return options.replay === undefined
      ? await interruptible((signal) =>
          forEachSeed(options, signal, (seed) =>
            exploreAll(kit, ofSeed(settings, seed), { ...options, seed }, about, show, signal),
          ),
        )
      : await replayOne(settings, options, show, options.replay);
  } finally {
    await adapter.close();
  }
}

/** Throws UsageError for a name that no mutant has. */
async function mistaken(
  kit: KitSpec,
  name: string,
): Promise<Required<Pick<ExploreOptions, 'createCoordinator'>>> {
  const mutants = loadMutants({ ruleIds: kit.known.ruleIds });
  const mutant = mutants.find((one) => one.name === name);
  if (mutant === undefined) {
    const nearest = closest(
      name,
      mutants.map((one) => one.name),
    );
    throw new UsageError(`no mutant is called '${name}'; did you mean ${nearest}?`);
  }
  return { createCoordinator: await mutantCoordinator(mutant) };
}

function settingsOf(
  kit: KitSpec,
  options: ExploreCommandOptions,
): Omit<ExploreOptions, 'adapter' | 'implementation' | 'configuration' | 'jobs'> {
  return {
    comparison: kit.comparison,
    seed: options.seed,
    runs: options.runs,
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    steps: options.steps,
    exact: options.exact === true,
    kafkaFaults: options.kafkaFaults === true,
    realTime: { toleranceMs: options.epsilon, answerTimeoutMs: options.answerTimeout },
    quirks: new Set(kit.spec.rules.rules.filter(({ quirk }) => quirk).map(({ id }) => id)),
    maxFailures: options.maxFailures,
    // Groups of an earlier run may still live in a real implementation.
    runToken: randomBytes(4).toString('hex'),
    ...(options.timeLimit === undefined ? {} : { timeLimitMs: options.timeLimit * 1000 }),
    ...(options.shrinkLimit === undefined ? {} : { shrinkLimitMs: options.shrinkLimit * 1000 }),
  };
}

/** Groups of one seed may still live in a real implementation when the next has its turn. */
function ofSeed(settings: Settings, seed: number): Settings {
  return { ...settings, seed, runToken: `${settings.runToken}-${seed}` };
}

/** Ends with the worst exit code; the exploration that is interrupted is the last. */
async function forEachSeed(
  { seed: first, seeds }: ExploreCommandOptions,
  signal: AbortSignal,
  exploreFrom: (seed: number) => Promise<number>,
): Promise<number> {
  let worst: number = EXIT.ok;
  for (let seed = first; seed < first + seeds; seed++) {
    worst = Math.max(worst, await exploreFrom(seed));
    if (signal.aborted) break;
  }
  return worst;
}

async function exploreAll(
  kit: KitSpec,
  settings: Settings,
  options: ExploreCommandOptions,
  about: About,
  show: Show,
  signal: AbortSignal,
): Promise<number> {
  const { implementation } = settings;
  const progress = startProgress(`${options.adapter}: `);
  const startedAt = performance.now();
  try {
    const exploration = await explore({
      ...settings,
      jobs: options.jobs ?? JOBS[implementation.clock],
      signal,
      onProgress: (made) =>
        progress.say(explorationWords(made, options, performance.now() - startedAt)),
    });
    progress.stop();
    const { version, digest } = kit.spec;
    const report = reportExploration(exploration, {
      kitVersion: packageVersion(),
      spec: { version, digest },
      implementation: reportedImplementation(implementation, settings.configuration, about),
      seed: options.seed,
      exact: settings.exact,
      asked: {
        runs: options.runs,
        steps: options.steps,
        maxFailures: options.maxFailures,
        kafkaFaults: options.kafkaFaults === true,
        mutant: options.mutant ?? null,
      },
      shard: options.shard ?? null,
      expectedRules: expectedRules(kit),
    });
    await show((reporter, color) =>
      reporter.render(report, {
        color,
        replayWith: replayWords(options),
        took: exploration.took,
        verbose: options.verbose === true,
      }),
    );
    return exitCodeOfExploration(report);
  } finally {
    progress.stop();
  }
}
