import { isBody, type MessageBody, type MessageValue } from '../../protocol/message-body.js';
import { isSameListener, type WireAddress } from './address.js';
import type { BrokerNode } from './cluster.js';
import type { Coordinator } from './coordinator-lookup.js';

/** Where a request has to go. */
export interface Router {
  /** Rejects with AdapterError when the group's coordinator cannot be found. */
  addressFor(body: MessageBody): Promise<WireAddress>;
  /** Where every request goes; undefined in a cluster. */
  onlyAddress(): WireAddress | undefined;
}

/**
 * Requests of a group go to its coordinator, all others to the given address.
 *
 * A cluster of one broker needs no lookups: the given address leads to it, whatever it calls itself.
 * Mocks and brokers behind a port mapping often advertise an address that is not theirs.
 *
 * @param find asks the cluster; its answers are kept
 */
export function createRouter(
  given: WireAddress,
  nodes: readonly BrokerNode[],
  find: ((groupId: string) => Promise<Coordinator>) | undefined,
): Router {
  const known = new Map<string, Promise<WireAddress>>();

  async function lookUp(
    groupId: string,
    ask: (groupId: string) => Promise<Coordinator>,
  ): Promise<WireAddress> {
    const coordinator = await ask(groupId);
    if (isSameListener(given, coordinator)) return given;
    return { host: coordinator.host, port: coordinator.port };
  }

  const alone = find === undefined || nodes.length <= 1;
  return {
    onlyAddress: () => (alone ? given : undefined),
    addressFor(body) {
      const groupId = groupOf(body);
      if (groupId === undefined || alone) return Promise.resolve(given);
      const found = known.get(groupId) ?? lookUp(groupId, find);
      known.set(groupId, found);
      found.catch(() => known.delete(groupId));
      return found;
    },
  };
}

/** The group that a request is about; of several the first, for they are sent as one request. */
export function groupOf(body: MessageBody): string | undefined {
  const candidates: readonly (MessageValue | undefined)[] = [
    body.groupId,
    firstOf(body.groups),
    firstOf(body.groupsNames),
    firstOf(body.groupIds),
  ];
  for (const candidate of candidates) {
    const groupId = isBody(candidate) ? candidate.groupId : candidate;
    if (typeof groupId === 'string' && groupId !== '') return groupId;
  }
  return undefined;
}

function firstOf(value: MessageValue | undefined): MessageValue | undefined {
  return Array.isArray(value) ? (value as readonly MessageValue[])[0] : undefined;
}
