import type { Difference, Failure } from '../suite/verdict.js';
import { groupedBy } from './grouped.js';
import type { ReportedResult } from './report.js';

/** A result that fails, with what went wrong. */
export type FailedResult = ReportedResult & { readonly failure: Failure };

/** Failures that look as if they had one cause. */
export interface AlikeFailures {
  /** Those of the first case, one a version. */
  readonly shown: readonly [FailedResult, ...FailedResult[]];
  /** Ids of the other cases. */
  readonly others: readonly string[];
  /** All of them. */
  readonly count: number;
}

/** All failures that are not known, by likely cause; that of the most cases comes first. */
export function failuresByCause(results: readonly ReportedResult[]): AlikeFailures[] {
  const failed = results.filter(
    (result): result is FailedResult =>
      result.failure !== undefined && result.deviation === undefined,
  );
  return [...groupedBy(failed, causeOf).values()]
    .map(alike)
    .sort((a, b) => b.others.length - a.others.length);
}

/** Results without a verdict that have one reason. */
export interface AlikeUndecided {
  readonly reason: string;
  readonly shown: ReportedResult;
  /** Ids of the other results. */
  readonly others: readonly string[];
}

/** All results of such a verdict by their reason, but for those of which that is no news. */
export function undecidedByReason(
  results: readonly ReportedResult[],
  verdict: 'error' | 'inconclusive',
): AlikeUndecided[] {
  const own = results.filter((one) => one.verdict === verdict && one.deviation === undefined);
  return [...groupedBy(own, ({ reason = '' }) => reason)].map(([reason, [shown, ...others]]) => ({
    reason,
    shown,
    others: others.map(({ id }) => id),
  }));
}

function alike(results: readonly [FailedResult, ...FailedResult[]]): AlikeFailures {
  const [shown, ...others] = groupedBy(results, (result) => result.case).values();
  return {
    shown: shown ?? results,
    others: others.map(([first]) => first.case),
    count: results.length,
  };
}

/**
 * What failures have in common whose cause is likely to be one: what was done, what differs from
 * what, and the rule that asks for it. How far a case had come, its members and versions do not
 * count, nor does the rule where a case did not get to what it is about. Where nothing came back at
 * all, the cause is what is said of that.
 */
function causeOf({ failure }: FailedResult): string {
  const { at, step, rules, differences, summary } = failure;
  if (differences.length === 0) return anonymous(summary).replaceAll(/\d+/g, '#');
  const what = [...new Set(differences.map(differenceOf))].sort();
  return [...(at === 'opening' ? [at] : [rules[0], deedOf(step)]), ...what].join('\n');
}

/** Whole answers count by their first field, the error: others come and go with the version. */
function differenceOf({ path, expected, actual, gist }: Difference): string {
  const got = gist ?? actual.split(',', 1)[0] ?? '';
  const field = path.replace(/^[^:]+: /, '').replaceAll(/\[\d+\]/g, '[]');
  return [field, anonymous(expected), anonymous(got)].join('\t');
}

/** Without its number, and how much time passes. */
function deedOf(step: string): string {
  return anonymous(step)
    .replace(/^step \d+: /, '')
    .replace(/^time passes.*/, 'time passes');
}

/** Without versions and names of members, which are capital letters. */
function anonymous(text: string): string {
  return text.replaceAll(/ v\d+\b/g, '').replaceAll(/\b[A-Z]\d?\b/g, '·');
}
