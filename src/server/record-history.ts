import type { LogRecord } from '../../reference/runtime/log.js';

export interface NumberedRecord {
  /** Counts every record since the start, from 0. */
  readonly number: number;
  readonly record: LogRecord;
}

/** What was written last to the log of the groups, for people to look at; compaction leaves it alone. */
export interface RecordHistory {
  /** Number of the next record. */
  readonly end: number;
  add(record: LogRecord, bytes: number): void;
  /** Oldest first, from this number on, as far as they are still kept. */
  from(number: number): NumberedRecord[];
}

export interface HistoryLimits {
  readonly maxRecords: number;
  /** The newest record is kept whatever its size. */
  readonly maxBytes: number;
}

const LIMITS: HistoryLimits = { maxRecords: 10_000, maxBytes: 64 * 1024 * 1024 };

export function createRecordHistory(limits: HistoryLimits = LIMITS): RecordHistory {
  /** By their numbers, oldest first. */
  const kept = new Map<number, { readonly record: LogRecord; readonly bytes: number }>();
  let end = 0;
  let total = 0;

  return {
    get end() {
      return end;
    },
    add(record, bytes) {
      for (const [number, oldest] of kept) {
        if (kept.size < limits.maxRecords && total + bytes <= limits.maxBytes) break;
        kept.delete(number);
        total -= oldest.bytes;
      }
      kept.set(end++, { record, bytes });
      total += bytes;
    },
    from: (first) =>
      [...kept].flatMap(([number, { record }]) => (number < first ? [] : { number, record })),
  };
}
