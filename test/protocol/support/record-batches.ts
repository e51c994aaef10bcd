import { createRequire } from 'node:module';

/** Record batches as kafkajs writes them. */
export interface BatchToWrite {
  readonly baseOffset?: bigint;
  /** Those of compaction have gaps. */
  readonly records: readonly RecordToWrite[];
  /** Default: that of the last record. */
  readonly lastOffsetDelta?: number;
  readonly compression?: 'none' | 'gzip';
  readonly transactional?: boolean;
}

export interface RecordToWrite {
  /** Default: its place in the list. */
  readonly offsetDelta?: number;
  readonly key: Uint8Array | null;
  readonly value: Uint8Array | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const require = createRequire(import.meta.url);
const { RecordBatch } = require('kafkajs/src/protocol/recordBatch/v0/index.js') as {
  RecordBatch(parts: Readonly<Record<string, unknown>>): Promise<{ readonly buffer: Buffer }>;
};
const Record = require('kafkajs/src/protocol/recordBatch/record/v0/index.js') as (
  parts: Readonly<Record<string, unknown>>,
) => unknown;
const crc32c = require('kafkajs/src/protocol/recordBatch/crc32C/index.js') as (
  bytes: Uint8Array,
) => number;

const GZIP = 1;
const CRC_AT = 17;
const ATTRIBUTES_AT = 21;

export async function recordBatch(batch: BatchToWrite): Promise<Uint8Array> {
  const records = batch.records.map(({ key, value, ...record }, index) => ({
    offsetDelta: index,
    ...record,
    key: bufferOf(key),
    value: bufferOf(value),
  }));
  const last = records.at(-1)?.offsetDelta ?? 0;
  const { buffer } = await RecordBatch({
    firstOffset: batch.baseOffset ?? 0n,
    lastOffsetDelta: batch.lastOffsetDelta ?? last,
    compression: batch.compression === 'gzip' ? GZIP : 0,
    transactional: batch.transactional ?? false,
    records: records.map((record) => Record(record)),
  });
  return new Uint8Array(buffer);
}

/** The same batch with other attributes, and the checksum that belongs to it. */
export function withAttributes(batch: Uint8Array, attributes: number): Uint8Array {
  const changed = Uint8Array.from(batch);
  new DataView(changed.buffer).setInt16(ATTRIBUTES_AT, attributes);
  return sealed(changed);
}

/** Puts the checksum right after a change. */
export function sealed(batch: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(batch);
  new DataView(changed.buffer).setUint32(
    CRC_AT,
    crc32c(Buffer.from(changed.subarray(ATTRIBUTES_AT))),
  );
  return changed;
}

function bufferOf(bytes: Uint8Array | null): Buffer | null {
  return bytes === null ? null : Buffer.from(bytes);
}
