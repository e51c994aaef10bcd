import { ruled } from '../citation.js';
import type { LogRecord } from '../runtime/log.js';
import { allJoined, type Group, rebalanceTimeout } from './group.js';
import { completeJoin } from './join-completion.js';
import type { Shard } from './shard.js';
import { canStartRebalance, isInitialRebalance, transitionTo } from './states.js';
import { refuseSyncs, stopAwaitingSyncs } from './sync-phase.js';

/** What follows a change of the membership: PREP-01, or CHECK-01 in a running rebalance. */
export function rebalance(shard: Shard, group: Group): readonly LogRecord[] {
  return canStartRebalance(group) ? prepareRebalance(shard, group) : checkCompletion(shard, group);
}

/** PREP-01: starts a join phase, which may end at once; returns what has to be written. */
export function prepareRebalance(shard: Shard, group: Group): readonly LogRecord[] {
  shard.cite('PREP-01');
  if (group.state === 'Stable') shard.cite('PREP-02');
  // (a)
  if (group.state === 'CompletingRebalance') {
    refuseSyncs(shard, group, 'SYNC-09', 'REBALANCE_IN_PROGRESS');
  }
  // (b)
  stopAwaitingSyncs(shard, group);
  // (c)
  if (group.state === 'Empty') openFirstJoinWindow(shard, group);
  // (d)
  transitionTo(group, 'PreparingRebalance', shard.timer.now);
  // (e)
  if (isInitialRebalance(group)) return ruled(shard, 'STATE-02', []);
  if (allJoined(group)) {
    shard.cite('MEMBER-04');
    if (group.members.size === 1) shard.cite('PREP-03');
    return completeJoin(shard, group);
  }
  if (group.members.size === 0) shard.cite('PREP-04');
  armJoin(shard, group, rebalanceTimeout(shard, group));
  return [];
}

/** Joining and leaving never complete an initial rebalance early (EXTEND-04). */
function checkCompletion(shard: Shard, group: Group): readonly LogRecord[] {
  shard.cite('CHECK-01');
  return isInitialRebalance(group)
    ? ruled(shard, 'STATE-02', [])
    : completeIfAllJoined(shard, group);
}

/** EXPIRE-02, EXPIRE-03: expiry does complete an initial rebalance. */
export function completeIfAllJoined(shard: Shard, group: Group): readonly LogRecord[] {
  if (group.state !== 'PreparingRebalance') return [];
  if (allJoined(group)) {
    shard.cite('MEMBER-04');
    if (isInitialRebalance(group)) shard.cite('EXTEND-04');
    return completeJoin(shard, group);
  }
  retryPostponedCompletion(shard, group);
  return [];
}

function armJoin(shard: Shard, group: Group, delayMs: number): void {
  shard.cite('TIMER-03');
  shard.timer.schedule({ kind: 'join', groupId: group.groupId }, delayMs);
}

/** COMPLETE-04 with Rmax 0 left no timer: try again as soon as it can do better. */
function retryPostponedCompletion(shard: Shard, group: Group): void {
  const join = { kind: 'join', groupId: group.groupId } as const;
  const canComplete = group.awaitingJoinCount > 0 || group.members.size === 0;
  if (canComplete && !shard.timer.isArmed(join)) shard.timer.schedule(join, 0);
}

/** The join timer: EXTEND-01 in an initial rebalance, else COMPLETE-01. */
export function joinTimerFired(shard: Shard, groupId: string): readonly LogRecord[] {
  const group = shard.groups.get(groupId);
  if (group === undefined) return ruled(shard, 'TYPE-10', []);
  // The group that armed it may be gone, and another one of its name be here (JOIN-13)
  if (group.state !== 'PreparingRebalance') return [];
  if (isInitialRebalance(group)) shard.cite('EXTEND-01');
  const { joinWindow } = group;
  const mayExtend = joinWindow !== null && joinWindow.remainingMs !== 0;
  if (!mayExtend || !group.newMemberAdded) {
    if (joinWindow?.remainingMs === 0) shard.cite('EXTEND-02');
    if (group.newMemberAdded) shard.cite('EXTEND-03');
    return completeJoin(shard, group);
  }
  shard.cite('EXTEND-02');
  group.newMemberAdded = false;
  openJoinWindow(shard, group, {
    delayMs: Math.min(shard.configuration.initialRebalanceDelayMs, joinWindow.remainingMs),
    remainingMs: Math.max(joinWindow.remainingMs - joinWindow.delayMs, 0),
  });
  return [];
}

function openFirstJoinWindow(shard: Shard, group: Group): void {
  const delayMs = shard.configuration.initialRebalanceDelayMs;
  openJoinWindow(shard, group, {
    delayMs,
    remainingMs: Math.max(rebalanceTimeout(shard, group) - delayMs, 0),
  });
}

function openJoinWindow(
  shard: Shard,
  group: Group,
  joinWindow: NonNullable<Group['joinWindow']>,
): void {
  group.joinWindow = joinWindow;
  armJoin(shard, group, joinWindow.delayMs);
}
