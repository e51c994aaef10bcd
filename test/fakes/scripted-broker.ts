import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { API_NAMES, type ApiName, apiSchema } from '../../src/protocol/apis.js';
import {
  decodeRequestFrame,
  encodeResponseFrame,
  FrameReader,
  type RequestFrame,
  type UnsupportedRequest,
} from '../../src/protocol/frames.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import type { VersionRange } from '../../src/spec/version-range.js';

/** A broker for tests on a loopback port: it answers what its script says, when the script says. */
export interface ScriptedBroker {
  readonly port: number;
  /** Every readable request so far, in the order of arrival. */
  readonly received: readonly Received[];
  /** The next request of `api` that no earlier call has returned. */
  next(api: ApiName): Promise<Received>;
  /** Resolves when the last connection is gone. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface Received extends RequestFrame {
  readonly peer: Peer;
  answer(body: MessageBody): void;
}

/** One connection, as the broker sees it. */
export interface Peer {
  /** In the order of their coming, from 0. */
  readonly number: number;
  /** The broker's own port. */
  readonly localPort: number;
  write(bytes: Uint8Array): void;
  /** Sends what was written and ends the connection. */
  cut(): void;
  /** Resolves when the connection is gone, whoever ended it. */
  readonly closed: Promise<void>;
}

/** The body to answer with at once; nothing leaves the request open. */
export type Handler = (request: Received) => MessageBody | undefined;

export interface BrokerScript {
  /** Replaces what the broker advertises; default: everything that the kit speaks. */
  readonly apis?: Partial<Record<ApiName, VersionRange>>;
  readonly handlers?: Partial<Record<ApiName, Handler>>;
  /** Certificate, key and what the listener wants of its clients; absent: plaintext. */
  readonly tls?: TlsOptions;
  /** Asked of every request first; false: the connection ends instead of an answer. */
  readonly admits?: (request: Received) => boolean;
  /** Requests of an API or version that the kit does not know. Default: end of the connection. */
  readonly unsupported?: (request: UnsupportedRequest, peer: Peer) => void;
}

export async function startScriptedBroker(script: BrokerScript = {}): Promise<ScriptedBroker> {
  const received: Received[] = [];
  const untaken = new Map<ApiName, Received[]>();
  const waiting = new Map<ApiName, ((request: Received) => void)[]>();
  const sockets = new Set<Socket>();
  const whenIdle: (() => void)[] = [];
  let connections = 0;

  const serve = (socket: Socket) => {
    const reader = new FrameReader();
    const peer: Peer = {
      number: connections++,
      localPort: socket.localPort ?? 0,
      write: (bytes) => void socket.write(bytes),
      cut: () => socket.destroySoon(),
      closed: new Promise((resolve) => socket.once('close', () => resolve())),
    };
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const frames = framesOf(reader, chunk);
      for (const frame of frames) receive(peer, frame);
      // As brokers do with what cannot be a frame.
      if (reader.fault !== undefined) socket.destroy();
    });
  };
  const server =
    script.tls === undefined ? createServer(serve) : createTlsServer(script.tls, serve);
  // Of a TLS listener these are the connections below, also those whose handshake fails.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) for (const resolve of whenIdle.splice(0)) resolve();
    });
  });

  function receive(peer: Peer, frame: Uint8Array): void {
    const decoded = decodeRequestFrame(frame);
    if (decoded.kind === 'unsupported') {
      if (script.unsupported === undefined) peer.cut();
      else script.unsupported(decoded, peer);
      return;
    }
    const { api, version, correlationId } = decoded;
    const request: Received = {
      ...decoded,
      peer,
      answer: (body) => peer.write(encodeResponseFrame({ api, version, correlationId, body })),
    };
    received.push(request);
    if (script.admits?.(request) === false) {
      peer.cut();
      return;
    }
    const body = (script.handlers?.[api] ?? defaults[api])?.(request);
    if (body !== undefined) request.answer(body);
    const resolve = waiting.get(api)?.shift();
    if (resolve !== undefined) resolve(request);
    else untaken.set(api, [...(untaken.get(api) ?? []), request]);
  }

  const port = await listen(server);
  const defaults: Partial<Record<ApiName, Handler>> = {
    ApiVersions: () => apiVersionsAnswer(script.apis ?? everything()),
    Metadata: () => ({ brokers: [{ nodeId: 1, host: '127.0.0.1', port }] }),
    FindCoordinator: (request) =>
      coordinatorAnswer(request, { nodeId: 1, host: '127.0.0.1', port }),
    DescribeGroups: (request) => ({
      groups: (request.body.groups as string[]).map((groupId) => ({ groupId, groupState: 'Dead' })),
    }),
    ListGroups: () => ({}),
    DescribeConfigs: () => ({ results: [] }),
    Heartbeat: () => ({}),
    // ILLEGAL_SASL_STATE: of a listener without SASL.
    SaslHandshake: () => ({ errorCode: 34 }),
  };

  return {
    port,
    received,
    next(api) {
      const request = untaken.get(api)?.shift();
      if (request !== undefined) return Promise.resolve(request);
      return new Promise((resolve) => waiting.set(api, [...(waiting.get(api) ?? []), resolve]));
    },
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

function framesOf(reader: FrameReader, chunk: Buffer): readonly Uint8Array[] {
  try {
    return reader.push(chunk);
  } catch (error) {
    if (error === reader.fault) return [];
    throw error;
  }
}

export function apiVersionsAnswer(
  apis: Partial<Record<ApiName, VersionRange>>,
  errorCode = 0,
): MessageBody {
  const apiKeys = Object.entries(apis).map(([api, range]) => ({
    apiKey: apiSchema(api as ApiName).apiKey,
    minVersion: range.min,
    maxVersion: range.max,
  }));
  return { errorCode, apiKeys };
}

/** The answer in the form of the request's version, batched or not. */
export function coordinatorAnswer(
  request: Received,
  coordinator: { readonly nodeId: number; readonly host: string; readonly port: number },
  errorCode = 0,
): MessageBody {
  if (request.version < 4) return { ...coordinator, errorCode };
  const keys = request.body.coordinatorKeys as string[];
  return { coordinators: keys.map((key) => ({ ...coordinator, key, errorCode })) };
}

function everything(): Partial<Record<ApiName, VersionRange>> {
  return Object.fromEntries(API_NAMES.map((api) => [api, apiSchema(api).versions]));
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
    });
  });
}
