import type { Entry } from './transcript.js';

/**
 * Whether time that passes has written records of several groups in an order that Apache Kafka leaves
 * open: that of the groups that a cleanup removes (CLEAN-01) follows a hash, and that of timers that
 * are due at one instant the queues of a broker.
 */
export function hasOpenOrder({ move, records }: Pick<Entry, 'move' | 'records'>): boolean {
  if (move.kind !== 'advance') return false;
  const byMoment = new Map<string, Set<string>>();
  for (const { key, value } of records) {
    const moment =
      value === null ? 'removed' : `changed at ${String(value['currentStateTimestamp'])}`;
    byMoment.set(moment, (byMoment.get(moment) ?? new Set()).add(key.group));
  }
  return [...byMoment.values()].some(({ size }) => size > 1);
}
