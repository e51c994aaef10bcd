import type { Member } from '../../../reference/classic/member.js';
import type { Timer } from '../../../reference/runtime/timer.js';
import type { Life } from './life.js';
import type { LogBook } from './log-book.js';
import type { Report } from './violation.js';

/**
 * Something is armed that ends the wait of every member whose request is parked, whatever clients
 * do. The session timer of a member does not: it is exempt while it waits (EXPIRE-04).
 */
export function checkParked(life: Life, timer: Timer, book: LogBook, report: Report): void {
  for (const member of life.group.members.values()) {
    if (member.parkedJoin !== null && !boundsJoin(life, member, timer, book)) {
      reportParked(life, member, 'JoinGroup', joinRules(life), report);
    }
    if (member.parkedSync !== null && !boundsSync(life, timer, book)) {
      reportParked(life, member, 'SyncGroup', ['EXPIRE-05', 'SYNC-03', 'RT-03'], report);
    }
  }
}

function boundsJoin(
  { group, joinTimer }: Life,
  { memberId }: Member,
  timer: Timer,
  book: LogBook,
): boolean {
  switch (group.state) {
    // COMPLETE-01; EXTEND-02 ends too. With somebody awaiting, COMPLETE-04 does not postpone.
    case 'PreparingRebalance':
      return timer.isArmed(joinTimer);
    // STATIC-02: until the record of the restart is committed, or has taken too long (STATIC-03).
    case 'Stable':
      return book.isWaiting(group, memberId) && writeTimers(timer) > 0;
    case 'CompletingRebalance':
    case 'Empty':
    case 'Dead':
      return false;
  }
}

/** SYNC-03: until everybody who has to sync is late, or the leader's record is through. */
function boundsSync({ group, syncTimer }: Life, timer: Timer, book: LogBook): boolean {
  if (group.state !== 'CompletingRebalance') return false;
  if (group.pendingSync.size > 0 && timer.isArmed(syncTimer)) return true;
  return book.isWaiting(group) && writeTimers(timer) > 0;
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
