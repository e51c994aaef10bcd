import { defaultOf, isDefault, nullOf } from '../../protocol/defaults.js';
import type { MessageBody, MessageValue } from '../../protocol/message-body.js';
import { perVersion } from '../../protocol/per-version.js';
import { unknownField } from '../../protocol/struct-codec.js';
import { describeValue } from '../../protocol/value-codec.js';
import type { FieldSchema, FieldType, MessageSchema } from '../../spec/message-schema.js';
import { formatVersionRange, includesVersion } from '../../spec/version-range.js';
import { JsonBodyError, Misfit } from './json-misfit.js';
import { type JsonConverter, scalarConverter } from './json-scalar.js';
import type { Json, JsonObject } from './protocol.js';

/**
 * Bodies of one message in one version. In JSON they have all fields of the version and no other;
 * bytes are base64 text, int64 is a number or, beyond what a double holds, decimal text.
 *
 * Both ways throw JsonBodyError.
 */
export interface JsonBodyCodec {
  /** Absent fields get their default, as on the wire; what the version would lose is an error. */
  toJson(body: MessageBody): JsonObject;
  fromJson(json: Json): MessageBody;
}

/** Compiled on first use. Throws JsonBodyError when there is no such version. */
export const jsonBodyCodec = perVersion(compile);

function compile(schema: MessageSchema, version: number): JsonBodyCodec {
  if (!includesVersion(schema.versions, version)) {
    const known = formatVersionRange(schema.versions);
    throw new JsonBodyError(
      schema,
      version,
      new Misfit(`there is no such version; known are ${known}`),
    );
  }
  const { toJson, fromJson } = structConverter(schema.fields, version);
  const named = <Given, Made>(convert: (given: Given) => Made) => {
    return (given: Given): Made => {
      try {
        return convert(given);
      } catch (error) {
        throw error instanceof Misfit ? new JsonBodyError(schema, version, error) : error;
      }
    };
  };
  return { toJson: named(toJson), fromJson: named(fromJson) };
}

interface StructConverter extends JsonConverter {
  toJson(value: MessageValue): JsonObject;
  fromJson(value: Json): MessageBody;
}

function structConverter(fields: readonly FieldSchema[], version: number): StructConverter {
  const names = fields.map(({ name }) => name);
  const known = new Map(fields.map((field) => [field.name, field]));
  const present = fields
    .filter((field) => includesVersion(field.versions, version))
    .map((field) => ({ name: field.name, ...fieldConverter(field, version) }));

  /** Why the version has no field of this name. */
  const noSuchField = (name: string): string => {
    const field = known.get(name);
    if (field === undefined) return unknownField(name, names);
    return `there is a field '${name}' in versions ${formatVersionRange(field.versions)} only`;
  };

  return {
    toJson(value) {
      const body = asObject(value);
      const json: Record<string, Json> = {};
      let given = 0;
      let at = '';
      try {
        for (const { name, toJson } of present) {
          at = name;
          if (body[name] !== undefined) given += 1;
          json[name] = toJson(body[name]);
        }
      } catch (error) {
        throw Misfit.within(error, at);
      }
      if (Object.keys(body).length === given) return json;
      for (const [name, own] of Object.entries(body)) {
        const field = known.get(name);
        if (field !== undefined && includesVersion(field.versions, version)) continue;
        if (field === undefined || !(field.ignorable || isDefault(field, own)))
          throw new Misfit(noSuchField(name));
      }
      return json;
    },

    fromJson(value) {
      const json = asObject(value);
      const body: Record<string, MessageValue> = {};
      let at = '';
      try {
        for (const { name, fromJson } of present) {
          const own = json[name];
          if (own === undefined) continue;
          at = name;
          body[name] = fromJson(own);
        }
      } catch (error) {
        throw Misfit.within(error, at);
      }
      const found = Object.keys(json);
      if (found.length === present.length && Object.keys(body).length === present.length)
        return body;
      const stranger = found.find((name) => !Object.hasOwn(body, name));
      if (stranger !== undefined) throw new Misfit(noSuchField(stranger));
      const missing = present.find(({ name }) => !Object.hasOwn(body, name));
      throw new Misfit(`lacks the field '${missing?.name}'`);
    },
  };
}

interface FieldConverter {
  toJson(value: MessageValue | undefined): Json;
  fromJson(value: Json): MessageValue;
}

function fieldConverter(field: FieldSchema, version: number): FieldConverter {
  const converter = typeConverter(field.type, version);
  const nullable = includesVersion(field.nullable, version);
  const valueToJson = (value: MessageValue): Json =>
    value === null ? null : converter.toJson(value);
  const absent = valueToJson(defaultOf(field, version));
  const noNull = () => new Misfit(`is null, but version ${version} has no null here`);
  return {
    toJson(value) {
      if (value === undefined) return absent;
      if (value !== null) return converter.toJson(value);
      if (nullable) return null;
      if (field.default !== null) throw noNull();
      return valueToJson(nullOf(field, version));
    },
    fromJson(value) {
      if (value !== null) return converter.fromJson(value);
      if (nullable) return null;
      throw noNull();
    },
  };
}

function typeConverter(type: FieldType, version: number): JsonConverter {
  switch (type.kind) {
    case 'scalar':
      return scalarConverter(type.scalar);
    case 'struct':
      return structConverter(type.fields, version);
    case 'array': {
      const { toJson, fromJson } = typeConverter(type.element, version);
      return {
        toJson: (value) => convertEach(value, toJson),
        fromJson: (value) => convertEach(value, fromJson),
      };
    }
  }
}

function convertEach<Given extends MessageValue | Json, Made>(
  value: Given,
  convert: (item: Given) => Made,
): Made[] {
  if (!Array.isArray(value)) throw new Misfit(`needs an array, not ${describeValue(value)}`);
  const items: Made[] = [];
  try {
    for (const item of value as Given[]) {
      if (item === null) throw new Misfit('an element of an array is never null');
      items.push(convert(item));
    }
  } catch (error) {
    throw Misfit.within(error, items.length);
  }
  return items;
}

function asObject<Given extends MessageValue | Json>(
  value: Given,
): Given & JsonObject & MessageBody {
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    value instanceof Uint8Array
  ) {
    throw new Misfit(`needs an object, not ${describeValue(value)}`);
  }
  return value as Given & JsonObject & MessageBody;
}
