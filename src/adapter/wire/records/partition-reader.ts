import { setTimeout as delay } from 'node:timers/promises';
import { type LogEntry, readLogEntries } from '../../../protocol/record-batch.js';
import { AdapterError, type LogRecord } from '../../adapter.js';
import { jointRun } from '../joint-run.js';
import type { Fetched, PartitionLog } from './partition-log.js';
import { createWatches, type Watch } from './watches.js';

/**
 * Reads one partition for all sessions together, and only when one of them asks: a fetch serves
 * whoever waits for one, and what belongs to no watched group is dropped at once.
 */
export interface PartitionReader {
  /** Keeps what is written for the group from now on. Rejects with AdapterError. */
  watch(group: string): Promise<WatchedGroup>;
}

export interface WatchedGroup {
  /**
   * Records of the group up to the end that the log had after this call, oldest first, without
   * those that were taken before. Rejects with AdapterError when some can no longer be had.
   */
  take(): Promise<LogRecord[]>;
  /** Keeps nothing any more. */
  close(): void;
}

export interface ReaderLimits {
  /** For one fetch; raised as far as `maxFetchBytes` for a batch that is larger. */
  readonly fetchBytes: number;
  readonly maxFetchBytes: number;
  /** Records that a group may have without anybody taking them. */
  readonly maxUntaken: number;
  /** How long a broker may hand out nothing of what it says to have, in ms. */
  readonly timeoutMs: number;
}

/** How long a broker that has handed out nothing may wait for something, in ms. */
const PATIENCE_MS = 100;

export function createPartitionReader(log: PartitionLog, limits: ReaderLimits): PartitionReader {
  const watches = createWatches(log.name, limits.maxUntaken);
  const endOffset = jointRun(() => log.endOffset());
  const readToEnd = jointRun(read);

  /** From wherever somebody still has to go on to the end of the log. */
  async function read(): Promise<void> {
    let end: bigint | undefined;
    let maxBytes = limits.fetchBytes;
    let silentSince: number | undefined;
    for (let from = watches.next(); from !== undefined; from = watches.next()) {
      if (end !== undefined && from >= end) return;
      const fetched = await log.fetch(from, {
        maxBytes,
        waitMs: silentSince === undefined ? 0 : PATIENCE_MS,
      });
      if (fetched === 'out-of-range') {
        watches.spoil(from, `the broker no longer has offset ${from}`);
        continue;
      }
      end ??= fetched.highWatermark;
      const { entries, unfinishedBytes } = readLogEntries(fetched.records);
      for (const entry of entries) deliver(entry, from);
      if (hasMoved(from) || from >= end) {
        silentSince = undefined;
      } else if (unfinishedBytes !== null && unfinishedBytes > limits.maxFetchBytes) {
        const most = limits.maxFetchBytes;
        watches.spoil(
          from,
          `a batch of ${unfinishedBytes} bytes is more than the ${most} that are read at once`,
        );
      } else if (unfinishedBytes !== null && unfinishedBytes > maxBytes) {
        maxBytes = unfinishedBytes;
      } else {
        silentSince ??= performance.now();
        await outwait(fetched, from, end, silentSince);
      }
    }
  }

  function hasMoved(from: bigint): boolean {
    const now = watches.next();
    return now === undefined || now > from;
  }

  function deliver(entry: LogEntry, from: bigint): void {
    switch (entry.kind) {
      case 'records':
        if (!entry.transactional) for (const record of entry.records) watches.offer(record);
        break;
      case 'unreadable': {
        const at = entry.baseOffset > from ? entry.baseOffset : from;
        watches.spoil(
          at,
          `the batch at offset ${entry.baseOffset} cannot be read: ${entry.reason}`,
        );
        return;
      }
      case 'control':
    }
    watches.advance(entry.nextOffset);
  }

  /** A broker under a quota hands out nothing for a while. */
  async function outwait(
    { throttleTimeMs }: Fetched,
    from: bigint,
    end: bigint,
    silentSince: number,
  ): Promise<void> {
    if (performance.now() - silentSince > limits.timeoutMs) {
      throw new AdapterError(
        `${log.name} goes on to offset ${end}, but nothing from offset ${from} on has been handed out for ${limits.timeoutMs} ms`,
      );
    }
    await delay(Math.min(Math.max(throttleTimeMs, PATIENCE_MS), limits.timeoutMs));
  }

  async function take(watch: Watch): Promise<LogRecord[]> {
    await readToEnd();
    return watch.take();
  }

  return {
    async watch(group) {
      const watch = watches.add(group, await endOffset());
      return { take: () => take(watch), close: watch.close };
    },
  };
}
