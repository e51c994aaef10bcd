/** What is read of a record batch of format 2: its place and its times, never its records. */
export interface BatchHeader {
  /** Offset of its last record, relative to that of its first. */
  readonly lastOffsetDelta: number;
  /** In ms since 1970. */
  readonly maxTimestamp: bigint;
}

const HEADER_BYTES = 61;
const FORMAT = 2;
/** Base offset and length come before what the length counts. */
const LENGTH_AT = 8;
const UNCOUNTED_BYTES = 12;
const LEADER_EPOCH_AT = 12;
const FORMAT_AT = 16;
const LAST_OFFSET_DELTA_AT = 23;
const MAX_TIMESTAMP_AT = 35;

/** Undefined for anything but exactly one batch of format 2. Its checksum is for consumers to judge. */
export function batchHeader(bytes: Uint8Array): BatchHeader | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lastOffsetDelta = view.getInt32(LAST_OFFSET_DELTA_AT);
  if (view.getInt8(FORMAT_AT) !== FORMAT || lastOffsetDelta < 0) return undefined;
  if (view.getInt32(LENGTH_AT) !== bytes.length - UNCOUNTED_BYTES) return undefined;
  return { lastOffsetDelta, maxTimestamp: view.getBigInt64(MAX_TIMESTAMP_AT) };
}

/** A copy with its place in the log and epoch 0; the checksum covers neither. */
export function withBaseOffset(batch: Uint8Array, baseOffset: bigint): Uint8Array {
  const placed = new Uint8Array(batch);
  const view = new DataView(placed.buffer);
  view.setBigInt64(0, baseOffset);
  view.setInt32(LEADER_EPOCH_AT, 0);
  return placed;
}
