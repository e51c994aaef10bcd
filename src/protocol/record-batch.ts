import { gunzipSync } from 'node:zlib';
import crc32c from 'crc-32/crc32c.js';
import { CodecError, within } from './codec-error.js';
import { DEFAULT_DECODE_LIMITS, MessageReader } from './message-reader.js';
import { BATCH, MAGIC } from './record-batch-layout.js';

/** One record of a log; what the kit has no use for is left out. */
export interface BatchRecord {
  /** Gaps are what compaction has removed. */
  readonly offset: bigint;
  readonly key: Uint8Array | null;
  readonly value: Uint8Array | null;
}

/** One entry of a log: a record batch (KIP-98), or something of its size that cannot be read. */
export type LogEntry = LogEntryBounds &
  (
    | {
        readonly kind: 'records';
        /** Written in a transaction, which may still be aborted. */
        readonly transactional: boolean;
        readonly records: readonly BatchRecord[];
      }
    /** What the broker writes for itself, such as the end of a transaction. */
    | { readonly kind: 'control' }
    | { readonly kind: 'unreadable'; readonly reason: string }
  );

interface LogEntryBounds {
  readonly baseOffset: bigint;
  /** Where the log goes on, whatever compaction has left of the batch. */
  readonly nextOffset: bigint;
}

export interface LogEntries {
  readonly entries: readonly LogEntry[];
  /** Size in bytes of a last entry that is cut short, as a fetch may leave it; null if none is. */
  readonly unfinishedBytes: number | null;
}

export interface RecordBatchLimits {
  /** For the records of one compressed batch. */
  readonly maxDecompressedBytes: number;
}

const DEFAULT_RECORD_BATCH_LIMITS: RecordBatchLimits = {
  maxDecompressedBytes: 64 * 1024 * 1024,
};

const COMPRESSIONS = ['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const;
const COMPRESSION_BITS = 0x07;
const TRANSACTIONAL_BIT = 0x10;
const CONTROL_BIT = 0x20;

/**
 * The entries of a log as Fetch hands them out: whole ones, the last one possibly cut short. Never
 * throws: damage is an entry of its own, behind which the log goes on.
 */
export function readLogEntries(
  bytes: Uint8Array,
  limits: RecordBatchLimits = DEFAULT_RECORD_BATCH_LIMITS,
): LogEntries {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: LogEntry[] = [];
  let at = 0;
  while (at + BATCH.counted <= bytes.length) {
    const size = BATCH.counted + view.getInt32(at + BATCH.length);
    if (size <= BATCH.magic) {
      const baseOffset = view.getBigInt64(at);
      const reason = `it says to be ${size} bytes long, which is no batch`;
      entries.push({ kind: 'unreadable', baseOffset, nextOffset: baseOffset + 1n, reason });
      return { entries, unfinishedBytes: null };
    }
    if (at + size > bytes.length) return { entries, unfinishedBytes: size };
    entries.push(readEntry(bytes.subarray(at, at + size), limits));
    at += size;
  }
  return { entries, unfinishedBytes: at < bytes.length ? BATCH.counted : null };
}

function readEntry(bytes: Uint8Array, limits: RecordBatchLimits): LogEntry {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const baseOffset = view.getBigInt64(0);
  const unreadable = (reason: string, nextOffset = baseOffset + 1n): LogEntry => ({
    kind: 'unreadable',
    baseOffset,
    nextOffset,
    reason,
  });

  const magic = view.getInt8(BATCH.magic);
  // In the older formats the offset of an entry is that of its last message.
  if (magic !== MAGIC) return unreadable(`its format has magic ${magic}; the kit reads ${MAGIC}`);
  if (bytes.length < BATCH.records) return unreadable(`it ends after ${bytes.length} bytes`);
  const crc = view.getUint32(BATCH.checksum);
  const computed = crc32c.buf(bytes.subarray(BATCH.attributes)) >>> 0;
  if (crc !== computed) {
    return unreadable(`its CRC-32C is ${hex(crc)}, that of its bytes is ${hex(computed)}`);
  }

  const attributes = view.getInt16(BATCH.attributes);
  const nextOffset = baseOffset + BigInt(view.getInt32(BATCH.lastOffsetDelta)) + 1n;
  if (nextOffset <= baseOffset) return unreadable('its last offset is before its first');
  if ((attributes & CONTROL_BIT) !== 0) return { kind: 'control', baseOffset, nextOffset };
  const compression = COMPRESSIONS[attributes & COMPRESSION_BITS];
  if (compression !== 'none' && compression !== 'gzip') {
    const name = compression ?? `compression ${attributes & COMPRESSION_BITS}`;
    return unreadable(`it is compressed by ${name}; the kit reads none and gzip`, nextOffset);
  }
  try {
    const plain = bytes.subarray(BATCH.records);
    const packed = compression === 'none' ? plain : gunzip(plain, limits);
    const count = view.getInt32(BATCH.recordCount);
    const records = readRecords(packed, count, baseOffset);
    const transactional = (attributes & TRANSACTIONAL_BIT) !== 0;
    return { kind: 'records', baseOffset, nextOffset, transactional, records };
  } catch (error) {
    if (!(error instanceof CodecError || error instanceof GzipError)) throw error;
    return unreadable(error.message, nextOffset);
  }
}

class GzipError extends Error {}

function gunzip(bytes: Uint8Array, { maxDecompressedBytes }: RecordBatchLimits): Uint8Array {
  try {
    const plain = gunzipSync(bytes, { maxOutputLength: maxDecompressedBytes });
    return new Uint8Array(plain.buffer, plain.byteOffset, plain.byteLength);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new GzipError(`its records cannot be unpacked by gzip: ${error.message}`);
  }
}

function readRecords(bytes: Uint8Array, count: number, baseOffset: bigint): BatchRecord[] {
  const reader = new MessageReader('RecordBatch', MAGIC, bytes, DEFAULT_DECODE_LIMITS);
  if (count < 0) reader.fail(`announces ${count} records`);
  reader.admitElements(count, 1);
  const records: BatchRecord[] = [];
  for (let index = 0; index < count; index++) {
    try {
      records.push(readRecord(reader, baseOffset));
    } catch (error) {
      throw within('records', within(index, error));
    }
  }
  reader.expectEnd();
  return records;
}

function readRecord(reader: MessageReader, baseOffset: bigint): BatchRecord {
  const size = readVarint(reader);
  const end = reader.offset + size;
  if (size < 0) reader.fail(`is ${size} bytes long`);
  reader.readInt8(); // Attributes: none are in use.
  skipVarlong(reader); // Timestamp.
  const offset = baseOffset + BigInt(readVarint(reader));
  const record = { offset, key: readBytes(reader, 'key'), value: readBytes(reader, 'value') };
  if (reader.offset > end) reader.fail(`is longer than the ${size} bytes it announces`);
  // Headers: the kit has no use for them.
  reader.skip(end - reader.offset);
  return record;
}

function readBytes(reader: MessageReader, name: string): Uint8Array | null {
  try {
    const size = readVarint(reader);
    if (size < -1) reader.fail(`is ${size} bytes long`);
    return size === -1 ? null : reader.readRaw(size);
  } catch (error) {
    throw within(name, error);
  }
}

/** Zigzag: the lowest bit is the sign. */
function readVarint(reader: MessageReader): number {
  const value = reader.readUnsignedVarint();
  return (value >>> 1) ^ -(value & 1);
}

const MAX_VARLONG_BYTES = 10;

function skipVarlong(reader: MessageReader): void {
  for (let index = 0; index < MAX_VARLONG_BYTES; index++) if (reader.readInt8() >= 0) return;
  reader.fail('the timestamp is longer than 64 bits');
}

function hex(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}
