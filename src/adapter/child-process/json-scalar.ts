import type { MessageValue } from '../../protocol/message-body.js';
import { describeValue } from '../../protocol/value-codec.js';
import { INTEGER_LIMITS, type IntegerType, type ScalarType } from '../../spec/message-schema.js';
import { Misfit } from './json-misfit.js';
import type { Json } from './protocol.js';

/** Converts values of one type, null excluded. Both ways throw Misfit. */
export interface JsonConverter {
  toJson(value: MessageValue): Json;
  fromJson(value: Json): MessageValue;
}

export function scalarConverter(scalar: ScalarType): JsonConverter {
  return CONVERTERS[scalar];
}

/** Types whose values are the same in JSON. */
function same<Value extends string | number | boolean>(
  needed: string,
  fits: (value: unknown) => value is Value,
): JsonConverter {
  const check = (value: unknown): Value => {
    if (fits(value)) return value;
    throw new Misfit(`needs ${needed}, not ${describeValue(value)}`);
  };
  return { toJson: check, fromJson: check };
}

function integer(type: Exclude<IntegerType, 'int64'>): JsonConverter {
  const min = Number(INTEGER_LIMITS[type].min);
  const max = Number(INTEGER_LIMITS[type].max);
  return same(
    `an integer from ${min} to ${max}`,
    (value): value is number =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max,
  );
}

const INT64_TEXT = /^-?\d{1,19}$/;

const int64: JsonConverter = {
  toJson(value) {
    if (typeof value !== 'bigint') throw new Misfit(`needs a bigint, not ${describeValue(value)}`);
    const short = Number(value);
    return Number.isSafeInteger(short) ? short : String(value);
  },
  fromJson(value) {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
    if (typeof value === 'string' && INT64_TEXT.test(value)) {
      const long = BigInt(value);
      if (long >= INTEGER_LIMITS.int64.min && long <= INTEGER_LIMITS.int64.max) return long;
    }
    throw new Misfit(
      `needs a 64-bit integer, as text beyond what a double holds, not ${describeValue(value)}`,
    );
  },
};

const bytes: JsonConverter = {
  toJson(value) {
    if (!(value instanceof Uint8Array))
      throw new Misfit(`needs a Uint8Array, not ${describeValue(value)}`);
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  },
  fromJson(value) {
    if (typeof value === 'string') {
      const decoded = Buffer.from(value, 'base64');
      // Buffer passes over what is no base64; a pattern for it has no room on the stack for 8 MiB.
      if (decoded.toString('base64') === value) return new Uint8Array(decoded);
    }
    throw new Misfit(`needs bytes as base64 text with padding, not ${describeValue(value)}`);
  },
};

const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const CONVERTERS: Readonly<Record<ScalarType, JsonConverter>> = {
  bool: same('true or false', (value): value is boolean => typeof value === 'boolean'),
  int8: integer('int8'),
  int16: integer('int16'),
  uint16: integer('uint16'),
  int32: integer('int32'),
  int64,
  uuid: same(
    'a uuid in lower case with its four dashes',
    (value): value is string => typeof value === 'string' && UUID_TEXT.test(value),
  ),
  string: same('a string', (value): value is string => typeof value === 'string'),
  bytes,
};
