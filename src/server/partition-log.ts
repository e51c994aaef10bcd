import { batchHeader, withBaseOffset } from './record-batch.js';
import type { StoredBytes, TopicsOptions } from './topics.js';

/** Records of one partition of a topic, in memory. */
export interface PartitionLog {
  /** Offset of the oldest record that is kept. */
  readonly startOffset: bigint;
  /** Offset of the next record. */
  readonly endOffset: bigint;
  /** The offset that it got, or the Kafka error that says why it was not taken. */
  append(batch: Uint8Array): bigint | AppendError;
  /** Whole batches from the one with this offset on: at least one, if there is one. */
  read(offset: bigint, maxBytes: number): readonly Uint8Array[];
  /** Offset and time of the first batch that has a record of this time, in ms, or a later one. */
  find(timestamp: bigint): { readonly offset: bigint; readonly timestamp: bigint } | undefined;
  /** Calls back once, at the next append. Returns how to stop waiting for it. */
  onAppend(listener: () => void): () => void;
}

export type AppendError = 'CORRUPT_MESSAGE' | 'MESSAGE_TOO_LARGE' | 'KAFKA_STORAGE_ERROR';

interface StoredBatch {
  readonly bytes: Uint8Array;
  readonly baseOffset: bigint;
  /** Offset of the next batch. */
  readonly endOffset: bigint;
  /** Of its last record, in ms. */
  readonly maxTimestamp: bigint;
}

export function createPartitionLog(options: TopicsOptions, stored: StoredBytes): PartitionLog {
  let batches: StoredBatch[] = [];
  let bytes = 0;
  let endOffset = 0n;
  const listeners = new Set<() => void>();

  function makeRoom(needed: number): void {
    let dropped = 0;
    for (const batch of batches) {
      if (bytes + needed <= options.maxPartitionBytes) break;
      bytes -= batch.bytes.length;
      stored.total -= batch.bytes.length;
      dropped++;
    }
    if (dropped > 0) batches = batches.slice(dropped);
  }

  return {
    get startOffset() {
      return batches[0]?.baseOffset ?? endOffset;
    },
    get endOffset() {
      return endOffset;
    },
    append(batch) {
      const header = batchHeader(batch);
      if (header === undefined) return 'CORRUPT_MESSAGE';
      if (batch.length > options.maxPartitionBytes) return 'MESSAGE_TOO_LARGE';
      makeRoom(batch.length);
      if (stored.total + batch.length > options.maxStoredBytes) return 'KAFKA_STORAGE_ERROR';
      const baseOffset = endOffset;
      endOffset += BigInt(header.lastOffsetDelta + 1);
      batches.push({
        bytes: withBaseOffset(batch, baseOffset),
        baseOffset,
        endOffset,
        maxTimestamp: header.maxTimestamp,
      });
      bytes += batch.length;
      stored.total += batch.length;
      for (const listener of [...listeners]) listener();
      return baseOffset;
    },
    read(offset, maxBytes) {
      const first = batches.findIndex((batch) => batch.endOffset > offset);
      if (first < 0) return [];
      const taken: Uint8Array[] = [];
      let size = 0;
      for (let index = first; index < batches.length; index++) {
        const batch = batches[index];
        if (batch === undefined) break;
        size += batch.bytes.length;
        if (taken.length > 0 && size > maxBytes) break;
        taken.push(batch.bytes);
      }
      return taken;
    },
    find(timestamp) {
      const found = batches.find((batch) => batch.maxTimestamp >= timestamp);
      return found && { offset: found.baseOffset, timestamp: found.maxTimestamp };
    },
    onAppend(listener) {
      const once = () => {
        listeners.delete(once);
        listener();
      };
      listeners.add(once);
      return () => listeners.delete(once);
    },
  };
}
