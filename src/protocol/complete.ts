import type { FieldSchema, FieldType, MessageSchema } from '../spec/message-schema.js';
import { requireVersion } from './codec.js';
import { CodecError, within } from './codec-error.js';
import { defaultOf, hasField, nullOf, type VersionOrAny } from './defaults.js';
import { isNoneOf, linesOf, madeOf } from './made-functions.js';
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

/** What a shaper is made for. */
interface Target {
  readonly schema: MessageSchema;
  readonly version: VersionOrAny;
}

const shaperFor = perVersion((schema, version: VersionOrAny): BodyShaper => {
  if (version !== 'any') requireVersion(schema, version);
  return bodyShaper(schema.fields, { schema, version });
});

interface ShapedField {
  readonly name: string;
  readonly absent: MessageValue;
  /** In place of null. */
  readonly empty: MessageValue;
  readonly shape: ValueShaper | null;
}

function bodyShaper(fields: readonly FieldSchema[], target: Target): BodyShaper {
  const { schema, version } = target;
  const names = fields.map(({ name }) => name);
  const present = fields
    .filter((field) => hasField(field, version))
    .map((field) => ({
      name: field.name,
      absent: defaultOf(field, version),
      empty: field.default === null ? nullOf(field, version) : null,
      shape: valueShaper(field.type, target),
    }));
  const refuse = (name: string): never => {
    throw new CodecError({
      messageName: schema.name,
      version: version === 'any' ? schema.versions.max : version,
      path: [],
      offset: 0,
      reason: unknownField(name, names),
    });
  };
  return madeOf(source(names, present), { fields: present, refuse, within });
}

function source(names: readonly string[], present: readonly ShapedField[]): string {
  return `'use strict';
const { fields, refuse, within } = parts;
${linesOf(present, naming)}
return (body) => {
  for (const name in body) if (${isNoneOf(names)}) refuse(name);
  let at = '', given;
  try {
    return {
      ${linesOf(present, shaping)}
    };
  } catch (error) { throw within(at, error); }
};`;
}

function naming(_: ShapedField, index: number): string {
  return `const { absent: absent${index}, empty: empty${index}, shape: shape${index} } = fields[${index}];`;
}

function shaping({ name, empty, shape }: ShapedField, index: number): string {
  const text = JSON.stringify(name);
  const shaped = shape === null ? 'given' : `(at = ${text}, shape${index}(given))`;
  const orEmpty =
    shape === null && empty === null ? shaped : `given === null ? empty${index} : ${shaped}`;
  return `${text}: (given = body[${text}]) === undefined ? absent${index} : ${orEmpty},`;
}

/** Null where values are taken as they are. */
function valueShaper(type: FieldType, target: Target): ValueShaper | null {
  switch (type.kind) {
    case 'scalar':
      return null;
    case 'struct': {
      const shape = bodyShaper(type.fields, target);
      return (value) => (isBody(value) ? shape(value) : value);
    }
    case 'array': {
      const shape = valueShaper(type.element, target);
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
