import type { MessageSchema } from '../spec/message-schema.js';
import { decodeMessage, encodeMessage } from './codec.js';
import { within } from './codec-error.js';
import type { MessageBody } from './message-body.js';
import { DEFAULT_DECODE_LIMITS, MessageReader } from './message-reader.js';

/** A message that carries its own version in front, as records and embedded protocols do. */
export interface VersionedMessage {
  readonly version: number;
  readonly body: MessageBody;
}

const VERSION_BYTES = 2;

/** The version as int16, then the body. Throws CodecError. */
export function encodeVersioned(schema: MessageSchema, message: VersionedMessage): Uint8Array {
  const body = encodeMessage(schema, message.version, message.body);
  const bytes = new Uint8Array(VERSION_BYTES + body.length);
  new DataView(bytes.buffer).setInt16(0, message.version);
  bytes.set(body, VERSION_BYTES);
  return bytes;
}

/** Throws CodecError, also for a version that the schema lacks. */
export function decodeVersioned(schema: MessageSchema, bytes: Uint8Array): VersionedMessage {
  const version = versionOf(schema, bytes);
  return { version, body: decodeMessage(schema, version, bytes.subarray(VERSION_BYTES)) };
}

/** The version in front. Throws CodecError when there are no two bytes. */
export function versionOf(schema: MessageSchema, bytes: Uint8Array): number {
  const reader = new MessageReader(schema.name, schema.versions.max, bytes, DEFAULT_DECODE_LIMITS);
  try {
    return reader.readInt16();
  } catch (error) {
    throw within('version', error);
  }
}
