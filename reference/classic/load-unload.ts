import { refuseParkedJoin, refuseParkedSync } from './answers.js';
import { armCleanup } from './cleanup.js';
import type { Group } from './group.js';
import { prepareRebalance } from './rebalance.js';
import { restartSession, type Shard } from './shard.js';
import { transitionTo } from './states.js';
import { readSubscriptions } from './subscriptions.js';

/** The log has been replayed: time begins for its groups. */
export function loaded(shard: Shard): void {
  for (const group of shard.groups.values()) {
    readSubscriptions(shard, group);
    for (const member of group.members.values()) {
      shard.cite('LOAD-03');
      restartSession(shard, group, member);
    }
    if (group.members.size > shard.configuration.maxSize) {
      shard.cite('LOAD-04');
      // Nobody is awaiting, so it does not complete and there is nothing to write.
      prepareRebalance(shard, group);
    }
  }
  armCleanup(shard);
}

/** Whoever still waits has to ask the next coordinator. */
export function unloaded(shard: Shard): void {
  for (const group of shard.groups.values()) {
    shard.cite('UNLOAD-01');
    transitionTo(group, 'Dead', shard.timer.now);
    releaseParked(shard, group);
  }
}

function releaseParked(shard: Shard, group: Group): void {
  for (const member of group.members.values()) {
    if (group.previousState === 'PreparingRebalance') {
      refuseParkedJoin(shard, group, member, 'UNLOAD-01', 'NOT_COORDINATOR', member.memberId);
    } else {
      refuseParkedSync(shard, member, 'UNLOAD-01', 'NOT_COORDINATOR');
    }
  }
}
