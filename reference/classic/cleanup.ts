import type { LogRecord } from '../runtime/log.js';
import type { Outcome } from '../runtime/operation.js';
import { tombstone } from './records.js';
import type { Shard } from './shard.js';

/** TIMER-05: the first cleanup comes one interval after the load. */
export function armCleanup(shard: Shard): void {
  shard.timer.schedule({ kind: 'cleanup' }, shard.configuration.cleanupIntervalMs);
}

/**
 * CLEAN-01. The groups go when their tombstones are replayed; if those cannot be written they are
 * all still there, and the next cleanup finds them again (CLEAN-04).
 */
export function cleanUp(shard: Shard): Outcome {
  const records: LogRecord[] = [];
  for (const { groupId, state } of shard.groups.values()) {
    if (state === 'Empty' && !shard.offsets.has(groupId)) records.push(tombstone(groupId));
  }
  armCleanup(shard);
  return { records, replay: true };
}
