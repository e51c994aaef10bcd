import type { MessageSchema } from '../spec/message-schema.js';
import { formatVersionRange, includesVersion } from '../spec/version-range.js';
import { CodecError } from './codec-error.js';
import type { MessageBody } from './message-body.js';
import { DEFAULT_DECODE_LIMITS, type DecodeLimits, MessageReader } from './message-reader.js';
import { MessageWriter } from './message-writer.js';
import { perVersion } from './per-version.js';
import { structCodec } from './struct-codec.js';

export { CodecError } from './codec-error.js';

/**
 * Bytes of `body`. Absent fields take their default; null in a version that cannot say it is
 * written as empty when the field is null by default.
 *
 * Throws CodecError for anything the version cannot carry: unknown fields, ill-typed or
 * out-of-range values, null elsewhere, and values of fields that the version lacks unless the
 * field is ignorable.
 */
export function encodeMessage(
  schema: MessageSchema,
  version: number,
  body: MessageBody,
): Uint8Array {
  const codec = codecFor(schema, version);
  const writer = new MessageWriter(schema.name, version);
  codec.write(writer, body);
  return writer.finish();
}

/**
 * Every field that `version` has; unknown tagged fields are skipped (KIP-482).
 *
 * Throws CodecError unless `bytes` are exactly one message of this version. No input makes it read
 * further than its end or build more than `limits` allow; the depth is that of the schema.
 */
export function decodeMessage(
  schema: MessageSchema,
  version: number,
  bytes: Uint8Array,
  limits: DecodeLimits = DEFAULT_DECODE_LIMITS,
): MessageBody {
  const codec = codecFor(schema, version);
  const reader = new MessageReader(schema.name, version, bytes, limits);
  const body = codec.read(reader);
  reader.expectEnd();
  return body as MessageBody;
}

const codecFor = perVersion((schema, version: number) => {
  requireVersion(schema, version);
  return structCodec(schema.fields, {
    version,
    flexible: includesVersion(schema.flexible, version),
  });
});

/** Throws CodecError when the schema has no such version. */
export function requireVersion(schema: MessageSchema, version: number): void {
  if (Number.isInteger(version) && includesVersion(schema.versions, version)) return;
  throw new CodecError({
    messageName: schema.name,
    version,
    path: [],
    offset: 0,
    reason: `there is no such version; known are ${formatVersionRange(schema.versions)}`,
  });
}
