import type { LedgerExcuse } from '../spec/ledger.js';
import type { Problem } from '../spec/problem.js';
import { caseDigest } from '../suite/cases/case-digest.js';
import type { Case } from '../suite/cases/case-types.js';
import type { Confirmations } from './confirmations.js';
import type { Owed } from './owed.js';

const CONFIRM = 'npm run kafka:confirm';

/**
 * Cases that a release of Apache Kafka owes and has neither passed as they are nor been excused
 * from, cases that no release says anything to, and what is stale.
 */
export function unconfirmed(
  cases: readonly Case[],
  { byCase, problem }: Confirmations,
  excuses: readonly LedgerExcuse[],
  owed: Owed,
): readonly Problem[] {
  const ids = new Set(cases.map(({ id }) => id));
  const unproven = cases.flatMap((own): Problem[] => {
    const { id, file } = own;
    const complain = (message: string): Problem[] => [{ file, line: 1, column: 1, message }];
    const confirmation = byCase.get(id);
    if (confirmation !== undefined && confirmation.digest !== caseDigest(own)) {
      const releases = confirmation.releases.join(' and ');
      return complain(
        `case '${id}' has changed since Apache Kafka ${releases} confirmed it: ${CONFIRM}`,
      );
    }
    const excused = excuses
      .filter(({ caseId }) => caseId === id)
      .flatMap(({ releases }) => releases);
    const heard = new Set([...(confirmation?.releases ?? []), ...excused]);
    const owing = owed(own);
    const missing = owing.filter((release) => !heard.has(release));
    if (missing.length > 0 || heard.size === 0) {
      const who = ['Apache Kafka', missing.join(' and ')].filter(Boolean).join(' ');
      const have = missing.length > 1 ? 'have' : 'has';
      return complain(
        `${who} ${have} not confirmed case '${id}': ${CONFIRM}, or let spec/apache-kafka.yaml excuse it`,
      );
    }
    const others = (confirmation?.releases ?? []).filter((release) => !owing.includes(release));
    if (others.length === 0) return [];
    return [
      problem(id, `case '${id}' is not for Apache Kafka ${others.join(' and ')}: ${CONFIRM}`),
    ];
  });
  const gone = [...byCase.keys()]
    .filter((id) => !ids.has(id))
    .map((id) => problem(id, `there is no case '${id}' any more: ${CONFIRM}`));
  const stale = excuses.flatMap((excuse): Problem[] => {
    const { caseId, releases } = excuse;
    if (!ids.has(caseId)) return [excuse.problem(`there is no case '${caseId}': drop the excuse`)];
    const passing = byCase.get(caseId)?.releases.filter((release) => releases.includes(release));
    if (passing === undefined || passing.length === 0) return [];
    return [
      excuse.problem(
        `Apache Kafka ${passing.join(' and ')} passes case '${caseId}' by now: drop the excuse`,
      ),
    ];
  });
  return [...unproven, ...gone, ...stale];
}
