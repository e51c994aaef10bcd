import { AdapterError, type OutgoingRequest } from '../adapter.js';
import { formatAddress, type WireAddress } from './address.js';
import { type Channel, type Outcome, openChannel } from './channel.js';
import type { Connections } from './connection.js';
import type { Router } from './routing.js';

export interface SendingEvents {
  /** The request is about to go there. */
  sending(address: WireAddress): void;
  /** Once, unless `send` rejects. */
  settle(outcome: Outcome): void;
}

/** Connections by the name that requests give them, opened with the first request. */
export interface NamedConnections {
  /**
   * Opens connections before their first requests, where all requests go to one broker. One that
   * cannot be had is left to its first request.
   */
  prepare(names: readonly string[]): Promise<void>;
  /**
   * Resolves when the request is written. Requests of one name are written in the order of the
   * calls. Rejects with AdapterError.
   *
   * @param find where it has to go
   */
  send(
    request: OutgoingRequest,
    find: () => Promise<WireAddress>,
    events: SendingEvents,
  ): Promise<void>;
}

export function createNamedConnections(connections: Connections, router: Router): NamedConnections {
  const lastSends = new Map<string, Promise<void>>();
  /** By name and address: coordinators of two groups may be two brokers. */
  const channels = new Map<string, Channel>();

  async function sendNow(
    request: OutgoingRequest,
    find: () => Promise<WireAddress>,
    events: SendingEvents,
  ): Promise<void> {
    const address = await find();
    events.sending(address);
    const key = keyOf(request.connection, address);
    let channel = channels.get(key);
    if (channel?.end() !== undefined) {
      channels.delete(key);
      const breach = channel.untoldBreach();
      if (breach !== undefined) {
        events.settle({
          ...breach,
          reason: `before this request on its connection, ${breach.reason}`,
        });
        return;
      }
      channel = undefined;
    }
    if (channel === undefined) {
      channel = await openChannel(connections, address);
      channels.set(key, channel);
    }
    await channel.send(request, events.settle);
  }

  return {
    async prepare(names) {
      const address = router.onlyAddress();
      if (address === undefined) return;
      for (const name of names) {
        try {
          channels.set(keyOf(name, address), await openChannel(connections, address));
        } catch (error) {
          if (error instanceof AdapterError) return;
          throw error;
        }
      }
    },
    send(request, find, events) {
      const before = lastSends.get(request.connection) ?? Promise.resolve();
      const sending = before.then(() => sendNow(request, find, events));
      lastSends.set(
        request.connection,
        sending.catch(() => {}),
      );
      return sending;
    },
  };
}

function keyOf(connection: string, address: WireAddress): string {
  return `${connection} ${formatAddress(address)}`;
}
