import type { LedgerExcuse } from '../spec/ledger.js';
import type { Problem } from '../spec/problem.js';
import { caseDigest } from '../suite/case-digest.js';
import type { Case } from '../suite/case-types.js';
import type { Confirmations } from './confirmations.js';

const CONFIRM = 'npm run kafka:confirm';

/** Cases that Apache Kafka has neither passed as they are nor been excused from, and what is stale. */
export function unconfirmed(
  cases: readonly Pick<Case, 'id' | 'file' | 'data' | 'opening'>[],
  { byCase, problem }: Confirmations,
  excuses: readonly LedgerExcuse[],
): readonly Problem[] {
  const ids = new Set(cases.map(({ id }) => id));
  const excused = new Set(excuses.map(({ caseId }) => caseId));
  const unproven = cases.flatMap((own): Problem[] => {
    const { id, file } = own;
    const complain = (message: string): Problem[] => [{ file, line: 1, column: 1, message }];
    const confirmation = byCase.get(id);
    if (confirmation !== undefined) {
      if (confirmation.digest === caseDigest(own)) return [];
      const releases = confirmation.releases.join(' and ');
      return complain(
        `case '${id}' has changed since Apache Kafka ${releases} confirmed it: ${CONFIRM}`,
      );
    }
    if (excused.has(id)) return [];
    return complain(
      `Apache Kafka has not confirmed case '${id}': ${CONFIRM}, or let spec/apache-kafka.yaml excuse it`,
    );
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
