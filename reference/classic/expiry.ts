import { ruled } from '../citation.js';
import type { LogRecord } from '../runtime/log.js';
import { refuseParkedJoin } from './answers.js';
import { removeMember } from './group.js';
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
  if (group === undefined) return ruled(shard, 'TYPE-10', []);
  shard.cite('TIMER-02');
  if (group.pendingIds.has(memberId)) {
    shard.cite('EXPIRE-02');
    removeMember(shard, group, memberId);
    return completeIfAllJoined(shard, group);
  }
  const member = group.members.get(memberId);
  if (member === undefined) return [];
  if (isExempt(member)) return ruled(shard, 'EXPIRE-04', []);
  shard.cite('EXPIRE-03');
  if (group.state === 'CompletingRebalance') shard.cite('EXPIRE-09');
  refuseParkedJoin(shard, group, member, 'EXPIRE-03', 'UNKNOWN_MEMBER_ID', '');
  removeMember(shard, group, memberId);
  if (group.state === 'Stable' || group.state === 'CompletingRebalance') {
    return prepareRebalance(shard, group);
  }
  return completeIfAllJoined(shard, group);
}

/** EXPIRE-04: one who waits for the coordinator cannot heartbeat. A new member is not exempt. */
function isExempt(member: Member): boolean {
  return !member.isNew && (isAwaitingJoin(member) || isAwaitingSync(member));
}

/** Those who did not sync in time are out, static members too. */
export function syncTimerFired(shard: Shard, groupId: string): readonly LogRecord[] {
  const group = shard.groups.get(groupId);
  if (group === undefined) return ruled(shard, 'TYPE-10', []);
  if (group.state !== 'CompletingRebalance' && group.state !== 'Stable') return [];
  if (group.pendingSync.size === 0) return [];
  shard.cite('EXPIRE-05');
  for (const memberId of [...group.pendingSync]) {
    removeMember(shard, group, memberId);
    cancelSession(shard, group, memberId);
  }
  return prepareRebalance(shard, group);
}
