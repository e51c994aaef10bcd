import type { Socket } from 'node:net';
import { FrameReader } from '../protocol/frames.js';
import type { Peer } from './exchange.js';
import { formatHostPort, javaHost, plainHost } from './host-text.js';
import type { ServerLimits } from './limits.js';

/** Bytes that clients have sent and that wait for their turn, over all connections. */
export interface Budget {
  buffered: number;
}

export interface Connection {
  readonly peer: Peer;
  /** For people, e.g. `127.0.0.1:40123`. */
  readonly name: string;
  /** As its last request named its client; null before that. */
  clientId: string | null;
  readonly openedAt: number;
  close(reason: string): void;
}

export interface ConnectionParts {
  readonly socket: Socket;
  readonly limits: ServerLimits;
  readonly budget: Budget;
  /**
   * Serves one request, given without its size; the next one comes after `done`: with the bytes of
   * the answer, or null when there is none. Never throws.
   */
  readonly serve: (
    connection: Connection,
    frame: Uint8Array,
    done: (answer: Uint8Array | null) => void,
  ) => void;
  /** Once. The reason is null when the client ended the connection. */
  readonly onClosed: (connection: Connection, reason: string | null) => void;
}

/**
 * Serves the requests of a socket one at a time, in the order of their coming, as Kafka does: what
 * comes behind a parked JoinGroup waits until that is answered and the client has taken the answer.
 *
 *      socket ──▶ frames ──▶ queue ──▶ serve ──▶ answer ──▶ socket ──▶ next
 *
 * The socket is read on meanwhile, up to a limit, since only a reader notices that its client is
 * gone.
 */
export function serveConnection(parts: ConnectionParts): Connection {
  const { socket, limits, budget, serve } = parts;
  const reader = new FrameReader(limits.maxFrameBytes);
  const gone = new Set<() => void>();
  const host = plainHost(socket.remoteAddress);
  let queue: Uint8Array[] = [];
  let queuedBytes = 0;
  /** Of the request that is being served: its fields are kept until it is answered. */
  let servedBytes = 0;
  /** Of the budget. */
  let accounted = 0;
  let busy = false;
  let ended = false;
  let closed = false;
  let patience: NodeJS.Timeout | undefined;

  const connection: Connection = {
    peer: {
      clientHost: javaHost(socket.remoteAddress),
      localHost: plainHost(socket.localAddress),
      onGone(listener) {
        gone.add(listener);
        return () => gone.delete(listener);
      },
    },
    name: formatHostPort(host, socket.remotePort ?? 0),
    clientId: null,
    openedAt: performance.now(),
    close: (reason) => finish(reason),
  };

  function finish(reason: string | null): void {
    if (closed) return;
    closed = true;
    clearTimeout(patience);
    socket.destroy();
    queue = [];
    queuedBytes = 0;
    budget.buffered -= accounted;
    accounted = 0;
    for (const listener of gone) listener();
    gone.clear();
    parts.onClosed(connection, reason);
  }

  function account(): void {
    const now = queuedBytes + servedBytes + reader.pendingBytes;
    budget.buffered += now - accounted;
    accounted = now;
    if (budget.buffered > limits.maxBufferedBytes) {
      finish(`all clients together have ${limits.maxBufferedBytes} bytes of requests waiting`);
    }
  }

  function next(): void {
    if (busy || closed) return;
    const frame = queue.shift();
    if (frame === undefined) {
      if (ended) socket.end();
      return;
    }
    servedBytes = heldBy(frame);
    queuedBytes -= servedBytes;
    account();
    if (closed) return;
    if (queuedBytes <= limits.maxQueuedBytes && socket.isPaused()) socket.resume();
    busy = true;
    if (ended) waitForLastAnswers();
    let answered = false;
    serve(connection, frame, (answer) => {
      if (answered || closed) return;
      answered = true;
      if (answer === null) setImmediate(goOn);
      else send(answer);
    });
  }

  function goOn(): void {
    if (closed) return;
    busy = false;
    servedBytes = 0;
    account();
    next();
  }

  function send(answer: Uint8Array): void {
    socket.write(answer, () => {
      clearTimeout(patience);
      goOn();
    });
    // The operating system has it already.
    if (socket.writableLength === 0) return;
    giveTime(limits.unreadAnswerMs, `it left an answer unread for ${limits.unreadAnswerMs} ms`);
  }

  /** A client that is gone for good looks no different. */
  function waitForLastAnswers(): void {
    giveTime(limits.halfClosedMs, `its client ended its side ${limits.halfClosedMs} ms ago`);
  }

  function giveTime(ms: number, reason: string): void {
    clearTimeout(patience);
    patience = setTimeout(() => finish(reason), ms);
  }

  socket.on('data', (chunk: Buffer) => {
    if (closed) return;
    try {
      for (const frame of reader.push(chunk)) {
        queue.push(frame);
        queuedBytes += heldBy(frame);
      }
    } catch (error) {
      if (error !== reader.fault) throw error;
    }
    account();
    if (queuedBytes > limits.maxQueuedBytes) socket.pause();
    next();
    // What came before it has been answered, or is not worth it.
    if (reader.fault !== undefined) finish(reader.fault.message);
  });
  socket.on('end', () => {
    ended = true;
    if (busy) waitForLastAnswers();
    next();
  });
  socket.on('error', () => {}); // 'close' follows.
  socket.on('close', () => finish(null));
  return connection;
}

/** Frames may be empty, and are not free even then. */
const FRAME_OVERHEAD_BYTES = 128;

function heldBy(frame: Uint8Array): number {
  return frame.length + FRAME_OVERHEAD_BYTES;
}
