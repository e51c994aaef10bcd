import type { Report } from '../report/report.js';
import type { LedgerExcuse } from '../spec/ledger.js';
import { caseDigest } from '../suite/case-digest.js';
import type { Case } from '../suite/case-types.js';
import type { Result, Verdict } from '../suite/verdict.js';
import type { Confirmation } from './confirmations.js';

/** A release of Apache Kafka, judged in exact mode under its profile. */
export interface JudgedRelease {
  readonly release: string;
  readonly report: Pick<Report, 'results' | 'fault' | 'interrupted'>;
}

export interface Confirmed {
  readonly byCase: ReadonlyMap<string, Confirmation>;
  /** Why these confirmations must not be kept, a line each; empty if they may. */
  readonly objections: readonly string[];
}

/**
 * What reports on releases of Apache Kafka confirm. A release confirms a case of which every
 * expansion has passed. One that it skips another one has to confirm; one that it does not pass the
 * ledger has to excuse.
 */
export function confirm(
  cases: readonly Case[],
  judged: readonly JudgedRelease[],
  excuses: readonly LedgerExcuse[],
): Confirmed {
  const objections = judged.flatMap((one) => objectionsTo(one, excuses));
  const releasesOf = new Map<string, string[]>();
  for (const { release, report } of judged) {
    const verdicts = new Map<string, Set<Verdict>>();
    for (const result of report.results) {
      verdicts.set(result.case, (verdicts.get(result.case) ?? new Set()).add(result.verdict));
    }
    for (const [id, found] of verdicts) {
      if (found.size === 1 && found.has('pass')) {
        releasesOf.set(id, [...(releasesOf.get(id) ?? []), release]);
      }
    }
  }
  const byCase = new Map<string, Confirmation>();
  for (const own of cases) {
    const releases = releasesOf.get(own.id);
    if (releases === undefined) {
      if (!excuses.some(({ caseId }) => caseId === own.id)) {
        objections.push(`no release passes all of ${own.id}`);
      }
      continue;
    }
    byCase.set(own.id, { releases: releases.sort(), digest: caseDigest(own) });
  }
  return { byCase, objections };
}

function objectionsTo(
  { release, report }: JudgedRelease,
  excuses: readonly LedgerExcuse[],
): readonly string[] {
  const isExcused = (result: Result) =>
    result.verdict === 'fail' &&
    excuses.some((excuse) => excuse.caseId === result.case && excuse.releases.includes(release));
  const wrong = report.results.filter(
    (result) => result.verdict !== 'pass' && result.verdict !== 'skip' && !isExcused(result),
  );
  return [
    ...(report.fault === null ? [] : [`Apache Kafka ${release}: ${report.fault}`]),
    ...(report.interrupted ? [`Apache Kafka ${release}: the run was stopped`] : []),
    ...wrong.map(({ id, verdict, failure, reason }) => {
      const why = failure?.summary ?? reason ?? '';
      return `Apache Kafka ${release}: ${verdict} ${id}: ${why}`;
    }),
  ];
}
