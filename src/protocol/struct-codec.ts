import { closest } from 'fastest-levenshtein';
import type { FieldSchema, FieldType } from '../spec/message-schema.js';
import { includesVersion } from '../spec/version-range.js';
import { within } from './codec-error.js';
import { defaultOf, isDefault, nullOf } from './defaults.js';
import {
  lengthPrefix,
  prefixBytes,
  readLength,
  writeLength,
  writeNullLength,
} from './length-prefix.js';
import type { MessageValue } from './message-body.js';
import type { MessageReader } from './message-reader.js';
import type { MessageWriter } from './message-writer.js';
import { scalarCodec } from './scalar-codecs.js';
import { type AnyBody, structFunctions } from './struct-functions.js';
import { readTaggedFields, type TaggedField, writeTaggedFields } from './tagged-fields.js';
import { describeValue, type ValueCodec } from './value-codec.js';

/** The version everything below is compiled for. */
interface Target {
  readonly version: number;
  readonly flexible: boolean;
}

/** A field that the version has. */
export interface FieldCodec {
  readonly name: string;
  readonly nullable: boolean;
  readonly values: ValueCodec;
  /** Writes the default when `value` is undefined. */
  write(writer: MessageWriter, value: unknown): void;
  /** What was read from `start`, unless it is null where the version has none. */
  notNull(reader: MessageReader, start: number, value: MessageValue): MessageValue;
}

/** Compiles the fields of a structure or of a whole message. */
export function structCodec(fields: readonly FieldSchema[], target: Target): ValueCodec {
  const { version, flexible } = target;
  const missing = fields.filter((field) => !includesVersion(field.versions, version));
  const names = fields.map((field) => field.name);
  const ordinary: FieldCodec[] = [];
  const tagged: TaggedField[] = [];
  for (const field of fields.filter((candidate) => includesVersion(candidate.versions, version))) {
    const codec = fieldCodec(field, target);
    if (field.tag === null) ordinary.push(codec);
    else tagged.push({ tag: field.tag, schema: field, codec, version });
  }
  tagged.sort((a, b) => a.tag - b.tag);

  return {
    minBytes: ordinary.reduce((sum, { values }) => sum + values.minBytes, flexible ? 1 : 0),
    writeNull: (writer) => writer.fail('a structure in an array is never null'),
    ...structFunctions({
      fields: ordinary,
      names,
      asBody,
      refuseUnknown: (writer, name) => writer.fail(unknownField(name, names)),
      refuseLost:
        missing.length === 0
          ? null
          : (writer, body) => {
              for (const field of missing) rejectLost(writer, field, body[field.name], version);
            },
      writeTagged: flexible ? (writer, body) => writeTaggedFields(writer, tagged, body) : null,
      readTagged: flexible ? (reader, body) => readTaggedFields(reader, tagged, body) : null,
    }),
  };
}

function asBody(writer: MessageWriter, value: unknown): AnyBody {
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    value instanceof Uint8Array
  ) {
    return writer.fail(`needs an object, not ${describeValue(value)}`);
  }
  return value as AnyBody;
}

export function unknownField(name: string, names: readonly string[]): string {
  const hint = names.length > 0 ? `; did you mean '${closest(name, [...names])}'?` : '';
  return `there is no field '${name}'${hint}`;
}

function rejectLost(
  writer: MessageWriter,
  field: FieldSchema,
  value: unknown,
  version: number,
): void {
  if (value === undefined || field.ignorable || isDefault(field, value)) return;
  try {
    writer.fail(`version ${version} has no such field, so ${describeValue(value)} would be lost`);
  } catch (error) {
    throw within(field.name, error);
  }
}

function fieldCodec(field: FieldSchema, target: Target): FieldCodec {
  const nullable = includesVersion(field.nullable, target.version);
  const codec = typeCodec(field.type, target, nullable);
  const write = (writer: MessageWriter, value: unknown): void => {
    if (value === undefined) {
      write(writer, defaultOf(field, target.version));
    } else if (value !== null) {
      codec.write(writer, value);
    } else if (nullable) {
      codec.writeNull(writer);
    } else if (field.default === null) {
      codec.write(writer, nullOf(field, target.version));
    } else {
      writer.fail(`is null, but version ${target.version} has no null here`);
    }
  };
  return {
    name: field.name,
    nullable,
    values: codec,
    write,
    notNull(reader, start, value) {
      if (value === null && !nullable) {
        reader.fail(`is null, but version ${target.version} has no null here`, start);
      }
      return value;
    },
  };
}

function typeCodec(type: FieldType, target: Target, nullable: boolean): ValueCodec {
  switch (type.kind) {
    case 'scalar':
      return scalarCodec(type.scalar, target.flexible);
    case 'array':
      return arrayCodec(typeCodec(type.element, target, false), target.flexible);
    case 'struct': {
      const codec = structCodec(type.fields, target);
      return nullable ? nullableStructCodec(codec) : codec;
    }
  }
}

function arrayCodec(element: ValueCodec, flexible: boolean): ValueCodec {
  const prefix = lengthPrefix(flexible, 'int32');
  return {
    minBytes: prefixBytes(prefix),
    writeNull: (writer) => writeNullLength(writer, prefix),
    write(writer, value) {
      if (!Array.isArray(value)) return writer.fail(`needs an array, not ${describeValue(value)}`);
      writeLength(writer, prefix, value.length);
      let index = 0;
      try {
        for (; index < value.length; index += 1) {
          const item: unknown = value[index];
          if (item === null || item === undefined)
            return writer.fail('an element of an array is never null');
          element.write(writer, item);
        }
      } catch (error) {
        throw within(index, error);
      }
    },
    read(reader) {
      const length = readLength(reader, prefix);
      if (length === null) return null;
      reader.admitElements(length, element.minBytes);
      const items: MessageValue[] = [];
      try {
        while (items.length < length) {
          const start = reader.offset;
          const item = element.read(reader);
          if (item === null) reader.fail('an element of an array is never null', start);
          items.push(item);
        }
      } catch (error) {
        throw within(items.length, error);
      }
      return items;
    },
  };
}

/** A structure that may be null is led by a byte: −1 for null, 1 for what follows. */
function nullableStructCodec(codec: ValueCodec): ValueCodec {
  return {
    minBytes: 1,
    writeNull: (writer) => writer.writeInt8(-1),
    write(writer, value) {
      writer.writeInt8(1);
      codec.write(writer, value);
    },
    read(reader) {
      const start = reader.offset;
      const marker = reader.readInt8();
      if (marker === -1) return null;
      if (marker !== 1)
        reader.fail(`a structure is led by 1 or by -1 for null, not by ${marker}`, start);
      return codec.read(reader);
    },
  };
}
