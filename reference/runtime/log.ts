import type {
  GroupMetadataKey,
  GroupMetadataValue,
} from '../../src/protocol/generated-messages.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import { type Cite, ruled } from '../citation.js';
import type { LogError } from '../errors.js';

/** RECORD-01, in complete form. `value` null is a tombstone. */
export interface GroupRecord {
  readonly keyVersion: 2;
  readonly key: GroupMetadataKey;
  readonly valueVersion: number | null;
  readonly value: GroupMetadataValue | null;
}

/** A type alias, as only those are message bodies. */
export type OffsetKey = {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
};

/** RECORD-08. What was committed makes no difference to groups: the value is opaque. */
export interface OffsetRecord {
  readonly keyVersion: 1;
  readonly key: OffsetKey;
  readonly valueVersion: number | null;
  readonly value: MessageBody | null;
}

export type LogRecord = GroupRecord | OffsetRecord;

/** The partition's log, in memory. A position in it is the number of records before it. */
export interface Log {
  /** Oldest first. */
  readonly records: readonly LogRecord[];
  readonly end: number;
  /** Everything before this position is committed. */
  readonly committed: number;
  /** RT-05: the greatest batch it takes. */
  maxMessageBytes: number;
  /** Appends a batch as a whole, or not at all and says why. Commits it unless commits are held. */
  append(batch: readonly LogRecord[]): LogError | null;
  /** The next append fails so; called more than once, the next appends fail in that order. */
  failNextAppend(error: LogError): void;
  /** How many of the next appends will fail so. */
  readonly failuresWaiting: number;
  /** Whether what is appended stays uncommitted. */
  readonly commitsHeld: boolean;
  /** What is appended from here on stays uncommitted. */
  holdCommits(): void;
  /** Commits what was held, and everything to come at once. */
  releaseCommits(): void;
  /** Forgets what is in the log; it holds these instead, all committed. */
  replace(records: readonly LogRecord[]): void;
}

/** See {@link RunningTimer}. */
interface OpenLog extends Log {
  records: LogRecord[];
  end: number;
  committed: number;
  failuresWaiting: number;
  commitsHeld: boolean;
}

/** @param sizeOf bytes of a batch */
export function createLog(sizeOf: (batch: readonly LogRecord[]) => number, cite: Cite): Log {
  const failures: LogError[] = [];

  const log: OpenLog = {
    records: [],
    end: 0,
    committed: 0,
    maxMessageBytes: Number.POSITIVE_INFINITY,
    failuresWaiting: 0,
    commitsHeld: false,

    append(batch) {
      const injected = failures.shift();
      log.failuresWaiting = failures.length;
      if (injected !== undefined) return injected;
      if (sizeOf(batch) > log.maxMessageBytes) return ruled({ cite }, 'RT-05', 'MESSAGE_TOO_LARGE');
      for (const record of batch) log.records.push(record);
      log.end = log.records.length;
      if (!log.commitsHeld) log.committed = log.end;
      return null;
    },
    failNextAppend(error) {
      failures.push(error);
      log.failuresWaiting = failures.length;
    },
    holdCommits() {
      log.commitsHeld = true;
    },
    releaseCommits() {
      log.commitsHeld = false;
      log.committed = log.end;
    },
    replace(replacement) {
      log.records = [...replacement];
      log.end = log.records.length;
      log.committed = log.end;
    },
  };
  return log;
}
