import { actualOf, contrast, describeActual } from '../deviations/actual.js';
import { formatPlace, formatStep } from '../deviations/place.js';
import type { Verdict } from '../suite/verdict.js';
import { type Change, type ChangeKind, type Diff, diffOf } from './change.js';
import { differencesBetween } from './differences.js';
import type { Report, ReportedResult } from './report.js';
import { faultOfRun } from './words.js';

/** A result that is not what it was, and how. */
interface Changed {
  readonly kind: ChangeKind;
  readonly text: string;
  readonly result: ReportedResult;
}

/** What changed from one run to another. Neither may be a shard. */
export function diffReports(before: Report, after: Report): Diff {
  const then = new Map(before.results.map((result) => [result.id, result]));
  const now = new Map(after.results.map((result) => [result.id, result]));
  const changed = [
    ...after.results.flatMap((result) => changeOf(then.get(result.id), result)),
    ...before.results.flatMap((result) => (now.has(result.id) ? [] : vanished(result))),
  ];
  const fault = faultOfRun(after);
  return diffOf(differencesBetween(circumstancesOf(before), circumstancesOf(after)), [
    ...(fault === null || fault === faultOfRun(before)
      ? []
      : [{ kind: 'fault', what: null, text: fault } as const]),
    ...byCase(changed),
  ]);
}

function circumstancesOf(report: Report): object {
  const { kitVersion, spec, casesDigest, profile, exact, seed, implementation } = report;
  return { kitVersion, spec, casesDigest, profile, exact, seed, implementation };
}

/** What a verdict says of the implementation. */
const STANDS_FOR = {
  pass: 'good',
  fail: 'bad',
  inconclusive: 'undecided',
  error: 'undecided',
  skip: 'unseen',
} as const satisfies Readonly<Record<Verdict, string>>;

function changeOf(before: ReportedResult | undefined, result: ReportedResult): Changed[] {
  const is = STANDS_FOR[result.verdict];
  const was = before === undefined ? null : STANDS_FOR[before.verdict];
  const changed = (kind: ChangeKind, text = ''): Changed[] => [{ kind, text, result }];
  if (is === 'bad')
    return was === 'bad' ? failsStill(before, result) : changed('fails', actual(result));
  if (is === was) return [];
  if (is === 'undecided') return changed('undecided', `${result.verdict}: ${result.reason ?? ''}`);
  if (was === null) return changed('appeared', result.verdict);
  if (is === 'unseen') return changed('skipped', result.reason);
  return changed(was === 'unseen' ? 'runs' : 'fixed');
}

/** What is known to deviate is told apart: a run fails of what is not. */
function failsStill(before: ReportedResult | undefined, result: ReportedResult): Changed[] {
  const text = howOtherwise(before, result);
  if (text !== '') return [{ kind: 'otherwise', text, result }];
  const [wasKnown, isKnown] = [before?.deviation !== undefined, result.deviation !== undefined];
  if (wasKnown === isKnown) return [];
  return [{ kind: isKnown ? 'known' : 'unknown', text: actual(result), result }];
}

function howOtherwise(before: ReportedResult | undefined, { failure }: ReportedResult): string {
  if (before?.failure === undefined || failure === undefined) return '';
  const place =
    before.failure.at === failure.at
      ? []
      : [`at ${formatStep(failure.at)}, not ${formatStep(before.failure.at)}`];
  return [...place, ...contrast(actualOf(failure), actualOf(before.failure))].join('; ');
}

function actual({ failure, deviation }: ReportedResult): string {
  if (failure === undefined) return '';
  const known = deviation === undefined ? '' : ', which is known';
  return `at ${formatStep(failure.at)}: ${describeActual(actualOf(failure))}${known}`;
}

/** Nobody misses what was never seen. */
function vanished(result: ReportedResult): Changed[] {
  if (result.verdict === 'skip') return [];
  return [{ kind: 'gone', text: `it was ${result.verdict}`, result }];
}

/** Versions of a case that have changed alike are told as one. */
function byCase(changed: readonly Changed[]): Omit<Change, 'effect'>[] {
  const groups = new Map<string, Changed[]>();
  for (const one of changed) {
    const { case: id, swept } = one.result;
    const key = JSON.stringify([one.kind, id, swept?.api ?? null, one.text]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { kind, text, result } = first;
    const versions = own.flatMap((one) => one.result.swept?.version ?? []);
    const what =
      result.swept === null ? result.id : formatPlace(result.case, result.swept.api, versions);
    return [{ kind, what, text }];
  });
}
