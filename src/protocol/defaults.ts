import type { FieldSchema, FieldType } from '../spec/message-schema.js';
import { includesVersion } from '../spec/version-range.js';
import type { MessageBody, MessageValue } from './message-body.js';

/** Version 'any' means all fields of all versions. */
export type VersionOrAny = number | 'any';

export function hasField(field: FieldSchema, version: VersionOrAny): boolean {
  return version === 'any' || includesVersion(field.versions, version);
}

/** Value of a field that is not given. */
export function defaultOf(field: FieldSchema, version: VersionOrAny): MessageValue {
  const value = field.default;
  if (value === null) return nullOf(field, version);
  return typeof value === 'object' ? emptyOf(field.type, version) : value;
}

/**
 * Null, where the version has one. A field that is null by default is written empty in versions
 * that cannot say null (JoinGroup 0-6 says "no protocol" with the empty string).
 */
export function nullOf(field: FieldSchema, version: VersionOrAny): MessageValue {
  const sayable = version === 'any' || includesVersion(field.nullable, version);
  return sayable ? null : emptyOf(field.type, version);
}

export function isDefault(field: FieldSchema, value: unknown): boolean {
  const expected = field.default;
  if (expected === null || typeof expected !== 'object') return value === expected;
  return isEmpty(field.type, value);
}

function isEmpty(type: FieldType, value: unknown): boolean {
  if (type.kind === 'array') return Array.isArray(value) && value.length === 0;
  if (type.kind === 'scalar') return value instanceof Uint8Array && value.length === 0;
  if (typeof value !== 'object' || value === null) return false;
  const body = value as Record<string, unknown>;
  const known = new Set(type.fields.map((field) => field.name));
  return (
    Object.keys(body).every((name) => known.has(name)) &&
    type.fields.every(
      (field) => body[field.name] === undefined || isDefault(field, body[field.name]),
    )
  );
}

function emptyOf(type: FieldType, version: VersionOrAny): MessageValue {
  if (type.kind === 'array') return [];
  if (type.kind === 'struct') return defaultsOf(type.fields, version);
  return type.scalar === 'string' ? '' : new Uint8Array(0);
}

function defaultsOf(fields: readonly FieldSchema[], version: VersionOrAny): MessageBody {
  const body: Record<string, MessageValue> = {};
  for (const field of fields) {
    if (hasField(field, version)) body[field.name] = defaultOf(field, version);
  }
  return body;
}
