import { type ApiName, apiSchema, completeRequest, type RequestOf } from '../protocol/apis.js';
import { CodecError } from '../protocol/codec-error.js';
import { projectMessage } from '../protocol/complete.js';
import {
  type DecodedRequest,
  decodeRequestFrame,
  encodeResponseFrame,
  type UnsupportedRequest,
} from '../protocol/frames.js';
import type { MessageBody } from '../protocol/message-body.js';
import type { DecodeLimits } from '../protocol/message-reader.js';
import { unsupportedApiVersions } from './apis/index.js';
import type { Connection } from './connection.js';
import { type Handler, type Handlers, isServed } from './exchange.js';
import type { Interferences } from './interference.js';

export interface DispatchParts {
  readonly handlers: Handlers;
  readonly maxElements: number;
  readonly interferences: Interferences;
  /** Told of every request when it is answered, or comes to nothing. */
  readonly onServed: (served: Served) => void;
}

export interface Served {
  readonly connection: Connection;
  readonly api: ApiName;
  readonly version: number;
  readonly request: MessageBody;
  /** Null: it is not answered. */
  readonly answer: MessageBody | null;
  readonly tookMs: number;
}

type Done = (answer: Uint8Array | null) => void;
type Request = Extract<DecodedRequest, { kind: 'request' }>;

/** Serves one frame: what `ConnectionParts.serve` asks for. */
export function createDispatch({ handlers, interferences, onServed, ...limits }: DispatchParts) {
  return (connection: Connection, frame: Uint8Array, done: Done): void => {
    const decoded = decode(frame, limits);
    if (typeof decoded === 'string') connection.close(`it sent no request: ${decoded}`);
    else if (decoded.kind === 'request') serve(connection, decoded, done);
    else if (decoded.api === 'ApiVersions') done(refusedApiVersions(decoded.correlationId));
    else connection.close(`it asked for ${nameOf(decoded)}, which is not served`);
  };

  function serve(connection: Connection, request: Request, done: Done): void {
    const { api, version, clientId, correlationId } = request;
    const { peer } = connection;
    if (!isServed(api)) {
      connection.close(`it asked for ${api} in version ${version}, which is not served`);
      return;
    }
    connection.clientId = clientId;
    const startedAt = performance.now();
    const served = (answer: MessageBody | null) => {
      const tookMs = performance.now() - startedAt;
      onServed({ connection, api, version, request: request.body, answer, tookMs });
    };
    const handler = handlers[api] as Handler<ApiName>;
    handler({
      api,
      version,
      clientId,
      peer,
      body: completeRequest(api, request.body) as RequestOf<ApiName>,
      answer(complete) {
        const encoded = encode(api, version, correlationId, complete);
        // A coordinator with a mistake in it may answer what no version can carry.
        if (typeof encoded === 'string') return connection.close(encoded);
        interferences.apply({ api, clientId, peer }, () => {
          served(encoded.body);
          done(encoded.frame);
        });
      },
      answerNothing() {
        served(null);
        done(null);
      },
      giveUp: (reason) => connection.close(reason),
    });
  }
}

/** What is wrong with it, if it is no request. */
function decode(frame: Uint8Array, limits: DecodeLimits): DecodedRequest | string {
  try {
    return decodeRequestFrame(frame, limits);
  } catch (error) {
    if (error instanceof CodecError) return error.message;
    throw error;
  }
}

function refusedApiVersions(correlationId: number): Uint8Array {
  const body = unsupportedApiVersions();
  return encodeResponseFrame({ api: 'ApiVersions', version: 0, correlationId, body });
}

function nameOf({ api, apiKey, version }: UnsupportedRequest): string {
  return `${api ?? `API ${apiKey}`} in version ${version}`;
}

function encode(
  api: ApiName,
  version: number,
  correlationId: number,
  complete: MessageBody,
): { readonly frame: Uint8Array; readonly body: MessageBody } | string {
  try {
    const body = projectMessage(apiSchema(api).response, version, complete);
    return { body, frame: encodeResponseFrame({ api, version, correlationId, body }) };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return `the answer to it cannot be written: ${error.message}`;
  }
}
