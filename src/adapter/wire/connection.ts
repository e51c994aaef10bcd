import type { Socket } from 'node:net';
import { FrameReader } from '../../protocol/frames.js';
import { AdapterError } from '../adapter.js';
import type { WireAddress } from './address.js';
import { closedMessage } from './connecting.js';
import type { Dialer } from './dialer.js';
import { foreignProtocol } from './foreign-bytes.js';
import type { Authenticate } from './security/sasl.js';
import { alertOf } from './security/tls.js';

export interface ConnectionLimits {
  /** How long the other side may leave bytes unread before a write counts as failed. */
  readonly requestTimeoutMs: number;
  readonly maxFrameBytes: number;
}

export interface ConnectionSettings extends ConnectionLimits {
  /** Absent: connections need no authentication. */
  readonly authenticate?: Authenticate | undefined;
}

/** Why no further frame comes: the stream ended, or its bytes cannot be frames. */
export interface ConnectionEnd {
  readonly kind: 'closed' | 'not-frames';
  readonly reason: string;
}

export interface ConnectionHandlers {
  /** A whole frame without its size. */
  onFrame(frame: Buffer): void;
  /** Once, after the last frame. */
  onEnd(end: ConnectionEnd): void;
}

export interface Connection {
  /** Resolves when the operating system has the bytes, or when the connection is over. */
  write(bytes: Uint8Array): Promise<void>;
  /** Gives the stream up for a fault that lies above the frames. */
  abandon(end: ConnectionEnd): void;
}

/** The sockets of one owner, so that none outlives it. */
export interface Connections {
  /** What each of them owes its broker before any other request. */
  readonly authenticate: Authenticate | undefined;
  /** How long a broker may take to answer what it can answer at once. */
  readonly requestTimeoutMs: number;
  /** Rejects as Dialer.dial does. */
  connect(address: WireAddress, handlers: ConnectionHandlers): Promise<Connection>;
  /** Destroys every socket, also those that are still connecting, and waits until all are gone. */
  close(): Promise<void>;
}

/** Enough to recognise another protocol by its first words. */
const HEAD_BYTES = 80;

const CLOSED_BY_KIT: ConnectionEnd = { kind: 'closed', reason: 'the kit closed the connection' };

export function createConnections(dialer: Dialer, limits: ConnectionSettings): Connections {
  /** Each socket with the way to wait for its end. */
  const sockets = new Map<Socket, Promise<void>>();
  let closed = false;

  function adopt(socket: Socket): void {
    const gone = new Promise<void>((resolve) => {
      socket.once('close', () => {
        sockets.delete(socket);
        resolve();
      });
    });
    sockets.set(socket, gone);
    if (closed) socket.destroy();
  }

  return {
    authenticate: limits.authenticate,
    requestTimeoutMs: limits.requestTimeoutMs,
    async connect(address, handlers) {
      if (closed) throw new AdapterError(closedMessage(address));
      const socket = await dialer.dial(address, adopt);
      return attach(socket, limits, handlers, () => closed);
    },
    async close() {
      closed = true;
      const gone = [...sockets.values()];
      for (const socket of sockets.keys()) socket.destroy();
      await Promise.all(gone);
    },
  };
}

function attach(
  socket: Socket,
  limits: ConnectionLimits,
  handlers: ConnectionHandlers,
  closedByKit: () => boolean,
): Connection {
  const reader = new FrameReader(limits.maxFrameBytes);
  let head: Buffer | undefined = Buffer.alloc(0);
  let end: ConnectionEnd | undefined;
  let cause: NodeJS.ErrnoException | undefined;

  const finish = (reason: ConnectionEnd) => {
    if (end !== undefined) return;
    end = reason;
    socket.destroy();
    handlers.onEnd(reason);
  };
  const readFrames = (chunk: Buffer): readonly Uint8Array[] => {
    try {
      return reader.push(chunk);
    } catch (error) {
      if (error === reader.fault) return [];
      throw error;
    }
  };
  socket.on('error', (error) => {
    cause = error;
  });
  socket.on('data', (chunk: Buffer) => {
    if (end !== undefined) return;
    if (head !== undefined && head.length < HEAD_BYTES) {
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
    }
    for (const frame of readFrames(chunk)) {
      head = undefined;
      if (end !== undefined) return;
      handlers.onFrame(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength));
    }
    if (reader.fault !== undefined) {
      const foreign = head === undefined ? undefined : foreignProtocol(head);
      finish({ kind: 'not-frames', reason: foreign ?? reader.fault.message });
    }
  });
  const finishClosed = () => {
    finish(closedByKit() ? CLOSED_BY_KIT : closedByOther(cause, reader.pendingBytes));
  };
  socket.on('close', finishClosed);
  if (socket.destroyed) finishClosed();

  return {
    write(bytes) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          const reason = `the other side left a request unread for ${limits.requestTimeoutMs} ms`;
          finish({ kind: 'closed', reason });
        }, limits.requestTimeoutMs);
        // Also called when the write fails; the end of the connection then tells why.
        socket.write(bytes, () => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
    abandon: finish,
  };
}

function closedByOther(
  cause: NodeJS.ErrnoException | undefined,
  pendingBytes: number,
): ConnectionEnd {
  const how = howItEnded(cause);
  const where =
    pendingBytes > 0 ? `${how} in the middle of a frame, after ${pendingBytes} bytes of it` : how;
  return { kind: 'closed', reason: where };
}

function howItEnded(cause: NodeJS.ErrnoException | undefined): string {
  if (cause === undefined) return 'the other side closed the connection';
  if (cause.code === 'ECONNRESET') return 'the other side reset the connection';
  // With TLS 1.3 a listener refuses the kit's certificate only after the handshake.
  const alert = alertOf(cause.code ?? '');
  if (alert !== undefined) return `the other side ${alert}`;
  return `the connection broke (${cause.code ?? cause.message})`;
}
