import type { FieldSchema, FieldType, MessageSchema } from '../spec/message-schema.js';
import { requireVersion } from './codec.js';
import { CodecError, type PathSegment } from './codec-error.js';
import { defaultOf, hasField, nullOf, type VersionOrAny } from './defaults.js';
import type { MessageBody, MessageValue } from './message-body.js';
import { unknownField } from './struct-codec.js';

/**
 * The complete form: every field of every version, absent ones with their default. Throws
 * CodecError on a field that no version has; values are not judged here but when encoded.
 */
export function completeMessage(schema: MessageSchema, body: MessageBody): MessageBody {
  return new Shaping(schema, 'any').shape(schema.fields, body, []);
}

/**
 * What a peer would decode from `body` sent in `version`: fields that the version lacks are
 * dropped, absent ones get their default, and null becomes empty where the version cannot say it.
 * Throws CodecError as `completeMessage` does, and for a version that does not exist.
 */
export function projectMessage(
  schema: MessageSchema,
  version: number,
  body: MessageBody,
): MessageBody {
  requireVersion(schema, version);
  return new Shaping(schema, version).shape(schema.fields, body, []);
}

class Shaping {
  readonly #schema: MessageSchema;
  readonly #version: VersionOrAny;

  constructor(schema: MessageSchema, version: VersionOrAny) {
    this.#schema = schema;
    this.#version = version;
  }

  shape(
    fields: readonly FieldSchema[],
    body: MessageBody,
    path: readonly PathSegment[],
  ): MessageBody {
    this.#rejectUnknown(fields, body, path);
    const shaped: Record<string, MessageValue> = {};
    for (const field of fields) {
      if (!hasField(field, this.#version)) continue;
      shaped[field.name] = this.#field(field, body[field.name], [...path, field.name]);
    }
    return shaped;
  }

  #field(
    field: FieldSchema,
    value: MessageValue | undefined,
    path: readonly PathSegment[],
  ): MessageValue {
    if (value === undefined) return defaultOf(field, this.#version);
    if (value === null) return field.default === null ? nullOf(field, this.#version) : null;
    return this.#value(field.type, value, path);
  }

  #value(type: FieldType, value: MessageValue, path: readonly PathSegment[]): MessageValue {
    if (type.kind === 'array' && isArray(value)) {
      const { element } = type;
      if (element.kind === 'scalar') return value;
      return value.map((item, index) => this.#value(element, item, [...path, index]));
    }
    if (type.kind === 'struct' && isBody(value)) return this.shape(type.fields, value, path);
    return value;
  }

  #rejectUnknown(
    fields: readonly FieldSchema[],
    body: MessageBody,
    path: readonly PathSegment[],
  ): void {
    const names = fields.map((field) => field.name);
    for (const name of Object.keys(body)) {
      if (names.includes(name)) continue;
      throw new CodecError({
        messageName: this.#schema.name,
        version: this.#version === 'any' ? this.#schema.versions.max : this.#version,
        path,
        offset: 0,
        reason: unknownField(name, names),
      });
    }
  }
}

function isArray(value: MessageValue): value is readonly MessageValue[] {
  return Array.isArray(value);
}

function isBody(value: MessageValue): value is MessageBody {
  return (
    typeof value === 'object' && value !== null && !isArray(value) && !(value instanceof Uint8Array)
  );
}
