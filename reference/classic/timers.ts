import type { LogRecord } from '../runtime/log.js';
import type { TimerKey } from '../runtime/timer.js';
import { sessionTimerFired, syncTimerFired } from './expiry.js';
import { joinTimerFired } from './rebalance.js';
import type { Shard } from './shard.js';

/**
 * What a timer does when it fires. Timers hold no group: each looks its own up by id, and finds
 * none if it was deleted meanwhile (TYPE-10).
 */
export function timerFired(shard: Shard, key: TimerKey): readonly LogRecord[] {
  switch (key.kind) {
    case 'join':
      return joinTimerFired(shard, key.groupId);
    case 'sync':
      return syncTimerFired(shard, key.groupId);
    case 'session':
      return sessionTimerFired(shard, key.groupId, key.memberId);
  }
}
