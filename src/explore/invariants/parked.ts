import type { Member } from '../../../reference/classic/member.js';
import type { Timer } from '../../../reference/runtime/timer.js';
import type { AwaitedRecord, Life } from './life.js';
import type { Report } from './violation.js';

/**
 * Something is armed that ends the wait of every member whose request is parked, whatever clients
 * do. The session timer of a member does not: it is exempt while it waits (EXPIRE-04).
 */
export function checkParked(life: Life, timer: Timer, report: Report): void {
  for (const member of life.group.members.values()) {
    if (member.parkedJoin !== null && !boundsJoin(life, member, timer)) {
      reportParked(life, member, 'JoinGroup', joinRules(life), report);
    }
    if (member.parkedSync !== null && !boundsSync(life, timer)) {
      reportParked(life, member, 'SyncGroup', ['EXPIRE-05', 'SYNC-03', 'RT-03'], report);
    }
  }
}

function boundsJoin(life: Life, { memberId }: Member, timer: Timer): boolean {
  switch (life.group.state) {
    // COMPLETE-01; EXTEND-02 ends too. With somebody awaiting, COMPLETE-04 does not postpone.
    case 'PreparingRebalance':
      return timer.isArmed(life.joinTimer);
    // STATIC-02: until the record of the restart is committed, or has taken too long (STATIC-03).
    case 'Stable':
      return awaitsRecord(life, timer, ({ members }) =>
        members.some((recorded) => recorded.memberId === memberId),
      );
    case 'CompletingRebalance':
    case 'Empty':
    case 'Dead':
      return false;
  }
}

/** SYNC-03: until everybody who has to sync is late, or the leader's record is through. */
function boundsSync(life: Life, timer: Timer): boolean {
  const { group, syncTimer } = life;
  if (group.state !== 'CompletingRebalance') return false;
  if (group.pendingSync.size > 0 && timer.isArmed(syncTimer)) return true;
  return awaitsRecord(life, timer, ({ generation }) => generation === group.generation);
}

function awaitsRecord(
  life: Life,
  timer: Timer,
  matches: (value: AwaitedRecord['value']) => boolean,
): boolean {
  life.awaited = life.awaited.filter((record) => timer.isArmed(record.timer));
  return life.awaited.some(({ value }) => matches(value));
}

/** The request that was handled last has written this record; it waits if a timer ends that. */
export function noteAwaited(life: Life, value: AwaitedRecord['value'], timer: Timer): void {
  let newest = -1;
  for (const { key } of timer.armed()) {
    if (key.kind === 'write') newest = Math.max(newest, key.operation);
  }
  if (newest < 0) return;
  life.awaited = [...life.awaited, { value, timer: { kind: 'write', operation: newest } }];
}

function joinRules({ group }: Life): readonly string[] {
  return group.state === 'Stable' ? ['STATIC-02', 'RT-03'] : ['COMPLETE-01', 'PREP-01'];
}

function reportParked(
  { group }: Life,
  { memberId }: Member,
  api: string,
  rules: readonly string[],
  report: Report,
): void {
  report(
    'parked-requests-are-bounded',
    rules,
    group.groupId,
    `is ${group.state} and has a ${api} of ${memberId} parked that no timer ends`,
  );
}

/** RT-03. */
export function writeTimers(timer: Timer): number {
  let armed = 0;
  for (const { key } of timer.armed()) if (key.kind === 'write') armed++;
  return armed;
}
