import type { Report, ReportInput } from '../../src/report/report.js';
import { type Result, VERDICTS, type Verdict } from '../../src/suite/verdict.js';
import { judged, STALE } from './known.js';
import { failure, IMPLEMENTATION, reportOf, result } from './results.js';

/** One result of a verdict, as such results are. */
export function resultOf(verdict: Verdict, id: string, changes: Partial<Result> = {}): Result {
  const how =
    verdict === 'fail'
      ? { failure: failure() }
      : verdict === 'pass'
        ? {}
        : { reason: `${verdict}, for a reason` };
  return result(verdict, { id, case: id, ...how, ...changes });
}

const subsets: readonly Verdict[][] = VERDICTS.reduce<Verdict[][]>(
  (sets, verdict) => sets.flatMap((set) => [set, [...set, verdict]]),
  [[]],
);

/** Every combination of verdicts, with and without what else decides on the exit code. */
export function everyOutcome(): Report[] {
  const runs: readonly Partial<ReportInput>[] = [
    {},
    { fault: 'nothing listens', implementation: null },
    { interrupted: true },
    { deviations: judged(['area/fail']) },
    { deviations: judged(['area/fail'], [STALE]) },
    { deviations: judged(['area/fail'], [], {}, ['area/inconclusive']) },
    { implementation: { ...IMPLEMENTATION, clock: 'real' }, wallMs: 1234 },
  ];
  return subsets.flatMap((verdicts) =>
    runs.map((changes) =>
      reportOf(
        verdicts.map((verdict) => resultOf(verdict, `area/${verdict}`)),
        changes,
      ),
    ),
  );
}
