import type { Report } from '../report/report.js';
import type { LedgerExcuse } from '../spec/ledger.js';
import { caseDigest } from '../suite/cases/case-digest.js';
import type { Case } from '../suite/cases/case-types.js';
import type { Result, Verdict } from '../suite/verdict.js';
import type { Confirmation } from './confirmations.js';
import type { Owed } from './owed.js';

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
 * expansion has passed. The ledger has to excuse each that it does not pass, or skips and owes.
 */
export function confirm(
  cases: readonly Case[],
  judged: readonly JudgedRelease[],
  excuses: readonly LedgerExcuse[],
  owed: Owed,
): Confirmed {
  const owing = new Map(cases.map((own) => [own.id, owed(own)]));
  const isExcused: Excused = (caseId, release) =>
    excuses.some((excuse) => excuse.caseId === caseId && excuse.releases.includes(release));
  const objections = judged.flatMap((one) => objectionsTo(one, owing, isExcused));
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

type Excused = (caseId: string, release: string) => boolean;

function objectionsTo(
  { release, report }: JudgedRelease,
  owing: ReadonlyMap<string, readonly string[]>,
  isExcused: Excused,
): readonly string[] {
  const isInOrder = ({ verdict, case: caseId }: Result): boolean => {
    switch (verdict) {
      case 'pass':
        return true;
      case 'skip':
        return owing.get(caseId)?.includes(release) !== true || isExcused(caseId, release);
      case 'fail':
        return isExcused(caseId, release);
      default:
        return false;
    }
  };
  const wrong = report.results.filter((result) => !isInOrder(result));
  return [
    ...(report.fault === null ? [] : [`Apache Kafka ${release}: ${report.fault}`]),
    ...(report.interrupted ? [`Apache Kafka ${release}: the run was stopped`] : []),
    ...wrong.map(({ id, verdict, failure, reason }) => {
      const why = failure?.summary ?? reason ?? '';
      return `Apache Kafka ${release}: ${verdict} ${id}: ${why}`;
    }),
  ];
}
