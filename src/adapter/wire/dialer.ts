import { createConnection, type Socket } from 'node:net';
import { type AdapterError, ImplementationGoneError } from '../adapter.js';
import { formatAddress, type WireAddress } from './address.js';
import { createAdmission } from './admission.js';
import { established } from './connecting.js';
import type { ConnectTls } from './security/tls.js';

/**
 * Makes connections, a few at a time: some listeners have a backlog of five, and whatever exceeds
 * it comes a second late or not at all. All owners of sockets share one dialer.
 */
export interface Dialer {
  /**
   * Waits for its turn, then connects, TLS included. `adopt` gets the socket before it is connected; who destroys
   * it then makes this reject.
   *
   * Rejects with an AdapterError that says what to do about it; with ImplementationGoneError when
   * connections to the address have been made, the handshake included, and it now refuses them.
   */
  dial(address: WireAddress, adopt: (socket: Socket) => void): Promise<Socket>;
  /** From now on an address that was connected to belongs to the implementation. */
  handshakeDone(): void;
  /** Rejects all who wait for their turn. */
  close(): void;
}

export interface DialerLimits {
  /** Connections that may be in the making at once. */
  readonly maxConnecting: number;
  /** From the begin of connecting; waiting for the turn does not count. */
  readonly connectTimeoutMs: number;
  /** Absent: plaintext. */
  readonly connectTls?: ConnectTls | undefined;
}

const GONE: ReadonlyMap<string | undefined, string> = new Map([
  ['ECONNREFUSED', 'nothing listens there any more'],
  ['ECONNRESET', 'new connections are reset'],
]);

export function createDialer(limits: DialerLimits): Dialer {
  const { maxConnecting, connectTimeoutMs, connectTls } = limits;
  const turns = createAdmission(maxConnecting, 'the wire adapter is closed; it connects no more');
  const reached = new Set<string>();
  let shaken = false;

  return {
    async dial(address, adopt) {
      await turns.enter();
      const where = formatAddress(address);
      try {
        const socket = connectTls?.(address) ?? createConnection(address);
        adopt(socket);
        await established(
          socket,
          address,
          connectTimeoutMs,
          connectTls === undefined ? 'connect' : 'secureConnect',
        );
        socket.setNoDelay(true);
        reached.add(where);
        return socket;
      } catch (error) {
        const gone = GONE.get(codeOf(error));
        if (gone === undefined || !shaken || !reached.has(where)) throw error;
        throw new ImplementationGoneError(
          `the implementation at ${where} answered before, but ${gone}`,
          { cause: error },
        );
      } finally {
        turns.leave();
      }
    },
    handshakeDone() {
      shaken = true;
    },
    close: turns.close,
  };
}

function codeOf(error: unknown): string | undefined {
  return ((error as AdapterError).cause as NodeJS.ErrnoException | undefined)?.code;
}
