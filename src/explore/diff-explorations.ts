import { type Change, type ChangeKind, type Diff, diffOf } from '../report/change.js';
import { differencesBetween } from '../report/differences.js';
import type { ExplorationReport, ReportedFailure } from './report.js';

/**
 * What changed from one exploration to another: counterexamples, told apart by what differs in
 * them rather than by what led there, and what was reached. Neither may be a shard.
 */
export function diffExplorations(before: ExplorationReport, after: ExplorationReport): Diff {
  const pairs = ['rulesMissed', 'pairsMissed'] as const;
  return diffOf(differencesBetween(circumstancesOf(before), circumstancesOf(after)), [
    ...(after.fault === null || after.fault === before.fault
      ? []
      : [{ kind: 'fault', what: null, text: after.fault } as const]),
    ...onlyIn('fails', after.failures, before.failures),
    ...onlyIn('fixed', before.failures, after.failures),
    ...pairs.flatMap((which) => [
      ...only('missed', after.coverage[which], before.coverage[which]),
      ...only('reached', before.coverage[which], after.coverage[which]),
    ]),
  ]);
}

function circumstancesOf(report: ExplorationReport): object {
  const { kitVersion, spec, implementation, seed, exact, asked, runs } = report;
  return { kitVersion, spec, implementation, seed, exact, asked, runs };
}

function onlyIn(
  kind: ChangeKind,
  those: readonly ReportedFailure[],
  others: readonly ReportedFailure[],
): Omit<Change, 'effect'>[] {
  const known = new Set(others.map(keyOf));
  return those
    .filter((failure) => !known.has(keyOf(failure)))
    .map((failure) => ({ kind, what: failure.rules.join(' '), text: wordsOf(failure) }));
}

function wordsOf({ summary, differences, token }: ReportedFailure): string {
  const values = differences.map(
    ({ path, expected, actual }) => `${path} ${actual}, not ${expected}`,
  );
  return `${[summary, ...values].join(': ')} (--replay ${token})`;
}

function keyOf({ of, summary, rules, differences }: ReportedFailure): string {
  const values = differences.map(({ path, expected, actual }) => [path, expected, actual]);
  return JSON.stringify([of, summary, rules, values]);
}

function only(
  kind: ChangeKind,
  those: readonly string[],
  others: readonly string[],
): Omit<Change, 'effect'>[] {
  return those.filter((name) => !others.includes(name)).map((what) => ({ kind, what, text: '' }));
}
