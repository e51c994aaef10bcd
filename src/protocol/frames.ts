import { includesVersion } from '../spec/version-range.js';
import { type ApiName, apiNameOfKey, apiSchema } from './apis.js';
import { decodeMessage, encodeMessage } from './codec.js';
import { within } from './codec-error.js';
import type { MessageBody, MessageValue } from './message-body.js';
import { DEFAULT_DECODE_LIMITS, type DecodeLimits, MessageReader } from './message-reader.js';
import { MessageWriter } from './message-writer.js';
import { scalarCodec } from './scalar-codecs.js';
import { readTaggedFields, writeTaggedFields } from './tagged-fields.js';
import type { ValueCodec } from './value-codec.js';

export { FrameError } from './frame-error.js';
export { FrameReader } from './frame-reader.js';

export interface RequestFrame {
  readonly api: ApiName;
  readonly version: number;
  /** int32; the response repeats it. */
  readonly correlationId: number;
  readonly clientId: string | null;
  readonly body: MessageBody;
}

export interface ResponseFrame {
  readonly api: ApiName;
  readonly version: number;
  readonly correlationId: number;
  readonly body: MessageBody;
}

/** What a server can tell of a request whose body it cannot read. */
export interface UnsupportedRequest {
  readonly kind: 'unsupported';
  readonly apiKey: number;
  /** Null for an API that the kit does not speak. */
  readonly api: ApiName | null;
  readonly version: number;
  readonly correlationId: number;
}

export type DecodedRequest = ({ readonly kind: 'request' } & RequestFrame) | UnsupportedRequest;

const int16 = scalarCodec('int16', false);
const int32 = scalarCodec('int32', false);
const SIZE_FIELD_BYTES = 4;
/** Never compact: a server must be able to read the header of a version that it does not know. */
const clientIdCodec = scalarCodec('string', false);

/** A whole frame with its size field. Throws CodecError. */
export function encodeRequestFrame(request: RequestFrame): Uint8Array {
  const { apiKey, request: schema } = apiSchema(request.api);
  const body = encodeMessage(schema, request.version, request.body);
  const flexible = includesVersion(schema.flexible, request.version);
  const header = new MessageWriter('RequestHeader', flexible ? 2 : 1);
  writeField(header, 'apiKey', int16, apiKey);
  writeField(header, 'apiVersion', int16, request.version);
  writeField(header, 'correlationId', int32, request.correlationId);
  writeField(header, 'clientId', clientIdCodec, request.clientId);
  if (flexible) writeTaggedFields(header, [], {});
  return frameOf(header, body);
}

/** `frame` is without its size field. Throws CodecError. */
export function decodeRequestFrame(
  frame: Uint8Array,
  limits: DecodeLimits = DEFAULT_DECODE_LIMITS,
): DecodedRequest {
  const header = new MessageReader('RequestHeader', 1, frame, limits);
  const apiKey = readField(header, 'apiKey', int16) as number;
  const version = readField(header, 'apiVersion', int16) as number;
  const correlationId = readField(header, 'correlationId', int32) as number;
  const api = apiNameOfKey(apiKey) ?? null;
  const schema = api === null ? undefined : apiSchema(api);
  if (api === null || schema === undefined || !includesVersion(schema.versions, version)) {
    return { kind: 'unsupported', apiKey, api, version, correlationId };
  }
  const clientId = readField(header, 'clientId', clientIdCodec) as string | null;
  if (includesVersion(schema.flexible, version)) readTaggedFields(header, [], {});
  const body = decodeMessage(schema.request, version, header.readRaw(header.remaining), limits);
  return { kind: 'request', api, version, correlationId, clientId, body };
}

/** A whole frame with its size field. Throws CodecError. */
export function encodeResponseFrame(response: ResponseFrame): Uint8Array {
  const body = encodeMessage(apiSchema(response.api).response, response.version, response.body);
  const flexible = hasFlexibleResponseHeader(response.api, response.version);
  const header = new MessageWriter('ResponseHeader', flexible ? 1 : 0);
  writeField(header, 'correlationId', int32, response.correlationId);
  if (flexible) writeTaggedFields(header, [], {});
  return frameOf(header, body);
}

/** Which request a response answers; `frame` is without its size field. Throws CodecError. */
export function correlationIdOf(frame: Uint8Array): number {
  const header = new MessageReader('ResponseHeader', 0, frame, DEFAULT_DECODE_LIMITS);
  return readField(header, 'correlationId', int32) as number;
}

/** `frame` is without its size field. Throws CodecError. */
export function decodeResponseFrame(
  api: ApiName,
  version: number,
  frame: Uint8Array,
  limits: DecodeLimits = DEFAULT_DECODE_LIMITS,
): { readonly correlationId: number; readonly body: MessageBody } {
  const flexible = hasFlexibleResponseHeader(api, version);
  const header = new MessageReader('ResponseHeader', flexible ? 1 : 0, frame, limits);
  const correlationId = readField(header, 'correlationId', int32) as number;
  if (flexible) readTaggedFields(header, [], {});
  const body = decodeMessage(
    apiSchema(api).response,
    version,
    header.readRaw(header.remaining),
    limits,
  );
  return { correlationId, body };
}

/** ApiVersions alone keeps the old header: its asker may understand no other (KIP-511). */
function hasFlexibleResponseHeader(api: ApiName, version: number): boolean {
  return api !== 'ApiVersions' && includesVersion(apiSchema(api).flexible, version);
}

function writeField(
  header: MessageWriter,
  name: string,
  codec: ValueCodec,
  value: string | number | null,
): void {
  try {
    if (value === null) codec.writeNull(header);
    else codec.write(header, value);
  } catch (error) {
    throw within(name, error);
  }
}

function readField(header: MessageReader, name: string, codec: ValueCodec): MessageValue {
  try {
    return codec.read(header);
  } catch (error) {
    throw within(name, error);
  }
}

function frameOf(header: MessageWriter, body: Uint8Array): Uint8Array {
  const headerBytes = header.finish();
  const size = headerBytes.length + body.length;
  const frame = new Uint8Array(SIZE_FIELD_BYTES + size);
  new DataView(frame.buffer).setInt32(0, size);
  frame.set(headerBytes, SIZE_FIELD_BYTES);
  frame.set(body, SIZE_FIELD_BYTES + headerBytes.length);
  return frame;
}
