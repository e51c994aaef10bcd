import type { ErrorName } from '../errors.js';
import { syncAssignment, syncError } from './answers.js';
import { answerParkedSync, type Group } from './group.js';
import { NO_BYTES } from './member.js';
import { restartSession, type Shard } from './shard.js';
import { transitionTo } from './states.js';

/** COMPLETE-07: everybody has to sync within Rmax of the join completion. */
export function awaitSyncs(shard: Shard, group: Group, rebalanceTimeoutMs: number): void {
  for (const memberId of group.members.keys()) group.pendingSync.add(memberId);
  shard.timer.schedule({ kind: 'sync', groupId: group.groupId }, rebalanceTimeoutMs);
}

/** SYNC-02, SYNC-07: one member fewer to wait for; the last one stops the timer. */
export function syncReceived(shard: Shard, group: Group, memberId: string): void {
  group.pendingSync.delete(memberId);
  if (group.pendingSync.size === 0) stopAwaitingSyncs(shard, group);
}

/** PREP-01b. */
export function stopAwaitingSyncs(shard: Shard, group: Group): void {
  group.pendingSync.clear();
  shard.timer.cancel({ kind: 'sync', groupId: group.groupId });
}

/** SYNC-04: the leader's assignments take effect; members without one get zero bytes. */
export function adoptAssignments(
  shard: Shard,
  group: Group,
  assignments: ReadonlyMap<string, Uint8Array>,
): void {
  for (const member of group.members.values()) {
    member.assignment = assignments.get(member.memberId) ?? NO_BYTES;
    const answered = answerParkedSync(member, syncAssignment(group, member.assignment));
    if (answered) restartSession(shard, group, member);
  }
  transitionTo(group, 'Stable', shard.timer.now);
}

/** PREP-01a, SYNC-06: all assignments are void, every parked sync is refused. */
export function refuseSyncs(shard: Shard, group: Group, error: ErrorName): void {
  for (const member of group.members.values()) {
    member.assignment = NO_BYTES;
    const answered = answerParkedSync(member, syncError(error));
    if (answered) restartSession(shard, group, member);
  }
}
