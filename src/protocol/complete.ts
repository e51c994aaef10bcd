import type { FieldSchema, FieldType, MessageSchema } from '../spec/message-schema.js';
import { requireVersion } from './codec.js';
import { CodecError, type PathSegment } from './codec-error.js';
import { defaultOf, hasField, nullOf, type VersionOrAny } from './defaults.js';
import { isBody, isList, type MessageBody, type MessageValue } from './message-body.js';
import { perVersion } from './per-version.js';
import { unknownField } from './struct-codec.js';

/**
 * The complete form: every field of every version, absent ones with their default. Throws
 * CodecError on a field that no version has; values are not judged here but when encoded.
 */
export function completeMessage(schema: MessageSchema, body: MessageBody): MessageBody {
  return shaperFor(schema, 'any')(body);
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
  return shaperFor(schema, version)(body);
}

type BodyShaper = (body: MessageBody) => MessageBody;
type ValueShaper = (value: MessageValue) => MessageValue;

const shaperFor = perVersion((schema, version: VersionOrAny): BodyShaper => {
  if (version !== 'any') requireVersion(schema, version);
  const shape = bodyShaper(schema.fields, version);
  return (body) => {
    try {
      return shape(body);
    } catch (error) {
      if (!(error instanceof UnknownFieldError)) throw error;
      throw new CodecError({
        messageName: schema.name,
        version: version === 'any' ? schema.versions.max : version,
        path: error.path,
        offset: 0,
        reason: error.message,
      });
    }
  };
});

/** Collects its path on its way up, so that nobody keeps one while all is well. */
class UnknownFieldError extends Error {
  readonly path: PathSegment[] = [];
}

function bodyShaper(fields: readonly FieldSchema[], version: VersionOrAny): BodyShaper {
  const names = new Set(fields.map(({ name }) => name));
  const present = fields
    .filter((field) => hasField(field, version))
    .map((field) => ({
      name: field.name,
      absent: defaultOf(field, version),
      empty: field.default === null ? nullOf(field, version) : null,
      shape: valueShaper(field.type, version),
    }));

  return (body) => {
    for (const name in body) {
      if (!names.has(name)) throw new UnknownFieldError(unknownField(name, [...names]));
    }
    const shaped: Record<string, MessageValue> = {};
    let at = '';
    try {
      for (const { name, absent, empty, shape } of present) {
        const value = body[name];
        at = name;
        if (value === undefined) shaped[name] = absent;
        else if (value === null) shaped[name] = empty;
        else shaped[name] = shape === null ? value : shape(value);
      }
    } catch (error) {
      throw within(at, error);
    }
    return shaped;
  };
}

/** Null where values are taken as they are. */
function valueShaper(type: FieldType, version: VersionOrAny): ValueShaper | null {
  switch (type.kind) {
    case 'scalar':
      return null;
    case 'struct': {
      const shape = bodyShaper(type.fields, version);
      return (value) => (isBody(value) ? shape(value) : value);
    }
    case 'array': {
      const shape = valueShaper(type.element, version);
      if (shape === null) return null;
      return (value) => (isList(value) ? shapeItems(value, shape) : value);
    }
  }
}

function shapeItems(items: readonly MessageValue[], shape: ValueShaper): MessageValue[] {
  const shaped: MessageValue[] = [];
  try {
    for (const item of items) shaped.push(shape(item));
  } catch (error) {
    throw within(shaped.length, error);
  }
  return shaped;
}

function within(segment: PathSegment, error: unknown): unknown {
  if (error instanceof UnknownFieldError) error.path.unshift(segment);
  return error;
}
