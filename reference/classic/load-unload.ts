import { joinError, syncError } from './answers.js';
import { armCleanup } from './cleanup.js';
import { answerParkedJoin, answerParkedSync, type Group } from './group.js';
import { prepareRebalance } from './rebalance.js';
import { restartSession, type Shard } from './shard.js';
import { transitionTo } from './states.js';

/** The log has been replayed: time begins for its groups. */
export function loaded(shard: Shard): void {
  for (const group of shard.groups.values()) {
    // LOAD-03
    for (const member of group.members.values()) restartSession(shard, group, member);
    // LOAD-04; nobody is awaiting, so it does not complete and there is nothing to write
    if (group.members.size > shard.configuration.maxSize) prepareRebalance(shard, group);
  }
  armCleanup(shard);
}

/** UNLOAD-01: whoever still waits has to ask the next coordinator. */
export function unloaded(shard: Shard): void {
  for (const group of shard.groups.values()) {
    transitionTo(group, 'Dead', shard.timer.now);
    releaseParked(group);
  }
}

function releaseParked(group: Group): void {
  for (const member of group.members.values()) {
    if (group.previousState === 'PreparingRebalance') {
      answerParkedJoin(group, member, joinError('NOT_COORDINATOR', member.memberId));
    } else {
      answerParkedSync(member, syncError('NOT_COORDINATOR'));
    }
  }
}
