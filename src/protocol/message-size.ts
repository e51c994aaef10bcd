import type { FieldSchema, FieldType, MessageSchema, ScalarType } from '../spec/message-schema.js';
import { includesVersion } from '../spec/version-range.js';
import { encodeMessage, requireVersion } from './codec.js';
import { defaultOf } from './defaults.js';
import type { MessageBody, MessageValue } from './message-body.js';
import { perVersion } from './per-version.js';

type Sizer = (value: MessageValue) => number;

/**
 * Bytes that `encodeMessage` would make of the body, without making them unless the version has
 * compact lengths. Throws CodecError for a version that does not exist; values are not judged.
 */
export function messageSize(schema: MessageSchema, version: number, body: MessageBody): number {
  return sizerFor(schema, version)(body);
}

const sizerFor = perVersion((schema, version: number): ((body: MessageBody) => number) => {
  requireVersion(schema, version);
  return includesVersion(schema.flexible, version)
    ? (message) => encodeMessage(schema, version, message).length
    : bodySizer(schema.fields, version);
});

function bodySizer(fields: readonly FieldSchema[], version: number): (body: MessageBody) => number {
  const present = fields
    .filter((field) => includesVersion(field.versions, version))
    .map((field) => ({
      name: field.name,
      absent: defaultOf(field, version),
      size: typeSizer(field.type, version),
    }));
  return (body) => {
    let sum = 0;
    for (const { name, absent, size } of present) sum += size(body[name] ?? absent);
    return sum;
  };
}

function typeSizer(type: FieldType, version: number): Sizer {
  switch (type.kind) {
    case 'scalar':
      return SCALAR_SIZERS[type.scalar];
    case 'struct': {
      const size = bodySizer(type.fields, version);
      return (value) => size(value as MessageBody);
    }
    case 'array': {
      const size = typeSizer(type.element, version);
      return (value) => {
        let sum = 4;
        for (const item of (value ?? []) as readonly MessageValue[]) sum += size(item);
        return sum;
      };
    }
  }
}

const SCALAR_SIZERS: Readonly<Record<ScalarType, Sizer>> = {
  bool: () => 1,
  int8: () => 1,
  int16: () => 2,
  uint16: () => 2,
  int32: () => 4,
  int64: () => 8,
  uuid: () => 16,
  string: (value) => 2 + (value === null ? 0 : Buffer.byteLength(value as string)),
  bytes: (value) => 4 + (value === null ? 0 : (value as Uint8Array).length),
};
