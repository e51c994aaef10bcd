import type { LogRecord } from '../runtime/log.js';
import { currentGenerationWithMembers } from './answers.js';
import { chooseLeader, chooseProtocol } from './choices.js';
import { answerParkedJoin, type Group, rebalanceTimeout, removeMember } from './group.js';
import { isAwaitingJoin, isStatic } from './member.js';
import { emptiedGroupRecord } from './records.js';
import { cancelSession, restartSession, type Shard } from './shard.js';
import { transitionTo } from './states.js';
import { readSubscriptions } from './subscriptions.js';
import { awaitSyncs } from './sync-phase.js';

/** Ends the join phase and returns what has to be written. */
export function completeJoin(shard: Shard, group: Group): readonly LogRecord[] {
  shard.cite('COMPLETE-01');
  shard.timer.cancel({ kind: 'join', groupId: group.groupId });
  group.joinWindow = null;
  removeAbsentDynamicMembers(shard, group);
  if (group.members.size === 0) return completeToEmpty(shard, group);
  if (group.awaitingJoinCount === 0) return postpone(shard, group);
  startGeneration(shard, group);
  return [];
}

/** Static members stay, pending ids too. */
function removeAbsentDynamicMembers(shard: Shard, group: Group): void {
  for (const member of group.members.values()) {
    if (isAwaitingJoin(member)) continue;
    if (isStatic(member)) {
      shard.cite('COMPLETE-03');
      continue;
    }
    shard.cite('COMPLETE-02');
    removeMember(shard, group, member.memberId);
    cancelSession(shard, group, member.memberId);
  }
}

/**
 * COMPLETE-04: there are only absent static members, so the phase goes on. With Rmax 0 the timer
 * would fire for ever, as it does in Kafka 4.4.0. None is armed then, and `completeIfAllJoined`
 * retries once something changes.
 */
function postpone(shard: Shard, group: Group): readonly LogRecord[] {
  shard.cite('COMPLETE-04');
  const delayMs = rebalanceTimeout(shard, group);
  if (delayMs > 0) {
    shard.cite('TIMER-03');
    shard.timer.schedule({ kind: 'join', groupId: group.groupId }, delayMs);
  }
  return [];
}

function completeToEmpty(shard: Shard, group: Group): readonly LogRecord[] {
  shard.cite('COMPLETE-05');
  shard.cite('STATE-03');
  group.generation++;
  shard.cite('STATE-05');
  group.protocolName = null;
  readSubscriptions(shard, group);
  group.pendingSync.clear();
  transitionTo(group, 'Empty', shard.timer.now);
  return [emptiedGroupRecord(shard, group)];
}

/** No record is written and no commit awaited. */
function startGeneration(shard: Shard, group: Group): void {
  shard.cite('COMPLETE-06');
  group.leader = chooseLeader(shard, group);
  group.leaderIsStandIn = false;
  shard.cite('STATE-05');
  group.protocolName = chooseProtocol(shard, group);
  shard.cite('STATE-03');
  group.generation++;
  readSubscriptions(shard, group);
  group.pendingSync.clear();
  transitionTo(group, 'CompletingRebalance', shard.timer.now);
  for (const member of group.members.values()) {
    answerParkedJoin(group, member, () => currentGenerationWithMembers(group, member.memberId));
    restartSession(shard, group, member);
    shard.cite('MEMBER-05');
    member.isNew = false;
  }
  awaitSyncs(shard, group, rebalanceTimeout(shard, group));
}
