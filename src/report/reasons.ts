import { groupedBy } from './grouped.js';
import type { ReportedResult } from './report.js';
import { deviationWords } from './words.js';

/** A reason, and how many results have it. */
export type CountedReason = readonly [reason: string, count: number];

/** Hundreds of results that differ as it is known usually do so for a handful of reasons. */
export function knownDeviations(results: readonly ReportedResult[]): CountedReason[] {
  return countedBy(
    results.flatMap(({ deviation }) =>
      deviation === undefined ? [] : [deviationWords(deviation)],
    ),
  );
}

/** Why cases were skipped, the most frequent reason first. */
export function skipReasons(results: readonly ReportedResult[]): CountedReason[] {
  return countedBy(
    results.flatMap(({ verdict, reason = '' }) => (verdict === 'skip' ? [reason] : [])),
  ).sort(([, a], [, b]) => b - a);
}

function countedBy(reasons: readonly string[]): CountedReason[] {
  return [...groupedBy(reasons, (reason) => reason)].map(([reason, all]) => [reason, all.length]);
}
