import type { LogRecord } from '../runtime/log.js';
import type { Outcome } from '../runtime/operation.js';
import { tombstone } from './records.js';
import type { Shard } from './shard.js';

/** The first cleanup comes one interval after the load. */
export function armCleanup(shard: Shard): void {
  shard.cite('TIMER-05');
  shard.timer.schedule({ kind: 'cleanup' }, shard.configuration.cleanupIntervalMs);
}

/**
 * The groups go when their tombstones are replayed; if those cannot be written they are all still
 * there, and the next cleanup, an interval after the failure,
 * finds them again.
 */
export function cleanUp(shard: Shard): Outcome {
  const records: LogRecord[] = [];
  for (const { groupId, state } of shard.groups.values()) {
    if (state === 'Empty' && !shard.offsets.has(groupId)) {
      shard.cite('CLEAN-01');
      records.push(tombstone(shard, groupId));
    }
  }
  armCleanup(shard);
  return {
    records,
    replay: true,
    afterFailure: () => {
      if (records.some(({ key }) => shard.groups.get(key.group) !== undefined)) {
        shard.cite('CLEAN-04');
      }
      armCleanup(shard);
    },
  };
}
