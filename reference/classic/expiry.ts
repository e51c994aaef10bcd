import type { LogRecord } from '../runtime/log.js';
import { joinError } from './answers.js';
import { answerParkedJoin, removeMember } from './group.js';
import { isAwaitingJoin, isAwaitingSync, type Member } from './member.js';
import { completeIfAllJoined, prepareRebalance } from './rebalance.js';
import { cancelSession, type Shard } from './shard.js';

/** A session timer fired: of a pending id, a member, or somebody long gone. */
export function sessionTimerFired(
  shard: Shard,
  groupId: string,
  memberId: string,
): readonly LogRecord[] {
  const group = shard.groups.get(groupId);
  // TYPE-10
  if (group === undefined) return [];
  // EXPIRE-02
  if (group.pendingIds.has(memberId)) {
    removeMember(group, memberId);
    return completeIfAllJoined(shard, group);
  }
  const member = group.members.get(memberId);
  if (member === undefined) return [];
  // EXPIRE-04
  if (isExempt(member)) return [];
  // EXPIRE-03
  answerParkedJoin(group, member, joinError('UNKNOWN_MEMBER_ID', ''));
  removeMember(group, memberId);
  if (group.state === 'Stable' || group.state === 'CompletingRebalance') {
    return prepareRebalance(shard, group);
  }
  return completeIfAllJoined(shard, group);
}

/** EXPIRE-04: one who waits for the coordinator cannot heartbeat. A new member is not exempt. */
function isExempt(member: Member): boolean {
  return !member.isNew && (isAwaitingJoin(member) || isAwaitingSync(member));
}

/** EXPIRE-05: those who did not sync in time are out, static members too. */
export function syncTimerFired(shard: Shard, groupId: string): readonly LogRecord[] {
  const group = shard.groups.get(groupId);
  // TYPE-10
  if (group === undefined) return [];
  if (group.state !== 'CompletingRebalance' && group.state !== 'Stable') return [];
  if (group.pendingSync.size === 0) return [];
  for (const memberId of [...group.pendingSync]) {
    removeMember(group, memberId);
    cancelSession(shard, group, memberId);
  }
  return prepareRebalance(shard, group);
}
