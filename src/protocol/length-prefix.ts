import type { MessageReader } from './message-reader.js';
import type { MessageWriter } from './message-writer.js';

/** How a string, bytes or an array says how long it is, or that it is null. */
export interface LengthPrefix {
  /** Least size on the wire. */
  readonly bytes: number;
  write(writer: MessageWriter, length: number): void;
  writeNull(writer: MessageWriter): void;
  /** Null for a null value. */
  read(reader: MessageReader): number | null;
}

/** Flexible versions use one form for everything (KIP-482); the others a fixed integer, −1 for null. */
export function lengthPrefix(flexible: boolean, fixed: 'int16' | 'int32'): LengthPrefix {
  if (flexible) return compact;
  return fixed === 'int16' ? int16Prefix : int32Prefix;
}

/** An unsigned varint of the length plus one, 0 for null. */
const compact: LengthPrefix = {
  bytes: 1,
  write: (writer, length) => writer.writeUnsignedVarint(length + 1),
  writeNull: (writer) => writer.writeUnsignedVarint(0),
  read(reader) {
    const lengthPlusOne = reader.readUnsignedVarint();
    return lengthPlusOne === 0 ? null : lengthPlusOne - 1;
  },
};

const int16Prefix: LengthPrefix = {
  bytes: 2,
  write: (writer, length) => writer.writeInt16(length),
  writeNull: (writer) => writer.writeInt16(-1),
  read: (reader) => fixedLength(reader, reader.offset, reader.readInt16()),
};

const int32Prefix: LengthPrefix = {
  bytes: 4,
  write: (writer, length) => writer.writeInt32(length),
  writeNull: (writer) => writer.writeInt32(-1),
  read: (reader) => fixedLength(reader, reader.offset, reader.readInt32()),
};

function fixedLength(reader: MessageReader, start: number, length: number): number | null {
  if (length < -1) reader.fail(`has the negative length ${length}`, start);
  return length === -1 ? null : length;
}
