import fc from 'fast-check';
import { defaultOf } from '../../../src/protocol/defaults.js';
import type { MessageBody, MessageValue } from '../../../src/protocol/message-body.js';
import {
  type FieldSchema,
  type FieldType,
  INTEGER_LIMITS,
  type MessageSchema,
  type ScalarType,
} from '../../../src/spec/message-schema.js';
import { includesVersion } from '../../../src/spec/version-range.js';

/** Bodies with every field that `version` has and no other. */
export function bodyOf(schema: MessageSchema, version: number): fc.Arbitrary<MessageBody> {
  const fields = schema.fields.filter((field) => includesVersion(field.versions, version));
  return fieldsOf(fields, (field) => includesVersion(field.nullable, version), version);
}

/** Bodies with the fields of all versions, null wherever any version allows it. */
export function completeBodyOf(schema: MessageSchema): fc.Arbitrary<MessageBody> {
  return fieldsOf(schema.fields, (field) => field.nullable !== null, undefined);
}

/**
 * Complete bodies that lose nothing in `version`: a field that it lacks has any value if it is
 * ignorable, else its default.
 */
export function sendableBodyOf(schema: MessageSchema, version: number): fc.Arbitrary<MessageBody> {
  return fc.record(
    Object.fromEntries(schema.fields.map((field) => [field.name, sendableField(field, version)])),
  );
}

function sendableField(field: FieldSchema, version: number): fc.Arbitrary<MessageValue> {
  if (!includesVersion(field.versions, version) && !field.ignorable) {
    return fc.constant(defaultOf(field, 'any'));
  }
  const { type } = field;
  const struct = type.kind === 'array' ? type.element : type;
  const value =
    struct.kind === 'struct'
      ? fc.record(
          Object.fromEntries(
            struct.fields.map((inner) => [inner.name, sendableField(inner, version)]),
          ),
        )
      : valuesOf(struct, version);
  const whole = type.kind === 'array' ? fc.array(value, { maxLength: 3 }) : value;
  return field.nullable === null ? whole : fc.option(whole, { nil: null });
}

function fieldsOf(
  fields: readonly FieldSchema[],
  nullable: (field: FieldSchema) => boolean,
  version: number | undefined,
): fc.Arbitrary<MessageBody> {
  const entries = fields.map((field) => {
    const value = valuesOf(field.type, version);
    return [field.name, nullable(field) ? fc.option(value, { nil: null }) : value];
  });
  return fc.record(Object.fromEntries(entries), { noNullPrototype: true });
}

function valuesOf(type: FieldType, version: number | undefined): fc.Arbitrary<MessageValue> {
  switch (type.kind) {
    case 'scalar':
      return scalarOf(type.scalar);
    case 'array':
      return fc.array(valuesOf(type.element, version), { maxLength: 3 });
    case 'struct':
      if (version === undefined) {
        return fieldsOf(type.fields, (field) => field.nullable !== null, undefined);
      }
      return fieldsOf(
        type.fields.filter((field) => includesVersion(field.versions, version)),
        (field) => includesVersion(field.nullable, version),
        version,
      );
  }
}

function scalarOf(scalar: ScalarType): fc.Arbitrary<MessageValue> {
  switch (scalar) {
    case 'bool':
      return fc.boolean();
    case 'string':
      // The byte order mark is what a careless UTF-8 decoder swallows.
      return fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constant('\ufeffé'));
    case 'bytes':
      return fc.uint8Array({ maxLength: 8 });
    case 'uuid':
      return fc
        .uint8Array({ minLength: 16, maxLength: 16 })
        .map((bytes) => Buffer.from(bytes).toString('hex'))
        .map((hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
    case 'int64':
      return fc.bigInt(INTEGER_LIMITS.int64);
    default: {
      const { min, max } = INTEGER_LIMITS[scalar];
      return fc.integer({ min: Number(min), max: Number(max) });
    }
  }
}
