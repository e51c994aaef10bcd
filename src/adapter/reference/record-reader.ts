import type { Log, LogRecord as ReferenceRecord } from '../../../reference/runtime/log.js';
import type { LogRecord } from '../adapter.js';
import { decodedRecord } from './records.js';

/** Follows the log of the reference as it grows. */
export interface RecordReader {
  /** Reads on to the end of the log. */
  read(): void;
  /** Goes on at the end of the log without reading what is there. */
  skip(): void;
  /** Reads on, and returns everything read since the last call. */
  take(): LogRecord[];
}

export function createRecordReader(log: Log): RecordReader {
  let position = 0;
  let untaken: ReferenceRecord[] = [];

  const reader: RecordReader = {
    read() {
      if (position === log.end) return;
      untaken = untaken.concat(log.records.slice(position));
      position = log.end;
    },
    skip() {
      position = log.end;
    },
    take() {
      reader.read();
      if (untaken.length === 0) return [];
      const taken = untaken;
      untaken = [];
      return taken.map(decodedRecord);
    },
  };
  return reader;
}
