import { failuresByCause } from '../report/causes.js';
import { type Check, checksOf } from '../report/checks.js';
import { failedCase, failureText } from '../report/failure-lines.js';
import { groupedBy } from '../report/grouped.js';
import type { Report, ReportedResult } from '../report/report.js';
import type { ReportKit } from '../report/reporter.js';

/** What all results of a case, one a version, come to as one test. */
export type TestOutcome =
  /** `remarks` tell what is known to differ, and let be. */
  | { readonly kind: 'passed'; readonly remarks: readonly string[] }
  | { readonly kind: 'skipped'; readonly reason: string }
  | {
      readonly kind: 'failed';
      readonly text: string;
      /** The step of the case, if it is one: a file as {@link Check} names it, and a 1-based line. */
      readonly place: { readonly file: string; readonly line: number } | null;
    };

/** By case. */
export function testOutcomes(report: Report, kit: ReportKit): ReadonlyMap<string, TestOutcome> {
  const checks = checksOf(report, kit).filter(isOfCase);
  const byCase = groupedBy(checks, ({ result }) => result.case);
  return new Map([...byCase].map(([id, own]) => [id, outcomeOf(own, report, kit)]));
}

type CheckOfCase = Check & { readonly result: ReportedResult };

function isOfCase(check: Check): check is CheckOfCase {
  return check.result !== null;
}

function outcomeOf(checks: readonly CheckOfCase[], report: Report, kit: ReportKit): TestOutcome {
  const those = (...outcomes: readonly Check['outcome'][]) =>
    checks.filter(({ outcome }) => outcomes.includes(outcome));
  const messages = (own: readonly Check[]) => [
    ...new Set(own.flatMap(({ message }) => message ?? [])),
  ];
  const bad = those('failed', 'undecided');
  const [first] = bad;
  if (first !== undefined) {
    const { file, line } = bad.find((one) => one.line !== null) ?? first;
    return {
      kind: 'failed',
      text: [...failures(bad, report, kit), ...undecided(bad)].join('\n\n'),
      place: file === null || line === null ? null : { file, line },
    };
  }
  const skipped = those('skipped');
  if (skipped.length === checks.length) {
    return { kind: 'skipped', reason: messages(skipped).join('; ') };
  }
  return { kind: 'passed', remarks: messages(those('known')) };
}

/** Versions that fail alike are told of once. */
function failures(bad: readonly CheckOfCase[], report: Report, { spec }: ReportKit): string[] {
  return failuresByCause(bad.map(({ result }) => result)).map(
    (alike) => `${failedCase(alike)}\n${failureText(alike.shown[0], report, spec.rules)}`,
  );
}

function undecided(bad: readonly CheckOfCase[]): string[] {
  const own = bad.filter(({ outcome }) => outcome === 'undecided');
  return own.map(({ id, kind, message }) => `${id}\n  ${kind}: ${message}`);
}
