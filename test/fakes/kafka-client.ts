import { connect, type Socket } from 'node:net';
import type { ApiName } from '../../src/protocol/apis.js';
import {
  correlationIdOf,
  decodeResponseFrame,
  encodeRequestFrame,
  FrameReader,
} from '../../src/protocol/frames.js';
import type { MessageBody } from '../../src/protocol/message-body.js';

/** A socket that sends what the test says, and tells what came back in its order. */
export interface KafkaClient {
  readonly socket: Socket;
  /** Returns the correlation id. */
  send(api: ApiName, version: number, body: MessageBody): number;
  /** The next answer, without its size. Rejects when the connection ends first. */
  frame(): Promise<Uint8Array>;
  /** The next answer, which must be one to a request of this form. */
  answer(api: ApiName, version: number): Promise<MessageBody>;
  ask(api: ApiName, version: number, body: MessageBody): Promise<MessageBody>;
  /** Correlation ids of the answers that have come and were not taken. */
  untaken(): number[];
  /** Resolves when the connection is over, whoever ended it. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export async function connectKafkaClient(port: number, clientId = 'test'): Promise<KafkaClient> {
  const socket = connect({ host: '127.0.0.1', port });
  const reader = new FrameReader();
  const frames: Uint8Array[] = [];
  const waiting: {
    resolve: (frame: Uint8Array) => void;
    reject: (error: Error) => void;
  }[] = [];
  let correlationId = 0;
  let over = false;

  socket.on('error', () => {}); // 'close' follows.
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      over = true;
      for (const { reject } of waiting.splice(0)) reject(new Error('the connection ended'));
      resolve();
    });
  });
  socket.on('data', (chunk) => {
    for (const frame of reader.push(chunk)) {
      const next = waiting.shift();
      if (next === undefined) frames.push(frame);
      else next.resolve(frame);
    }
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });

  const client: KafkaClient = {
    socket,
    send(api, version, body) {
      correlationId++;
      socket.write(encodeRequestFrame({ api, version, correlationId, clientId, body }));
      return correlationId;
    },
    frame() {
      const frame = frames.shift();
      if (frame !== undefined) return Promise.resolve(frame);
      if (over) return Promise.reject(new Error('the connection ended'));
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    async answer(api, version) {
      return decodeResponseFrame(api, version, await client.frame()).body;
    },
    ask(api, version, body) {
      client.send(api, version, body);
      return client.answer(api, version);
    },
    untaken: () => frames.map(correlationIdOf),
    closed,
    close() {
      socket.destroy();
      return closed;
    },
  };
  return client;
}
