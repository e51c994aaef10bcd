import type { BatchRecord } from '../../../protocol/record-batch.js';
import { AdapterError, type LogRecord } from '../../adapter.js';
import { groupRecordOf, logRecordOf } from './log-record.js';

/** Who wants the records of which group, and how far each has come in the log of a partition. */
export interface Watches {
  /** Keeps the records of the group from the offset on. */
  add(group: string, from: bigint): Watch;
  /** Where the one that is furthest behind goes on; undefined when nobody needs anything. */
  next(): bigint | undefined;
  offer(record: BatchRecord): void;
  /** Everything before the offset has been offered. */
  advance(to: bigint): void;
  /** What is at the offset cannot be had: whoever has not come further misses something. */
  spoil(at: bigint, reason: string): void;
}

export interface Watch {
  /** What was kept since the last call. Throws AdapterError when something is missing. */
  take(): LogRecord[];
  close(): void;
}

interface Watched {
  next: bigint;
  untaken: LogRecord[];
  fault: string | null;
}

/**
 * @param log for messages
 * @param maxUntaken records that are kept for one watch
 */
export function createWatches(log: string, maxUntaken: number): Watches {
  const byGroup = new Map<string, Set<Watched>>();

  function* watching(): Generator<Watched> {
    for (const watches of byGroup.values()) {
      for (const watch of watches) if (watch.fault === null) yield watch;
    }
  }

  function fail(watch: Watched, reason: string): void {
    watch.fault = `records are missing from ${log}: ${reason}`;
    watch.untaken = [];
  }

  return {
    add(group, from) {
      const watch: Watched = { next: from, untaken: [], fault: null };
      const watches = byGroup.get(group) ?? new Set();
      byGroup.set(group, watches.add(watch));
      return {
        take() {
          if (watch.fault !== null) throw new AdapterError(watch.fault);
          const taken = watch.untaken;
          watch.untaken = [];
          return taken;
        },
        close() {
          watches.delete(watch);
          if (watches.size === 0 && byGroup.get(group) === watches) byGroup.delete(group);
        },
      };
    },

    next() {
      let least: bigint | undefined;
      for (const { next } of watching()) if (least === undefined || next < least) least = next;
      return least;
    },

    offer(record) {
      const own = groupRecordOf(record);
      const watches = own === undefined ? undefined : byGroup.get(own.group);
      if (own === undefined || watches === undefined) return;
      for (const watch of watches) {
        if (watch.fault !== null || record.offset < watch.next) continue;
        if (watch.untaken.length < maxUntaken) watch.untaken.push(logRecordOf(own));
        else
          fail(watch, `group '${own.group}' has more than ${maxUntaken} that nobody has looked at`);
      }
    },

    advance(to) {
      for (const watch of watching()) if (watch.next < to) watch.next = to;
    },

    spoil(at, reason) {
      for (const watch of watching()) if (watch.next <= at) fail(watch, reason);
    },
  };
}
