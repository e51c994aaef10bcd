import type { Socket } from 'node:net';
import { AdapterError } from '../adapter.js';
import { formatAddress, type WireAddress } from './address.js';
import { tlsFailure } from './security/tls.js';

/** The event with which a socket is ready to be written to. */
export type ReadyEvent = 'connect' | 'secureConnect';

/** Rejects with an AdapterError that says what to do about it; the socket is destroyed then. */
export function established(
  socket: Socket,
  address: WireAddress,
  timeoutMs: number,
  ready: ReadyEvent = 'connect',
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' }));
    }, timeoutMs);
    let failure: NodeJS.ErrnoException | undefined;
    let accepted = false;
    socket.once('connect', () => {
      accepted = true;
    });
    socket.on('error', (error) => {
      failure = error;
    });
    socket.once(ready, () => {
      clearTimeout(timer);
      socket.removeListener('close', failed);
      resolve();
    });
    const failed = () => {
      clearTimeout(timer);
      reject(
        new AdapterError(
          (accepted ? handshakeFailure(failure, address, timeoutMs) : undefined) ??
            connectFailure(failure, address, timeoutMs),
          { cause: failure },
        ),
      );
    };
    socket.once('close', failed);
  });
}

/** Of TLS, after the connection itself was accepted. */
function handshakeFailure(
  error: NodeJS.ErrnoException | undefined,
  address: WireAddress,
  timeoutMs: number,
): string | undefined {
  const where = formatAddress(address);
  if (error === undefined) return undefined;
  switch (error.code) {
    case 'ECONNRESET':
    case 'EPIPE':
      return `${where} ended the connection during the TLS handshake; if it is no TLS listener, leave --tls out`;
    case 'ETIMEDOUT':
      return `${where} did not finish the TLS handshake within ${timeoutMs} ms; if it is no TLS listener, leave --tls out`;
    default:
      return tlsFailure(error, where);
  }
}

function connectFailure(
  error: NodeJS.ErrnoException | undefined,
  address: WireAddress,
  timeoutMs: number,
): string {
  const where = formatAddress(address);
  switch (error?.code) {
    case undefined:
      return error === undefined
        ? closedMessage(address)
        : `cannot connect to ${where}: ${error.message}`;
    case 'ECONNREFUSED':
      return `nothing listens on ${where}; is the broker running?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host of ${where} is unknown; is '${address.host}' spelt right?`;
    case 'ETIMEDOUT':
      return `${where} did not accept a connection within ${timeoutMs} ms; does a firewall stand in between?`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `there is no route to ${where}; is the broker on another network?`;
    case 'EMFILE':
      return `cannot connect to ${where}: this process has used up its file descriptors; raise 'ulimit -n' or allow fewer connections`;
    default:
      return `cannot connect to ${where}: ${error?.code}`;
  }
}

export function closedMessage(address: WireAddress): string {
  return `the adapter was closed before it was connected to ${formatAddress(address)}`;
}
