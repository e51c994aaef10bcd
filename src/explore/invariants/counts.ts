import type { Group } from '../../../reference/classic/group.js';
import type { Member } from '../../../reference/classic/member.js';
import type { Life } from './life.js';
import type { Report } from './violation.js';

/** What a group counts and indexes equals what its members say. */
export function checkCounts(life: Life, report: Report): void {
  const { group } = life;
  let awaiting = 0;
  let statics = 0;
  for (const member of group.members.values()) {
    if (member.parkedJoin !== null) awaiting++;
    if (member.groupInstanceId !== null) statics++;
    if (!life.sharesInstances) checkMember(group, member, report);
  }
  if (awaiting !== group.awaitingJoinCount) {
    report(
      'counts-equal-recounts',
      ['MEMBER-04'],
      group.groupId,
      `counts ${group.awaitingJoinCount} members who are awaiting-join where there are ${awaiting}`,
    );
  }
  if (statics !== group.staticMembers.size && !life.sharesInstances) {
    report(
      'counts-equal-recounts',
      ['STATIC-01', 'JOIN-08'],
      group.groupId,
      `has ${statics} static members and ${group.staticMembers.size} instance ids`,
    );
  }
  checkSupport(group, report);
  if (group.pendingIds.size > 0) checkPendingIds(group, report);
  if (group.pendingSync.size > 0) checkPendingSync(life, report);
  if (group.state === 'Empty' && group.members.size > 0) {
    report(
      'counts-equal-recounts',
      ['COMPLETE-05', 'STATE-01'],
      group.groupId,
      `is Empty and has the member ${[...group.members.keys()].join(', ')}`,
    );
  }
}

function checkMember(group: Group, member: Member, report: Report): void {
  const { memberId, groupInstanceId } = member;
  if (group.members.get(memberId) !== member) {
    report(
      'counts-equal-recounts',
      ['STATIC-01'],
      group.groupId,
      `has member ${memberId} under another id than its own`,
    );
  }
  if (groupInstanceId === null) return;
  const owner = group.staticMembers.get(groupInstanceId);
  if (owner === memberId) return;
  report(
    'counts-equal-recounts',
    ['STATIC-01', 'JOIN-08'],
    group.groupId,
    `has ${memberId} as member of instance id '${groupInstanceId}', ` +
      `which belongs to ${owner ?? 'nobody'}`,
  );
}

/** MEMBER-06: a name that one member sends twice counts once. */
function checkSupport({ groupId, support, members }: Group, report: Report): void {
  for (const name of support.keys()) {
    const count = support.get(name);
    let offering = 0;
    for (const member of members.values()) if (offers(member, name)) offering++;
    if (offering === count) continue;
    report(
      'counts-equal-recounts',
      ['MEMBER-06'],
      groupId,
      `counts ${count} members who offer protocol '${name}' where ${offering} do`,
    );
  }
  for (const { memberId, protocols } of members.values()) {
    for (const { name } of protocols) {
      if (support.has(name)) continue;
      report(
        'counts-equal-recounts',
        ['MEMBER-06'],
        groupId,
        `does not count protocol '${name}', which ${memberId} offers`,
      );
    }
  }
}

function offers({ protocols }: Member, name: string): boolean {
  for (const protocol of protocols) if (protocol.name === name) return true;
  return false;
}

/** MEMBER-03: an id is pending or a member's. */
function checkPendingIds(group: Group, report: Report): void {
  for (const memberId of group.pendingIds) {
    if (!group.members.has(memberId)) continue;
    report(
      'counts-equal-recounts',
      ['MEMBER-03', 'JOIN-06'],
      group.groupId,
      `has ${memberId} both as a member and as a pending id`,
    );
  }
}

/**
 * COMPLETE-07: only members have to sync, and those of the generation's beginning that go by another
 * id now (STATIC-06).
 */
function checkPendingSync({ group, starters }: Life, report: Report): void {
  for (const memberId of group.pendingSync) {
    if (group.members.has(memberId)) continue;
    const instance = starters.get(memberId);
    if (instance !== undefined && group.staticMembers.has(instance)) continue;
    report(
      'counts-equal-recounts',
      ['COMPLETE-07', 'STATIC-06'],
      group.groupId,
      `waits for the sync of ${memberId}, who is neither a member nor a restarted one`,
    );
  }
}
