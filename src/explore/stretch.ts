import { type Coverage, coverageOf, type Times } from './coverage.js';
import type { Failure } from './failure.js';

/**
 * Runs that follow each other, and only the last of their rounds may have failed. An exploration
 * ends behind a round that has failed often enough, so that one which knew of earlier failures
 * would end between stretches, never within.
 *
 * @typeParam Found a counterexample, as it was found or as it is reported
 */
export interface Stretch<Found = Failure> {
  /** Number of its first run, from 1. */
  readonly first: number;
  readonly runs: number;
  readonly steps: number;
  readonly requests: number;
  /** Requests that were parked, or answered with success or an id to come back with. */
  readonly accepted: number;
  readonly reached: Times;
  /** Of the runs that did not go well, in their order. */
  readonly ends: readonly Ending<Found>[];
}

/** What became of a run that did not go well. */
export type Ending<Found = Failure> =
  | { readonly kind: 'failure'; readonly failure: Found }
  /** The rule lets implementations differ here. */
  | { readonly kind: 'quirk'; readonly rule: string }
  /** Apache Kafka's own. */
  | { readonly kind: 'fault'; readonly fault: string }
  /** The environment has spoiled it. */
  | { readonly kind: 'inconclusive'; readonly reason: string }
  /** The implementation could not be reached any more. */
  | { readonly kind: 'gone'; readonly reason: string };

export interface Sum<Found = Failure> {
  readonly runs: number;
  readonly steps: number;
  readonly requests: number;
  /** Requests that were parked, or answered with success or an id to come back with. */
  readonly accepted: number;
  readonly coverage: Coverage;
  readonly failures: readonly Found[];
  /** Runs that a difference in implementation-defined behaviour ended, by the rule. */
  readonly quirks: ReadonlyMap<string, number>;
  /** Runs that a known fault of Apache Kafka ended, by its name in docs/apache-kafka.md. */
  readonly knownFaults: ReadonlyMap<string, number>;
  /** Runs that the environment spoiled, by the reason. */
  readonly inconclusive: ReadonlyMap<string, number>;
  /** Why the implementation could not be reached any more; null if it could. */
  readonly gone: string | null;
}

/**
 * What stretches come to in their order, wherever each was played.
 *
 * @param maxFailures what comes after so many does not count
 */
export function sumUp<Found>(
  stretches: readonly Stretch<Found>[],
  maxFailures: number,
): Sum<Found> {
  const failures: Found[] = [];
  const quirks = new Map<string, number>();
  const knownFaults = new Map<string, number>();
  const inconclusive = new Map<string, number>();
  const counted: Stretch<Found>[] = [];
  let gone: string | null = null;
  for (const stretch of stretches.toSorted((a, b) => a.first - b.first)) {
    if (gone !== null || failures.length >= maxFailures) break;
    counted.push(stretch);
    for (const end of stretch.ends) {
      if (end.kind === 'inconclusive') count(inconclusive, end.reason);
      else if (end.kind === 'gone') gone ??= end.reason;
      else if (failures.length >= maxFailures) continue;
      else if (end.kind === 'failure') failures.push(end.failure);
      else if (end.kind === 'quirk') count(quirks, end.rule);
      else count(knownFaults, end.fault);
    }
  }
  const total = (of: (stretch: Stretch<Found>) => number) =>
    counted.reduce((sum, stretch) => sum + of(stretch), 0);
  return {
    runs: total(({ runs }) => runs),
    steps: total(({ steps }) => steps),
    requests: total(({ requests }) => requests),
    accepted: total(({ accepted }) => accepted),
    coverage: coverageOf(counted.map(({ reached }) => reached)),
    failures,
    quirks,
    knownFaults,
    inconclusive,
    gone,
  };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
