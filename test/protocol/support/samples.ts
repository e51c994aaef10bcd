import { API_NAMES, apiSchema } from '../../../src/protocol/apis.js';
import type { MessageBody, MessageValue } from '../../../src/protocol/message-body.js';
import type { FieldSchema, FieldType, MessageSchema } from '../../../src/spec/message-schema.js';
import { includesVersion } from '../../../src/spec/version-range.js';

/** A body with every field of its version, most of them different and few of them at their default. */
export interface Sample {
  readonly schema: MessageSchema;
  readonly version: number;
  readonly body: MessageBody;
}

/** One for every version of every message of an API. */
export function samples(): Sample[] {
  return API_NAMES.flatMap((api) => {
    const { versions, request, response } = apiSchema(api);
    return [request, response].flatMap((schema) =>
      Array.from({ length: versions.max - versions.min + 1 }, (_, index) => {
        const version = versions.min + index;
        return { schema, version, body: bodyOf(schema.fields, version, { count: version }) };
      }),
    );
  });
}

/** What makes values differ. */
interface Counter {
  count: number;
}

function bodyOf(fields: readonly FieldSchema[], version: number, counter: Counter): MessageBody {
  const present = fields.filter((field) => includesVersion(field.versions, version));
  return Object.fromEntries(
    present.map((field) => {
      counter.count++;
      const isNull = includesVersion(field.nullable, version) && counter.count % 3 === 0;
      return [field.name, isNull ? null : sampleOf(field.type, version, counter)];
    }),
  );
}

function sampleOf(type: FieldType, version: number, counter: Counter): MessageValue {
  const { count } = counter;
  switch (type.kind) {
    case 'struct':
      return bodyOf(type.fields, version, counter);
    case 'array':
      return [1, 2].map(() => {
        counter.count++;
        return sampleOf(type.element, version, counter);
      });
    case 'scalar':
      switch (type.scalar) {
        case 'bool':
          return count % 2 === 0;
        case 'string':
          return `text ${count} é`;
        case 'bytes':
          return Uint8Array.of(count, 0, 255);
        case 'uuid':
          return `00112233-4455-6677-8899-aabbccddee${(count % 256).toString(16).padStart(2, '0')}`;
        case 'int64':
          return BigInt(count) * 1_000_000_007n;
        case 'int8':
          return count % 100;
        default:
          return count * 7;
      }
  }
}

/** As Apache Kafka's JSON converters take it: bytes as base64, uuids as base64 without padding. */
export function kafkaJson({ schema, body, version }: Sample): string {
  return JSON.stringify(jsonOfBody(schema.fields, body, version));
}

function jsonOfBody(fields: readonly FieldSchema[], body: MessageBody, version: number): object {
  const present = fields.filter(({ name }) => name in body);
  return Object.fromEntries(
    present.map(({ name, type }) => [name, jsonOf(type, body[name] ?? null, version)]),
  );
}

function jsonOf(type: FieldType, value: MessageValue, version: number): unknown {
  if (value === null) return null;
  switch (type.kind) {
    case 'struct':
      return jsonOfBody(type.fields, value as MessageBody, version);
    case 'array':
      return (value as MessageValue[]).map((item) => jsonOf(type.element, item, version));
    case 'scalar':
      if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
      if (typeof value === 'bigint') return Number(value);
      if (type.scalar !== 'uuid') return value;
      return Buffer.from(String(value).replaceAll('-', ''), 'hex').toString('base64url');
  }
}
