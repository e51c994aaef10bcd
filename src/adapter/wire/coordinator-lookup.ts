import { setTimeout as delay } from 'node:timers/promises';
import type { ResponseOf } from '../../protocol/apis.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { errorName } from '../../spec/errors.js';
import { AdapterError } from '../adapter.js';
import { formatAddress, type WireAddress } from './address.js';
import { type Control, type ControlRequest, UnreadableAnswerError } from './control.js';

export interface Coordinator extends WireAddress {
  readonly nodeId: number;
}

type FindCoordinatorAnswer = Omit<ResponseOf<'FindCoordinator'>['coordinators'][number], 'key'>;

const GROUP_KEY_TYPE = 0;
/** The offsets topic is being created. */
const RETRIABLE_ERRORS: ReadonlySet<string> = new Set([
  'COORDINATOR_LOAD_IN_PROGRESS',
  'COORDINATOR_NOT_AVAILABLE',
]);
const RETRY_DELAY_MS = 100;

/** Batched from version 4 on (KIP-699). */
const FIRST_BATCHED_VERSION = 4;

/**
 * Asks for the coordinator of a group until there is one.
 *
 * @param timeLimitMs for all attempts together
 * @throws UnreadableAnswerError when the broker says nothing that can be read
 * @throws AdapterError when there is no coordinator in time, or on any other error
 */
export async function findCoordinator(
  control: Control,
  version: number,
  groupId: string,
  timeLimitMs: number,
): Promise<Coordinator> {
  const where = formatAddress(control.address);
  const deadline = performance.now() + timeLimitMs;
  for (;;) {
    const answer = readAnswer(version, await control.ask(findCoordinatorRequest(version, groupId)));
    if (answer === undefined) {
      throw new UnreadableAnswerError(
        `${where} answers FindCoordinator version ${version} without a coordinator`,
      );
    }
    if (answer.errorCode === 0)
      return { nodeId: answer.nodeId, host: answer.host, port: answer.port };
    const error = errorName(answer.errorCode);
    if (!RETRIABLE_ERRORS.has(error)) {
      const detail = answer.errorMessage ? ` (${answer.errorMessage})` : '';
      throw new AdapterError(
        `${where} answers FindCoordinator for group '${groupId}' with ${error}${detail}`,
      );
    }
    if (performance.now() + RETRY_DELAY_MS > deadline) {
      throw new AdapterError(
        `${where} has had no group coordinator for ${timeLimitMs} ms (${error}); can it create its offsets topic? A single broker needs offsets.topic.replication.factor=1`,
      );
    }
    await delay(RETRY_DELAY_MS);
  }
}

function findCoordinatorRequest(
  version: number,
  groupId: string,
): ControlRequest<'FindCoordinator'> {
  const body: MessageBody =
    version >= FIRST_BATCHED_VERSION
      ? { keyType: GROUP_KEY_TYPE, coordinatorKeys: [groupId] }
      : version >= 1
        ? { key: groupId, keyType: GROUP_KEY_TYPE }
        : { key: groupId };
  return { api: 'FindCoordinator', version, body };
}

function readAnswer(
  version: number,
  answer: ResponseOf<'FindCoordinator'>,
): FindCoordinatorAnswer | undefined {
  return version < FIRST_BATCHED_VERSION ? answer : answer.coordinators[0];
}
