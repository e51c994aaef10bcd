import { INTEGER_LIMITS, type IntegerType, type ScalarType } from '../spec/message-schema.js';
import {
  lengthPrefix,
  prefixBytes,
  readLength,
  writeLength,
  writeNullLength,
} from './length-prefix.js';
import type { MessageWriter } from './message-writer.js';
import { describeValue, type ValueCodec } from './value-codec.js';

export function scalarCodec(scalar: ScalarType, flexible: boolean): ValueCodec {
  switch (scalar) {
    case 'bool':
      return boolCodec;
    case 'uuid':
      return uuidCodec;
    case 'string':
      return stringCodec(flexible);
    case 'bytes':
      return bytesCodec(flexible);
    case 'int64':
      return int64Codec;
    case 'int8':
      return int8Codec;
    case 'int16':
      return int16Codec;
    case 'uint16':
      return uint16Codec;
    case 'int32':
      return int32Codec;
  }
}

function neverNull(writer: MessageWriter): never {
  return writer.fail('has no null on the wire');
}

const int8Codec: ValueCodec = {
  minBytes: 1,
  writeNull: neverNull,
  write: (writer, value) => writer.writeInt8(asInteger(writer, value, 'int8')),
  read: (reader) => reader.readInt8(),
};

const int16Codec: ValueCodec = {
  minBytes: 2,
  writeNull: neverNull,
  write: (writer, value) => writer.writeInt16(asInteger(writer, value, 'int16')),
  read: (reader) => reader.readInt16(),
};

const uint16Codec: ValueCodec = {
  minBytes: 2,
  writeNull: neverNull,
  write: (writer, value) => writer.writeUint16(asInteger(writer, value, 'uint16')),
  read: (reader) => reader.readUint16(),
};

const int32Codec: ValueCodec = {
  minBytes: 4,
  writeNull: neverNull,
  write: (writer, value) => writer.writeInt32(asInteger(writer, value, 'int32')),
  read: (reader) => reader.readInt32(),
};

type SmallInteger = Exclude<IntegerType, 'int64'>;

const SMALL_LIMITS: Readonly<Record<SmallInteger, { readonly min: number; readonly max: number }>> =
  {
    int8: numericLimits('int8'),
    int16: numericLimits('int16'),
    uint16: numericLimits('uint16'),
    int32: numericLimits('int32'),
  };

function numericLimits(type: SmallInteger): { readonly min: number; readonly max: number } {
  const { min, max } = INTEGER_LIMITS[type];
  return { min: Number(min), max: Number(max) };
}

function asInteger(writer: MessageWriter, value: unknown, type: SmallInteger): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return writer.fail(`needs an integer, not ${describeValue(value)}`);
  }
  const { min, max } = SMALL_LIMITS[type];
  if (value < min || value > max)
    return writer.fail(`${value} is outside ${type} (${min} to ${max})`);
  return value;
}

const int64Codec: ValueCodec = {
  minBytes: 8,
  writeNull: neverNull,
  read: (reader) => reader.readInt64(),
  write(writer, value) {
    if (typeof value !== 'bigint')
      return writer.fail(`needs a bigint (int64), not ${describeValue(value)}`);
    const { min, max } = INTEGER_LIMITS.int64;
    if (value < min || value > max)
      return writer.fail(`${value} is outside int64 (${min} to ${max})`);
    writer.writeInt64(value);
  },
};

const boolCodec: ValueCodec = {
  minBytes: 1,
  writeNull: neverNull,
  write(writer, value) {
    if (typeof value !== 'boolean')
      return writer.fail(`needs true or false, not ${describeValue(value)}`);
    writer.writeInt8(value ? 1 : 0);
  },
  read(reader) {
    const start = reader.offset;
    const byte = reader.readInt8();
    if (byte !== 0 && byte !== 1) reader.fail(`a bool is 0 or 1, not ${byte & 0xff}`, start);
    return byte === 1;
  },
};

const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const uuidCodec: ValueCodec = {
  minBytes: 16,
  writeNull: neverNull,
  write(writer, value) {
    if (typeof value !== 'string' || !UUID_TEXT.test(value)) {
      return writer.fail(
        `needs a uuid in lower case with its four dashes, not ${describeValue(value)}`,
      );
    }
    const digits = value.replaceAll('-', '');
    for (let index = 0; index < digits.length; index += 2) {
      writer.writeInt8(Number.parseInt(digits.slice(index, index + 2), 16));
    }
  },
  read(reader) {
    const digits = Array.from(reader.readRaw(16), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
    const groups = [
      digits.slice(0, 8),
      digits.slice(8, 12),
      digits.slice(12, 16),
      digits.slice(16, 20),
    ];
    return [...groups, digits.slice(20)].join('-');
  },
};

/** Kafka refuses longer strings even where a compact length could announce them. */
const MAX_STRING_BYTES = 0x7fff;

function stringCodec(flexible: boolean): ValueCodec {
  const prefix = lengthPrefix(flexible, 'int16');
  return {
    minBytes: prefixBytes(prefix),
    writeNull: (writer) => writeNullLength(writer, prefix),
    write(writer, value) {
      if (typeof value !== 'string')
        return writer.fail(`needs a string, not ${describeValue(value)}`);
      const size = Buffer.byteLength(value);
      const isAscii = size === value.length;
      if (!isAscii && /\p{Surrogate}/u.test(value))
        return writer.fail('holds half a surrogate pair: UTF-8 cannot carry it');
      if (size > MAX_STRING_BYTES) {
        return writer.fail(
          `is ${size} bytes long in UTF-8; a string has at most ${MAX_STRING_BYTES}`,
        );
      }
      writeLength(writer, prefix, size);
      if (isAscii) writer.writeAscii(value);
      else writer.writeText(value, size);
    },
    read(reader) {
      const start = reader.offset;
      const length = readLength(reader, prefix);
      if (length === null) return null;
      if (length > MAX_STRING_BYTES) {
        reader.fail(`announces ${length} bytes; a string has at most ${MAX_STRING_BYTES}`, start);
      }
      return reader.readText(length) ?? reader.fail('is not UTF-8', start);
    },
  };
}

function bytesCodec(flexible: boolean): ValueCodec {
  const prefix = lengthPrefix(flexible, 'int32');
  return {
    minBytes: prefixBytes(prefix),
    writeNull: (writer) => writeNullLength(writer, prefix),
    write(writer, value) {
      if (!(value instanceof Uint8Array))
        return writer.fail(`needs a Uint8Array, not ${describeValue(value)}`);
      writeLength(writer, prefix, value.length);
      writer.writeRaw(value);
    },
    read(reader) {
      const length = readLength(reader, prefix);
      return length === null ? null : reader.readCopy(length);
    },
  };
}
