import type { LogRecord } from '../runtime/log.js';
import type { Outcome } from '../runtime/operation.js';
import type { TimerKey } from '../runtime/timer-index.js';
import { cleanUp } from './cleanup.js';
import { sessionTimerFired, syncTimerFired } from './expiry.js';
import { joinTimerFired } from './rebalance.js';
import type { Shard } from './shard.js';

/** Timers of groups. The runtime's own ones never get here. */
export type GroupTimerKey = Exclude<TimerKey, { readonly kind: 'write' }>;

/**
 * What a timer does when it fires. Timers hold no group: each looks its own up by id, and finds
 * none if it was deleted meanwhile (TYPE-10). Nobody waits for the records: if they cannot be
 * written, the groups stay as they have become (COMPLETE-05, RT-08).
 */
export function timerFired(shard: Shard, key: GroupTimerKey): Outcome {
  switch (key.kind) {
    case 'join':
      return { records: joinTimerFired(shard, key.groupId) };
    case 'sync':
      return expired(shard, syncTimerFired(shard, key.groupId));
    case 'session':
      return expired(shard, sessionTimerFired(shard, key.groupId, key.memberId));
    case 'cleanup':
      return cleanUp(shard);
  }
}

function expired(shard: Shard, records: readonly LogRecord[]): Outcome {
  if (records.length > 0) shard.cite('EXPIRE-08');
  return { records };
}
