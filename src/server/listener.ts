import { createServer, type Server } from 'node:net';
import { type Connection, type ConnectionParts, serveConnection } from './connection.js';
import { formatHostPort } from './host-text.js';
import type { ServerLimits } from './limits.js';
import { ServerError } from './server-error.js';

export interface KafkaListener {
  readonly host: string;
  readonly port: number;
  /** In the order of their coming. */
  readonly connections: ReadonlySet<Connection>;
  /** Those that were too many. */
  readonly refused: number;
  /** Accepts no more and closes all there are. Resolves when no socket is left. */
  close(): Promise<void>;
}

export interface ListenerOptions extends Pick<ConnectionParts, 'serve' | 'onClosed'> {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly limits: ServerLimits;
}

/** Clients of a test suite come all at once. */
const BACKLOG = 4096;
/** A client that vanishes without a word is noticed by this, in ms. */
const KEEP_ALIVE_AFTER_MS = 60_000;

/** @throws ServerError when the address cannot be had */
export async function listenForClients(options: ListenerOptions): Promise<KafkaListener> {
  const { limits, serve, onClosed } = options;
  const budget = { buffered: 0 };
  const connections = new Set<Connection>();
  let refused = 0;

  const server = createServer({
    allowHalfOpen: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_AFTER_MS,
  });
  server.maxConnections = limits.maxConnections;
  server.on('drop', () => {
    refused++;
  });
  server.on('connection', (socket) => {
    connections.add(
      serveConnection({
        socket,
        limits,
        budget,
        serve,
        onClosed(connection, reason) {
          connections.delete(connection);
          onClosed(connection, reason);
        },
      }),
    );
  });
  const port = await listen(server, options.host, options.port, BACKLOG);
  return {
    host: options.host,
    port,
    connections,
    get refused() {
      return refused;
    },
    close() {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of [...connections]) connection.close('the server is stopped');
      return ended;
    },
  };
}

/** The port that it got. @throws ServerError */
export async function listen(
  server: Server,
  host: string,
  port: number,
  backlog?: number,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) =>
      reject(new ServerError(whyNot(error, host, port), { cause: error }));
    server.once('error', failed);
    server.listen({ host, port, ...(backlog === undefined ? {} : { backlog }) }, () => {
      server.removeListener('error', failed);
      // Such as no file left for a further socket: that one is lost, the rest is not.
      server.on('error', () => {});
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function whyNot(error: NodeJS.ErrnoException, host: string, port: number): string {
  const where = formatHostPort(host, port);
  switch (error.code) {
    case 'EADDRINUSE':
      return `${where} is in use already; take another port, or 0 for any that is free`;
    case 'EACCES':
      return `${where} may not be used by this user; ports from 1024 on need no privileges`;
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine; use 127.0.0.1 or 0.0.0.0`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host '${host}' is unknown; is it spelt right?`;
    default:
      return `cannot listen on ${where}: ${error.message}`;
  }
}
