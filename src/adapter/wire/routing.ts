import { isBody, type MessageBody } from '../../protocol/message-body.js';
import { isSameListener, type WireAddress } from './address.js';
import type { BrokerNode } from './cluster.js';
import type { Coordinator } from './coordinator-lookup.js';

/** Where a request has to go. */
export interface Router {
  /** Rejects with AdapterError when the group's coordinator cannot be found. */
  addressFor(body: MessageBody): Promise<WireAddress>;
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

  return {
    addressFor(body) {
      const groupId = groupOf(body);
      if (groupId === undefined || find === undefined || nodes.length <= 1)
        return Promise.resolve(given);
      const found = known.get(groupId) ?? lookUp(groupId, find);
      known.set(groupId, found);
      found.catch(() => known.delete(groupId));
      return found;
    },
  };
}

/** The group that a request is about; of several the first, for they are sent as one request. */
export function groupOf(body: MessageBody): string | undefined {
  return groupsOf(body)[0];
}

/** The groups that a request is about, each once. */
export function groupsOf(body: MessageBody): string[] {
  const candidates = [body.groupId, body.groups, body.groupsNames, body.groupIds];
  const ids = candidates.flat().map((one) => (isBody(one) ? one.groupId : one));
  return [...new Set(ids)].filter((id) => typeof id === 'string').filter((id) => id !== '');
}
