import type { MessageReader } from './message-reader.js';
import type { MessageWriter } from './message-writer.js';

/**
 * How a string, bytes or an array says how long it is, or that it is null: an integer, −1 for null,
 * or an unsigned varint of the length plus one, 0 for null.
 */
export type LengthPrefix = 'int16' | 'int32' | 'compact';

/** Flexible versions use one form for everything (KIP-482). */
export function lengthPrefix(flexible: boolean, fixed: 'int16' | 'int32'): LengthPrefix {
  return flexible ? 'compact' : fixed;
}

/** Least size on the wire. */
export function prefixBytes(prefix: LengthPrefix): number {
  if (prefix === 'compact') return 1;
  return prefix === 'int16' ? 2 : 4;
}

export function writeLength(writer: MessageWriter, prefix: LengthPrefix, length: number): void {
  if (prefix === 'compact') writer.writeUnsignedVarint(length + 1);
  else if (prefix === 'int16') writer.writeInt16(length);
  else writer.writeInt32(length);
}

export function writeNullLength(writer: MessageWriter, prefix: LengthPrefix): void {
  writeLength(writer, prefix, -1);
}

/** Null for a null value. */
export function readLength(reader: MessageReader, prefix: LengthPrefix): number | null {
  if (prefix === 'compact') {
    const lengthPlusOne = reader.readUnsignedVarint();
    return lengthPlusOne === 0 ? null : lengthPlusOne - 1;
  }
  const start = reader.offset;
  const length = prefix === 'int16' ? reader.readInt16() : reader.readInt32();
  if (length < -1) reader.fail(`has the negative length ${length}`, start);
  return length === -1 ? null : length;
}
