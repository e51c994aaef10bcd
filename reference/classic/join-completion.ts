import type { LogRecord } from '../runtime/log.js';
import { currentGenerationWithMembers } from './answers.js';
import { chooseLeader, chooseProtocol } from './choices.js';
import { answerParkedJoin, type Group, rebalanceTimeout, removeMember } from './group.js';
import { isAwaitingJoin, isStatic } from './member.js';
import { emptiedGroupRecord } from './records.js';
import { cancelSession, restartSession, type Shard } from './shard.js';
import { transitionTo } from './states.js';
import { awaitSyncs } from './sync-phase.js';

/** COMPLETE-01: ends the join phase and returns what has to be written. */
export function completeJoin(shard: Shard, group: Group): readonly LogRecord[] {
  shard.timer.cancel({ kind: 'join', groupId: group.groupId });
  group.joinWindow = null;
  removeAbsentDynamicMembers(shard, group);
  if (group.members.size === 0) return completeToEmpty(shard, group);
  if (group.awaitingJoinCount === 0) return postpone(shard, group);
  startGeneration(shard, group);
  return [];
}

/** COMPLETE-02, COMPLETE-03: static members stay, pending ids too. */
function removeAbsentDynamicMembers(shard: Shard, group: Group): void {
  for (const member of [...group.members.values()]) {
    if (isAwaitingJoin(member) || isStatic(member)) continue;
    removeMember(group, member.memberId);
    cancelSession(shard, group, member.memberId);
  }
}

/**
 * COMPLETE-04: there are only absent static members, so the phase goes on. With Rmax 0 the timer
 * would fire for ever, as it does in Kafka 4.4.0. None is armed then, and `completeIfAllJoined`
 * retries once something changes.
 */
function postpone(shard: Shard, group: Group): readonly LogRecord[] {
  const delayMs = rebalanceTimeout(group);
  if (delayMs > 0) shard.timer.schedule({ kind: 'join', groupId: group.groupId }, delayMs);
  return [];
}

/** COMPLETE-05. */
function completeToEmpty(shard: Shard, group: Group): readonly LogRecord[] {
  group.generation++;
  group.protocolName = null;
  group.pendingSync.clear();
  transitionTo(group, 'Empty', shard.timer.now);
  return [emptiedGroupRecord(group)];
}

/** COMPLETE-06, COMPLETE-07. No record is written and no commit awaited. */
function startGeneration(shard: Shard, group: Group): void {
  group.leader = chooseLeader(shard.choose, group);
  group.leaderIsStandIn = false;
  group.generation++;
  group.protocolName = chooseProtocol(shard.choose, group);
  group.pendingSync.clear();
  transitionTo(group, 'CompletingRebalance', shard.timer.now);
  for (const member of group.members.values()) {
    answerParkedJoin(group, member, currentGenerationWithMembers(group, member.memberId));
    restartSession(shard, group, member);
    member.isNew = false;
  }
  awaitSyncs(shard, group, rebalanceTimeout(group));
}
