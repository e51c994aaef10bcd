import { createServer, type Server, type Socket } from 'node:net';
import { listen } from './scripted-broker.js';

/** A server that is no broker: what it does with each connection is up to the test. */
export interface ByteServer {
  readonly port: number;
  /** Connections so far, gone ones included. */
  connectionsSeen(): number;
  /** Resolves when the last connection is gone. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Calls `onFirstBytes` with the first bytes of each connection. */
export function startByteServer(
  onFirstBytes: (socket: Socket, bytes: Buffer) => void,
): Promise<ByteServer> {
  return watch(
    createServer((socket) => {
      socket.once('data', (bytes) => {
        onFirstBytes(socket, bytes);
        socket.resume();
      });
    }),
  );
}

/** Listens with a server of any kind, e.g. of HTTP or TLS, and counts its connections. */
export async function watch(server: Server): Promise<ByteServer> {
  const sockets = new Set<Socket>();
  const whenIdle: (() => void)[] = [];
  let seen = 0;
  server.on('connection', (socket: Socket) => {
    seen += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) for (const resolve of whenIdle.splice(0)) resolve();
    });
  });
  const port = await listen(server);
  return {
    port,
    connectionsSeen: () => seen,
    idle() {
      if (sockets.size === 0) return Promise.resolve();
      return new Promise((resolve) => whenIdle.push(resolve));
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
