import type { Readable, Writable } from 'node:stream';
import { API_NAMES, type ApiName, apiSchema } from '../../protocol/apis.js';
import {
  type Adapter,
  AdapterError,
  type Answer,
  type Clock,
  type OutgoingRequest,
  type Session,
} from '../adapter.js';
import { jsonBodyCodec } from './json-body.js';
import { JsonBodyError } from './json-misfit.js';
import { recordFromJson, recordToJson } from './json-record.js';
import { createLineReader } from './line-reader.js';
import { createLineWriter } from './line-writer.js';
import {
  type AnswerParams,
  ERROR_CODES,
  MAX_LINE_BYTES,
  type Method,
  type ParamsOf,
  PROTOCOL_VERSION,
  type ResultOf,
} from './protocol.js';
import { fitting, idOf, parseLine, Refusal, requestOf } from './request.js';

interface Served {
  readonly session: Session;
  readonly asked: Map<number, Pick<OutgoingRequest, 'api' | 'version'>>;
  /** Sends what has been answered. */
  tell(): void;
  /** Why something that was answered could not be sent. */
  fault?: unknown;
}

type Handlers = { readonly [M in Method]: (params: ParamsOf<M>) => Promise<ResultOf<M>> };

/**
 * The other side of the protocol: serves an adapter of this process over a pair of streams, one
 * request after the other. Resolves after `shutdown` or at the end of `input`.
 *
 * @param version of the implementation, for reports
 */
export async function serveAdapter(
  adapter: Adapter,
  input: Readable,
  output: Writable,
  version?: string,
): Promise<void> {
  const sessions = new Map<number, Served>();
  const writer = createLineWriter(output);
  let over = false;

  const served = (id: number): Served => {
    const found = sessions.get(id);
    if (found !== undefined) return found;
    throw new Refusal('badParams', `session ${id} is not open`);
  };

  const handlers: Handlers = {
    async initialize() {
      const { name, apis, configuration, capabilities, clock, isolated } = await adapter.describe();
      return {
        protocolVersion: PROTOCOL_VERSION,
        name,
        ...(version === undefined ? {} : { version }),
        apis: Object.fromEntries(apis),
        configuration,
        capabilities: [...capabilities],
        clock,
        isolated,
      };
    },
    async open({ session: id, configuration }) {
      if (sessions.has(id)) throw new Refusal('badParams', `session ${id} is open already`);
      const session = await adapter.open({ configuration });
      const asked: Served['asked'] = new Map();
      const own: Served = {
        session,
        asked,
        tell() {
          try {
            for (const answer of session.takeAnswers()) {
              const params = answerParams(id, answer, asked);
              writer.write(JSON.stringify({ jsonrpc: '2.0', method: 'answer', params }));
            }
          } catch (error) {
            own.fault ??= error;
          }
        },
      };
      sessions.set(id, own);
      const { clock } = session;
      if (clock.kind === 'real') void tellAsItComes(clock, own.tell);
      return {};
    },
    async send({ session: id, requestId, connection, clientId, api: given, version, body }) {
      const { session, asked } = served(id);
      const api = apiNamed(given);
      const request = {
        ...{ id: requestId, connection, clientId, api, version },
        body: fitting(() => jsonBodyCodec(apiSchema(api).request, version).fromJson(body)),
      };
      asked.set(requestId, { api, version });
      await session.send(request);
      return {};
    },
    async settle({ session }) {
      await served(session).session.settle();
      return {};
    },
    async advance({ session, ms }) {
      const { clock } = served(session).session;
      if (clock.kind === 'real') throw new Refusal('unknownMethod', 'real time cannot be moved');
      await clock.advance(ms);
      return { now: clock.now() };
    },
    async records({ session }) {
      return { records: (await served(session).session.takeRecords()).map(recordToJson) };
    },
    async 'fail-appends'({ session, error }) {
      await served(session).session.control({ kind: 'fail-next-append', error });
      return {};
    },
    'hold-commits': ({ session }) => control(session, 'hold-commits'),
    'release-commits': ({ session }) => control(session, 'release-commits'),
    unload: ({ session }) => control(session, 'unload'),
    async 'start-load'({ session: id, records: given, configuration }) {
      const { session } = served(id);
      const records = fitting(() => given?.map(recordFromJson) ?? null);
      await session.control({ kind: 'start-load', records, configuration });
      return {};
    },
    'finish-load': ({ session }) => control(session, 'finish-load'),
    async close({ session: id }) {
      const { session } = served(id);
      sessions.delete(id);
      await session.close();
      return {};
    },
    async shutdown() {
      over = true;
      return {};
    },
  };

  async function control(
    id: number,
    kind: 'hold-commits' | 'release-commits' | 'unload' | 'finish-load',
  ): Promise<Record<string, never>> {
    await served(id).session.control({ kind });
    return {};
  }

  async function handle(line: string): Promise<void> {
    let id: number | null = null;
    let outcome: object;
    try {
      const message = parseLine(line);
      id = idOf(message);
      const request = requestOf(message);
      // The shape of the params has been checked, so they are those of the method.
      const handler = handlers[request.method] as (params: unknown) => Promise<unknown>;
      const result = await handler(request.params);
      const own = sessions.get(request.params.session ?? 0);
      own?.tell();
      if (own?.fault !== undefined) throw own.fault;
      outcome = { result };
    } catch (error) {
      outcome = { error: errorOf(error) };
    }
    writer.write(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
  }

  for await (const line of linesOf(input)) {
    await writer.room();
    await handle(line);
    if (over) break;
  }
  await adapter.close();
}

/** Until the session is closed. */
async function tellAsItComes(
  clock: Extract<Clock, { kind: 'real' }>,
  tell: () => void,
): Promise<void> {
  const wake = () => {
    tell();
    return false;
  };
  await clock.waitUntil(Number.POSITIVE_INFINITY, wake).catch(tell);
}

function apiNamed(given: string): ApiName {
  const api = API_NAMES.find((name) => name === given);
  if (api === undefined) throw new Refusal('badParams', `there is no API '${given}'`);
  return api;
}

function answerParams(session: number, answer: Answer, asked: Served['asked']): AnswerParams {
  const { requestId, at } = answer;
  const request = asked.get(requestId);
  asked.delete(requestId);
  switch (answer.kind) {
    case 'response': {
      if (request === undefined) return { session, requestId, at, body: {} };
      const codec = jsonBodyCodec(apiSchema(request.api).response, request.version);
      return { session, requestId, at, body: codec.toJson(answer.body) };
    }
    case 'undecodable':
      return { session, requestId, at, undecodable: answer.reason };
    case 'connection-closed':
      return { session, requestId, at, closed: answer.reason };
  }
}

function errorOf(error: unknown): { readonly code: number; readonly message: string } {
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  const told = error instanceof AdapterError || error instanceof JsonBodyError;
  const message = told ? error.message : String(error);
  return { code: ERROR_CODES.fault, message };
}

async function* linesOf(input: Readable): AsyncGenerator<string> {
  let lines: string[] = [];
  let unreadable: string | undefined;
  const read = createLineReader(MAX_LINE_BYTES, {
    onLine: (line) => lines.push(line),
    onUnreadable(reason) {
      unreadable = reason;
    },
  });
  for await (const chunk of input) {
    read(chunk as Buffer);
    const whole = lines;
    lines = [];
    yield* whole;
    if (unreadable !== undefined) throw new AdapterError(`standard input has ${unreadable}`);
  }
}
