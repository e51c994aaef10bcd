import { setTimeout as delay } from 'node:timers/promises';
import { errorName } from '../../spec/errors.js';
import { AdapterError } from '../adapter.js';
import { type Advertised, commonVersion } from './api-versions.js';
import type { Control } from './control.js';

const NOT_READY_ERRORS: ReadonlySet<string> = new Set([
  'COORDINATOR_LOAD_IN_PROGRESS',
  'COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR',
]);
const RETRY_DELAY_MS = 50;

/**
 * Waits until a fresh broker has loaded its shards of the offsets topic. FindCoordinator names a
 * broker as soon as the topic exists, a moment before its coordinator serves: without this wait the
 * first cases would be answered NOT_COORDINATOR or COORDINATOR_LOAD_IN_PROGRESS. DescribeGroups
 * shows that loading has begun, ListGroups asks every shard for its end (SVC-06, SVC-07).
 *
 * A broker that has neither, or is still not ready in the end, is left to the cases.
 */
export async function waitUntilLoaded(
  coordinator: Control,
  advertised: Advertised,
  groupId: string,
  timeLimitMs: number,
): Promise<void> {
  const deadline = performance.now() + timeLimitMs;
  const describe = commonVersion(advertised, 'DescribeGroups');
  const list = commonVersion(advertised, 'ListGroups');
  try {
    if (describe !== undefined) {
      const request = {
        api: 'DescribeGroups',
        version: describe,
        body: { groups: [groupId] },
      } as const;
      await retry(deadline, async () => (await coordinator.ask(request)).groups[0]?.errorCode ?? 0);
    }
    if (list !== undefined) {
      const request = { api: 'ListGroups', version: list, body: {} } as const;
      await retry(deadline, async () => (await coordinator.ask(request)).errorCode);
    }
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
  }
}

async function retry(deadline: number, errorCode: () => Promise<number>): Promise<void> {
  while (NOT_READY_ERRORS.has(errorName(await errorCode())) && performance.now() < deadline) {
    await delay(RETRY_DELAY_MS);
  }
}
