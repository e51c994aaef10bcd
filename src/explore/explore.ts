import { setImmediate } from 'node:timers/promises';
import { errorCode } from '../../reference/errors.js';
import {
  type Adapter,
  type Configuration,
  type Implementation,
  ImplementationGoneError,
} from '../adapter/adapter.js';
import type { Comparison } from '../spec/comparison.js';

import { type Coverage, createTally, type Reached, type Tally } from './coverage.js';
import { divergesAgain, type Failure, failureOf, investigate, whatDiverged } from './failure.js';
import type { LockStep, Outstanding, Step } from './lock-step/lock-step.js';
import { createMessages } from './lock-step/messages.js';
import { type RealTimeOptions, TooLateError } from './lock-step/real-time.js';
import { pairsOf } from './pairs.js';
import { randomOf } from './plan/draw.js';
import { type Ground, type Played, playRun } from './run.js';
import { createSteerer, type Steerer } from './steer.js';

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

export interface Exploration {
  readonly runs: number;
  readonly steps: number;
  readonly requests: number;
  /** Requests that were parked, or answered with success or an id to come back with. */
  readonly accepted: number;
  /** Wall time of the runs in ms, without that of investigating failures. */
  readonly took: number;
  readonly coverage: Coverage;
  readonly failures: readonly Failure[];
  /** Runs that a difference in implementation-defined behaviour ended, by the rule. */
  readonly quirks: ReadonlyMap<string, number>;
  /** Runs that a known fault of Apache Kafka ended, by its name in docs/apache-kafka.md. */
  readonly knownFaults: ReadonlyMap<string, number>;
  /** Runs that the environment spoiled, by the reason. */
  readonly inconclusive: ReadonlyMap<string, number>;
  /** Why the implementation could not be reached any more; null if it could. */
  readonly gone: string | null;
  readonly interrupted: boolean;
}

/** Runs after which what has been reached decides what comes next. */
const ROUND = 64;

/** What one run amounts to. */
interface Outcome {
  /** From 1. */
  readonly run: number;
  readonly theme: string;
  readonly reached: Reached;
  readonly requests: number;
  readonly accepted: number;
  readonly steps: number;
  readonly end: End;
}

/** How a run ended. One that went well leaves nothing behind: its steps would fill the memory. */
type End =
  | { readonly kind: 'well' }
  | { readonly kind: 'diverged'; readonly played: Played }
  /** The environment has spoiled it. */
  | { readonly kind: 'inconclusive'; readonly reason: string }
  /** The implementation is gone; `played` is what it may have died of. */
  | { readonly kind: 'gone'; readonly reason: string; readonly played: Played | null };

/** Throws AdapterError. The adapter stays open. */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const { runs, jobs, signal } = options;
  const ground = groundOf(options);
  const tally = createTally();
  const steerer = createSteerer(tally);
  const failures: Failure[] = [];
  const quirks = new Map<string, number>();
  const knownFaults = new Map<string, number>();
  const inconclusive = new Map<string, number>();
  const startedAt = performance.now();
  let gone: string | null = null;
  let investigated = 0;
  let played = 0;
  let steps = 0;
  let requests = 0;
  let accepted = 0;

  const isOver = () =>
    signal?.aborted === true ||
    gone !== null ||
    failures.length >= (options.maxFailures ?? 1) ||
    (options.timeLimitMs !== undefined && performance.now() - startedAt > options.timeLimitMs);

  for (let first = 0; first < runs && !isOver(); first += ROUND) {
    const firsts = new Map<string, number>();
    const size = Math.min(ROUND, runs - first);
    const outcomes = await inPool(size, jobs, isOver, async (index) => {
      const outcome = await playOne(ground, options, steerer, tally, first + index);
      played++;
      steps += outcome.steps;
      if (outcome.end.kind === 'gone') gone = outcome.end.reason;
      options.onProgress?.({ runs: played, steps, failures: failures.length });
      return outcome;
    });
    for (const outcome of outcomes) {
      const { theme } = outcome;
      firsts.set(theme, (firsts.get(theme) ?? 0) + tally.add(outcome.reached));
      requests += outcome.requests;
      accepted += outcome.accepted;
      const { end } = outcome;
      if (end.kind === 'inconclusive') {
        count(inconclusive, end.reason);
      } else if (end.kind === 'gone') {
        const failure = end.played === null ? null : failureOf(end.played, end.played.steps.length);
        if (failure === null) continue;
        // With others under way nobody knows whose doing it was.
        if (jobs === 1) failures.push({ ...failure, run: outcome.run });
        else count(inconclusive, `it went down; alone: --jobs 1 --replay ${failure.token}`);
      } else if (end.kind === 'diverged' && failures.length < (options.maxFailures ?? 1)) {
        const before = performance.now();
        const finding = await investigate(ground, end.played, outcome.run, options);
        investigated += performance.now() - before;
        if (finding.kind === 'failure') failures.push(finding.failure);
        else if (finding.kind === 'quirk') count(quirks, finding.rule);
        else count(knownFaults, finding.fault);
      }
    }
    steerer.learn(firsts);
  }
  return {
    runs: played,
    steps,
    requests,
    accepted,
    took: performance.now() - startedAt - investigated,
    coverage: tally.coverage(),
    failures,
    quirks,
    knownFaults,
    inconclusive,
    gone,
    interrupted: signal?.aborted === true,
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

async function playOne(
  ground: Ground,
  options: ExploreOptions,
  steerer: Steerer,
  tally: Tally,
  run: number,
): Promise<Outcome> {
  const theme = steerer.themeOf(randomOf(~options.seed, run));
  const reached: Reached = { paths: [], pairs: [] };
  let requests = 0;
  let accepted = 0;
  let pairs: readonly string[] = [];
  const ended = (end: End, steps: number): Outcome => ({
    run: run + 1,
    theme: theme.name,
    reached,
    requests,
    accepted,
    steps,
    end,
  });
  let played: Played | null = null;
  try {
    played = await playRun(ground, {
      run,
      steps: options.steps,
      theme,
      steering: steerer.steering,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      onMove: (move, lockStep) => {
        pairs = pairsOf(move, lockStep);
      },
      onStep: (step, lockStep) => {
        tally.note(reached, step.rules, pairs);
        if (step.request === null) return;
        requests++;
        if (isAccepted(step.request, step, lockStep)) accepted++;
      },
    });
    if (!played.diverged) return ended({ kind: 'well' }, played.steps.length);
    // What a machine in real time does once may be the machine's doing.
    const confirmed =
      ground.implementation.clock === 'virtual' ||
      played.knownFault !== null ||
      (await divergesAgain(ground, played, `${run}-again`));
    if (confirmed) return ended({ kind: 'diverged', played }, played.steps.length);
    const reason = `happened only once: ${whatDiverged(played)}`;
    return ended({ kind: 'inconclusive', reason }, 0);
  } catch (error) {
    if (error instanceof ImplementationGoneError) {
      return ended({ kind: 'gone', reason: error.message, played }, played?.steps.length ?? 0);
    }
    if (!(error instanceof TooLateError)) throw error;
    return ended({ kind: 'inconclusive', reason: error.message }, 0);
  }
}

const NONE = errorCode('NONE');
const MEMBER_ID_REQUIRED = errorCode('MEMBER_ID_REQUIRED');

function isAccepted(
  { requestId }: Outstanding,
  { answers }: Step,
  { outstanding }: LockStep,
): boolean {
  if (outstanding.has(requestId)) return true;
  const own = answers.find(({ request }) => request.requestId === requestId);
  const { errorCode: code = NONE } = own?.answer.body ?? {};
  return code === NONE || code === MEMBER_ID_REQUIRED;
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

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Why an exploration says nothing about the implementation; null if it does. */
export function emptiness({ runs, steps, requests, accepted }: Exploration): string | null {
  if (runs === 0 || steps === 0) return 'no step was made, so nothing is known';
  if (requests === 0) return 'no request was made, so nothing is known';
  if (accepted === 0) return 'every request was refused, so next to nothing is known';
  return null;
}
