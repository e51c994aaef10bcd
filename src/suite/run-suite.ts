import type { Adapter, Configuration, Implementation } from '../adapter/adapter.js';
import { createReferenceAdapter } from '../adapter/reference/index.js';
import type { Comparison } from '../spec/comparison.js';
import type { Otherwise } from '../spec/differing.js';
import type { Case } from './cases/case-types.js';
import { asksForNamelessGroup } from './cases/nameless-group.js';
import { createForecast } from './plan/forecast.js';
import { planSuite } from './plan/plan-suite.js';
import type { Prepared } from './plan/prepare.js';
import type { Shard } from './plan/shard.js';
import { shareOfPlan } from './plan/share-of-plan.js';
import { sideBySide } from './plan/side-by-side.js';
import type { RunContext } from './run/run-context.js';
import { runExpansion } from './run/run-expansion.js';
import type { ErrorNames } from './run/run-state.js';
import { createLatency } from './time/latency.js';
import type { Result } from './verdict.js';
import type { VersionCheck } from './version-honesty/checks.js';
import { runVersionProbe } from './version-honesty/run-probe.js';

export interface SuiteOptions {
  readonly adapter: Adapter;
  readonly implementation: Implementation;
  readonly cases: readonly Case[];
  /** What of its versions is checked besides. */
  readonly versionChecks: readonly VersionCheck[];
  /** Defaults of spec/config.yaml. */
  readonly defaults: Configuration;
  /** Values the user vouches for; they win over what the implementation says. */
  readonly overrides: Configuration;
  readonly comparison: Comparison;
  readonly errors: ErrorNames;
  readonly profile: string;
  readonly otherwise: Otherwise;
  readonly exact: boolean;
  readonly runToken: string;
  readonly seed: number;
  /** Cases side by side. */
  readonly jobs: number;
  /** Distance kept from deadlines on a real clock, in ms. */
  readonly epsilon: number;
  /** How long an answer that is due may take on a real clock, in ms. */
  readonly answerTimeout: number;
  readonly longestCase: number;
  readonly maxAttempts: number;
  /** Absent: all of it is run. */
  readonly shard?: Shard;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

/**
 * Told of each result, and with null of the moment when the first cases begin.
 *
 * @param left says at any time how long the run will last still, in ms; null while nobody can know
 */
export type OnProgress = (
  done: number,
  total: number,
  result: Result | null,
  left: () => number | null,
) => void;

export interface SuiteRun {
  /** In the order of their ids, whatever the order of their ends. */
  readonly results: readonly Result[];
  readonly configuration: Configuration;
  /** Whether it was stopped before every case had its verdict. */
  readonly interrupted: boolean;
  /** Over which shard has what; null where all is run. */
  readonly split: string | null;
}

/** One in so many runs side by side where what a crowd may have spoiled is tried in peace. */
const CALM = 8;

/** A case that has its turn, with what came of it in the crowd. */
type Turn = Prepared & { readonly before?: Result };

/** An implementation has acted on its timers this much later, in ms, at the latest. */
const TIMER_SLACK = 150;

export async function runSuite(options: SuiteOptions): Promise<SuiteRun> {
  const { adapter, implementation } = options;
  const configuration = {
    ...options.defaults,
    ...implementation.configuration,
    ...options.overrides,
  };
  let underWay = 0;
  let begun = 0;
  const context: RunContext = {
    adapter,
    implementation: {
      ...implementation,
      configuration: { ...implementation.configuration, ...options.overrides },
    },
    reference: createReferenceAdapter(configuration, options.seed),
    configuration,
    comparison: options.comparison,
    errors: options.errors,
    realPace: {
      answerTimeout: options.answerTimeout,
      timerSlack: TIMER_SLACK,
      latency: createLatency(),
    },
    maxAttempts: options.maxAttempts,
    longestCase: options.longestCase,
    epsilon: options.epsilon,
    underWay: () => underWay,
    watchWhetherAlone() {
      const [aloneSoFar, begunSoFar] = [underWay === 1, begun];
      return () => aloneSoFar && begun === begunSoFar;
    },
  };
  const whole = await planSuite(context, options);
  const share = options.shard === undefined ? null : shareOfPlan(whole, options.shard);
  const { settled, ready: inAnyOrder, probes } = share?.plan ?? whole;
  const results: Result[] = [];
  const total = settled.length + inAnyOrder.length + probes.length;
  const { jobs, signal } = options;
  const crowd = { jobs, calmJobs: Math.ceil(jobs / CALM), signal };
  const forecast = createForecast({ ...crowd, now: () => performance.now() });
  let closed = false;
  const report = (result: Result) => {
    if (closed) return;
    results.push(result);
    options.onProgress?.(results.length, total, result, forecast.left);
  };
  for (const result of settled) report(result);

  // The longest sets the pace, so it starts first.
  const ready = inAnyOrder.toSorted(
    (a, b) => b.length - a.length || compareText(a.expansion.id, b.expansion.id),
  );
  const counted = async <Outcome>(run: () => Promise<Outcome>): Promise<Outcome> => {
    underWay++;
    begun++;
    try {
      return await run();
    } finally {
      underWay--;
    }
  };
  const runAll = (prepared: readonly Prepared[]) =>
    sideBySide<Turn>(prepared, crowd, async ({ before, ...own }: Turn) => {
      const { id } = own.expansion;
      forecast.begin(id);
      const { result, mayDoBetter } = await counted(() => runExpansion(context, own, before));
      // Those who were few from the beginning have had their peace.
      const crowded = prepared.length > crowd.calmJobs;
      if (mayDoBetter && crowded && before === undefined) {
        forecast.putOff(id);
        return { ...own, before: result };
      }
      forecast.end(id);
      report(result);
      return null;
    });
  const runProbes = () =>
    sideBySide(probes, crowd, async (probe) => {
      report(await counted(() => runVersionProbe(context, probe, options.runToken)));
      return null;
    });
  // What may bring a weak implementation down or meddle with other cases comes last, so that it spoils
  // nothing else.
  const isDisruptive = ({ expansion: { case: own } }: Prepared) =>
    !implementation.isolated && (own.data.disruptive === true || asksForNamelessGroup(own.data));
  const stages = [ready.filter((one) => !isDisruptive(one)), ready.filter(isDisruptive)] as const;
  for (const stage of stages) {
    forecast.plan(stage.map(({ expansion, length }) => ({ id: expansion.id, length })));
  }
  options.onProgress?.(results.length, total, null, forecast.left);
  await Promise.all([runProbes(), runAll(stages[0])]);
  await runAll(stages[1]);
  closed = true;
  results.sort((a, b) => compareText(a.id, b.id));
  return {
    results,
    configuration,
    interrupted: results.length < total,
    split: share?.split ?? null,
  };
}

/** By code points, so that the order is the same on every machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
