import { BATCH, MAGIC } from '../protocol/record-batch-layout.js';

/** What is read of a record batch of format 2: its place and its times, never its records. */
export interface BatchHeader {
  /** Offset of its last record, relative to that of its first. */
  readonly lastOffsetDelta: number;
  /** In ms since 1970. */
  readonly maxTimestamp: bigint;
}

/** Undefined for anything but exactly one batch of format 2. Its checksum is for consumers to judge. */
export function batchHeader(bytes: Uint8Array): BatchHeader | undefined {
  if (bytes.length < BATCH.records) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lastOffsetDelta = view.getInt32(BATCH.lastOffsetDelta);
  if (view.getInt8(BATCH.magic) !== MAGIC || lastOffsetDelta < 0) return undefined;
  if (view.getInt32(BATCH.length) !== bytes.length - BATCH.counted) return undefined;
  return { lastOffsetDelta, maxTimestamp: view.getBigInt64(BATCH.maxTimestamp) };
}

/** A copy with its place in the log and epoch 0; the checksum covers neither. */
export function withBaseOffset(batch: Uint8Array, baseOffset: bigint): Uint8Array {
  const placed = new Uint8Array(batch);
  const view = new DataView(placed.buffer);
  view.setBigInt64(BATCH.baseOffset, baseOffset);
  view.setInt32(BATCH.leaderEpoch, 0);
  return placed;
}
