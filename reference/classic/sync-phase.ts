import type { RuleId } from '../citation.js';
import type { ErrorName } from '../errors.js';
import { refuseParkedSync, syncAssignment } from './answers.js';
import { answerParkedSync, type Group } from './group.js';
import { NO_BYTES } from './member.js';
import { restartSession, type Shard } from './shard.js';
import { transitionTo } from './states.js';

/** Everybody has to sync within Rmax of the join completion. */
export function awaitSyncs(shard: Shard, group: Group, rebalanceTimeoutMs: number): void {
  shard.cite('COMPLETE-07');
  for (const memberId of group.members.keys()) group.pendingSync.add(memberId);
  shard.cite('TIMER-04');
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
  const sync = { kind: 'sync', groupId: group.groupId } as const;
  if (shard.timer.isArmed(sync)) shard.cite('TIMER-04');
  shard.timer.cancel(sync);
}

/** The leader's assignments take effect; members without one get zero bytes. */
export function adoptAssignments(
  shard: Shard,
  group: Group,
  assignments: ReadonlyMap<string, Uint8Array>,
): void {
  shard.cite('SYNC-04');
  if (group.pendingSync.size > 0) shard.cite('EXPIRE-06');
  for (const member of group.members.values()) {
    member.assignment = assignments.get(member.memberId) ?? NO_BYTES;
    const { assignment } = member;
    const answered = answerParkedSync(member, () => syncAssignment(shard, group, assignment));
    if (answered) restartSession(shard, group, member);
  }
  transitionTo(group, 'Stable', shard.timer.now);
}

/** All assignments are void, every parked sync is refused. */
export function refuseSyncs(shard: Shard, group: Group, rule: RuleId, error: ErrorName): void {
  for (const member of group.members.values()) {
    member.assignment = NO_BYTES;
    const answered = refuseParkedSync(shard, member, rule, error);
    if (answered) restartSession(shard, group, member);
  }
}
