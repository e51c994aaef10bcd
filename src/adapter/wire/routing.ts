import { isBody, type MessageBody } from '../../protocol/message-body.js';
import { formatAddress, isSameListener, type WireAddress } from './address.js';
import type { BrokerNode } from './cluster.js';
import type { Coordinator } from './coordinator-lookup.js';

/** Where a request has to go. */
export interface Router {
  /** Rejects with AdapterError when the group's coordinator cannot be found. */
  addressFor(body: MessageBody): Promise<WireAddress>;
  /** The same for a group, be its id empty, which some requests take. */
  coordinatorOf(groupId: string): Promise<WireAddress>;
  /** Where every request goes; undefined in a cluster. */
  onlyAddress(): WireAddress | undefined;
  /** All brokers of the cluster. */
  everyAddress(): readonly WireAddress[];
  /**
   * The coordinator of a group after the broker at `from` denied being it, by a fresh lookup;
   * undefined when the cluster still names that broker. Rejects with AdapterError.
   */
  movedTo(groupId: string, from: WireAddress): Promise<WireAddress | undefined>;
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
  const addresses = new Map<string, WireAddress>();

  async function lookUp(
    groupId: string,
    ask: (groupId: string) => Promise<Coordinator>,
  ): Promise<WireAddress> {
    return reachable(await ask(groupId));
  }

  /** The same object for the same broker. */
  function reachable({ host, port }: WireAddress): WireAddress {
    const address = isSameListener(given, { host, port }) ? given : { host, port };
    const key = formatAddress(address);
    const found = addresses.get(key) ?? address;
    addresses.set(key, found);
    return found;
  }

  function addressOf(
    groupId: string,
    ask: (groupId: string) => Promise<Coordinator>,
  ): Promise<WireAddress> {
    const found = known.get(groupId) ?? lookUp(groupId, ask);
    known.set(groupId, found);
    found.catch(() => known.delete(groupId));
    return found;
  }

  const alone = find === undefined || nodes.length <= 1;
  return {
    onlyAddress: () => (alone ? given : undefined),
    addressFor(body) {
      const groupId = groupOf(body);
      if (groupId === undefined || alone) return Promise.resolve(given);
      return addressOf(groupId, find);
    },
    coordinatorOf: (groupId) => (alone ? Promise.resolve(given) : addressOf(groupId, find)),
    everyAddress: () => (alone ? [given] : nodes.map(reachable)),
    async movedTo(groupId, from) {
      if (alone) return undefined;
      known.delete(groupId);
      const address = await addressOf(groupId, find);
      return address === from ? undefined : address;
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
