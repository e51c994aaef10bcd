import type { Timer } from '../../../reference/runtime/timer.js';
import type { Life } from './life.js';
import type { Report } from './violation.js';

/** Every timer that the rules start and nothing has stopped is armed. */
export function checkTimers(life: Life, timer: Timer, report: Report): void {
  const { group, outlivedSession } = life;
  const { groupId, state } = group;
  for (const member of group.members.values()) {
    const { memberId } = member;
    const waits = member.parkedJoin !== null || member.parkedSync !== null;
    // EXPIRE-04
    if (waits && !member.isNew) continue;
    if (timer.isArmed({ kind: 'session', groupId, memberId })) {
      if (outlivedSession.size > 0) outlivedSession.delete(memberId);
    } else if (!outlivedSession.has(memberId)) {
      report('timers-run', ['EXPIRE-01'], groupId, `has no session timer for member ${memberId}`);
    }
  }
  for (const memberId of group.pendingIds) {
    if (timer.isArmed({ kind: 'session', groupId, memberId })) continue;
    report(
      'timers-run',
      ['JOIN-03', 'EXPIRE-01'],
      groupId,
      `has no session timer for pending id ${memberId}`,
    );
  }
  if (group.pendingSync.size > 0 && !timer.isArmed(life.syncTimer)) {
    const [memberId = ''] = group.pendingSync;
    report(
      'timers-run',
      ['COMPLETE-07', 'EXPIRE-05'],
      groupId,
      `has no sync timer and ${memberId} has not synced`,
    );
  }
  // EXTEND-04, PREP-04: nobody is parked in a deserted join phase, and it has to end all the same.
  const isDeserted = state === 'PreparingRebalance' && group.members.size === 0;
  if (isDeserted && !timer.isArmed(life.joinTimer)) {
    report('timers-run', ['EXTEND-01', 'PREP-04'], groupId, 'is deserted and has no join timer');
  }
}

/** RT-08: what is due has fired. RT-09: a partition that is not hosted has no timers. */
export function checkDue(timer: Timer, isHosted: boolean, report: Report): void {
  const next = timer.nextDeadline();
  if (next === null) return;
  if (!isHosted) {
    report('timers-run', ['RT-09', 'TIMER-05'], null, 'is not hosted and has a timer armed');
  } else if (next <= timer.now) {
    const [first] = timer.armed();
    const key = JSON.stringify(first?.key);
    report(
      'timers-run',
      ['RT-08'],
      null,
      `has the timer ${key} armed, which was due at ${next} ms`,
    );
  }
}
