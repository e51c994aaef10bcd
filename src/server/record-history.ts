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
  add(record: LogRecord): void;
  /** Oldest first, from this number on, as far as they are still kept. */
  from(number: number): NumberedRecord[];
}

const KEPT_RECORDS = 10_000;

export function createRecordHistory(kept: number = KEPT_RECORDS): RecordHistory {
  let records: LogRecord[] = [];
  let first = 0;

  return {
    get end() {
      return first + records.length;
    },
    add(record) {
      records.push(record);
      // Seldom, so that it costs little a record.
      if (records.length < 2 * kept) return;
      records = records.slice(-kept);
      first += kept;
    },
    from(number) {
      const start = Math.max(0, number - first, records.length - kept);
      return records
        .slice(start)
        .map((record, index) => ({ number: first + start + index, record }));
    },
  };
}
