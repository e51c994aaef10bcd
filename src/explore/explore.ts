import { setImmediate } from 'node:timers/promises';
import type { Adapter, Configuration, Implementation } from '../adapter/adapter.js';
import type { Comparison } from '../spec/comparison.js';
import type { Shard } from '../suite/plan/shard.js';
import { type Block, blocksOf, roundsOf } from './blocks.js';
import { createTally, type Tally } from './coverage.js';
import { failureOf, investigate } from './failure.js';
import { createMessages } from './lock-step/messages.js';
import type { RealTimeOptions } from './lock-step/real-time.js';
import { type GoneEnd, type Outcome, playOne } from './play-one.js';
import type { Ground } from './run.js';
import { createSteerer, type Steerer } from './steer.js';
import { type Ending, type Stretch, type Sum, sumUp } from './stretch.js';

export interface ExploreOptions {
  /** What the model is made of, a mutant for instance; absent: the reference. */
  readonly createCoordinator?: Ground['createCoordinator'];
  readonly adapter: Adapter;
  readonly implementation: Implementation;
  /** All settings of the implementation. */
  readonly configuration: Configuration;
  readonly comparison: Comparison;
  readonly seed: number;
  readonly runs: number;
  /** Absent: all runs. */
  readonly shard?: Shard;
  /** Moves of a run. */
  readonly steps: number;
  /** Runs that are played side by side. */
  readonly jobs: number;
  /** Whether implementation-defined behaviour has to be the reference's own. */
  readonly exact: boolean;
  /** Whether a divergence that is Apache Kafka's own known fault is only counted. */
  readonly kafkaFaults?: boolean;
  readonly realTime: RealTimeOptions;
  /** Rules of which the implementation may differ unless `exact`: a difference ends its run. */
  readonly quirks: ReadonlySet<string>;
  /** No run begins later than this, in ms since the start. */
  readonly timeLimitMs?: number;
  /** How long a counterexample may be made shorter, in ms. */
  readonly shrinkLimitMs?: number;
  /** After so many failures the exploration ends. */
  readonly maxFailures?: number;
  /** Goes before the names of groups, where others share the implementation. */
  readonly runToken: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly runs: number;
  readonly steps: number;
  readonly failures: number;
}

export interface Exploration extends Sum {
  /** What the sum is made of, in the order of its runs. */
  readonly stretches: readonly Stretch[];
  /** Wall time of the runs in ms, without that of investigating failures. */
  readonly took: number;
  readonly interrupted: boolean;
}

const MAX_FAILURES = 1;

/** Throws AdapterError. The adapter stays open. */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const { signal, maxFailures = MAX_FAILURES } = options;
  const ground = groundOf(options);
  const stretches: Stretch[] = [];
  const startedAt = performance.now();
  let isGone = false;
  let investigated = 0;
  let failures = 0;
  let runs = 0;
  let steps = 0;

  const isOver = () =>
    signal?.aborted === true ||
    isGone ||
    failures >= maxFailures ||
    (options.timeLimitMs !== undefined && performance.now() - startedAt > options.timeLimitMs);

  async function endsOf({ run, end }: Outcome): Promise<Ending[]> {
    switch (end.kind) {
      case 'well':
        return [];
      case 'inconclusive':
        return [end];
      case 'gone':
        return endsOfGone(end, run, options.jobs);
      case 'diverged': {
        if (failures >= maxFailures) return [];
        const before = performance.now();
        const finding = await investigate(ground, end.played, run, options);
        investigated += performance.now() - before;
        return [finding];
      }
    }
  }

  async function playRound(
    { first, runs: size }: Block,
    tally: Tally,
    steerer: Steerer,
  ): Promise<Counted> {
    const outcomes = await inPool(size, options.jobs, isOver, async (index) => {
      const outcome = await playOne(ground, options, steerer, tally, first + index);
      runs++;
      steps += outcome.steps;
      if (outcome.end.kind === 'gone') isGone = true;
      options.onProgress?.({ runs, steps, failures });
      return outcome;
    });
    const firsts = new Map<string, number>();
    const ends: Ending[] = [];
    for (const outcome of outcomes) {
      const { theme } = outcome;
      firsts.set(theme, (firsts.get(theme) ?? 0) + tally.add(outcome.reached));
      const own = await endsOf(outcome);
      failures += own.filter(isFailure).length;
      ends.push(...own);
    }
    steerer.learn(firsts);
    const total = (of: (outcome: Outcome) => number) =>
      outcomes.reduce((sum, outcome) => sum + of(outcome), 0);
    return {
      first: first + 1,
      runs: outcomes.length,
      steps: total((one) => one.steps),
      requests: total(({ requests }) => requests),
      accepted: total(({ accepted }) => accepted),
      ends,
    };
  }

  for (const block of blocksOf(options.runs, options.shard)) {
    const tally = createTally();
    const steerer = createSteerer(tally);
    let open: Counted | null = null;
    for (const round of roundsOf(block)) {
      if (isOver()) break;
      const played = await playRound(round, tally, steerer);
      open = open === null ? played : joined(open, played);
      if (!open.ends.some(isFailure)) continue;
      stretches.push({ ...open, reached: tally.takeTimes() });
      open = null;
    }
    if (open !== null) stretches.push({ ...open, reached: tally.takeTimes() });
  }
  return {
    ...sumUp(stretches, maxFailures),
    stretches,
    took: performance.now() - startedAt - investigated,
    interrupted: signal?.aborted === true,
  };
}

/** With others under way nobody knows whose doing it was. */
function endsOfGone({ reason, played }: GoneEnd, run: number, jobs: number): Ending[] {
  const gone = { kind: 'gone', reason } as const;
  const failure = played === null ? null : failureOf(played, played.steps.length);
  if (failure === null) return [gone];
  if (jobs === 1) return [{ kind: 'failure', failure: { ...failure, run } }, gone];
  const blamed = `it went down; alone: --jobs 1 --replay ${failure.token}`;
  return [{ kind: 'inconclusive', reason: blamed }, gone];
}

function isFailure({ kind }: Ending): boolean {
  return kind === 'failure';
}

type Counted = Omit<Stretch, 'reached'>;

function joined(before: Counted, after: Counted): Counted {
  return {
    first: before.first,
    runs: before.runs + after.runs,
    steps: before.steps + after.steps,
    requests: before.requests + after.requests,
    accepted: before.accepted + after.accepted,
    ends: [...before.ends, ...after.ends],
  };
}

export function groundOf(options: Omit<ExploreOptions, 'jobs'>): Ground {
  const { adapter, implementation, configuration, exact, realTime, seed, runToken } = options;
  const shared = implementation.clock === 'real' && !implementation.isolated;
  return {
    ...(options.createCoordinator === undefined
      ? {}
      : { createCoordinator: options.createCoordinator }),
    adapter,
    implementation,
    configuration,
    messages: createMessages(options.comparison),
    exact,
    kafkaFaults: options.kafkaFaults === true,
    realTime,
    seed,
    groupPrefix: (run) => (shared ? `${runToken}-${run}-` : ''),
  };
}

/** The results of those that began before `isOver`, in the order of their numbers. */
async function inPool<Result>(
  size: number,
  jobs: number,
  isOver: () => boolean,
  play: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < size && !isOver()) {
      const index = next++;
      results[index] = await play(index);
      // In process nothing ever waits: signals and progress get their turn between runs.
      await setImmediate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, size) }, worker));
  return results.filter((result) => result !== undefined);
}

/** Why an exploration says nothing about the implementation; null if it does. */
export function emptiness({
  runs,
  steps,
  requests,
  accepted,
}: Pick<Sum, 'runs' | 'steps' | 'requests' | 'accepted'>): string | null {
  if (runs === 0 || steps === 0) return 'no step was made, so nothing is known';
  if (requests === 0) return 'no request was made, so nothing is known';
  if (accepted === 0) return 'every request was refused, so next to nothing is known';
  return null;
}
