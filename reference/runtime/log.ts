import type {
  GroupMetadataKey,
  GroupMetadataValue,
} from '../../src/protocol/generated-messages.js';

/** One record of the partition, in complete form. `value` null is a tombstone. */
export interface LogRecord {
  readonly keyVersion: number;
  readonly key: GroupMetadataKey;
  readonly valueVersion: number | null;
  readonly value: GroupMetadataValue | null;
}

/** The partition's log, in memory. */
export interface Log {
  /** Oldest first. */
  readonly records: readonly LogRecord[];
  /**
   * Appends a batch and calls `committed` once it, and everything before it, is committed. This
   * log commits at once. An empty batch waits for what was written earlier (RT-02).
   */
  append(batch: readonly LogRecord[], committed: () => void): void;
}

export function createLog(): Log {
  const records: LogRecord[] = [];
  return {
    records,
    append(batch, committed) {
      for (const record of batch) records.push(record);
      committed();
    },
  };
}
