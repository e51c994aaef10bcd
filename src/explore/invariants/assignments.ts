import type { Group } from '../../../reference/classic/group.js';
import { sameBytes } from '../../protocol/same-bytes.js';
import type { LogBook } from './log-book.js';
import type { Report } from './violation.js';

/**
 * Every member of a stable group has the assignment that the first record of the generation gives
 * it (SYNC-04, SYNC-08), or gave it under the id that it had before a restart (RECORD-05). A restart
 * that was given up after its new id got the assignment leaves the old id without one (STATIC-03).
 */
export function checkAssignments(group: Group, book: LogBook, report: Report): void {
  if (group.state !== 'Stable') return;
  const { groupId, generation } = group;
  const record = book.recorded(groupId)?.first;
  if (record === undefined || record.generation !== generation) {
    report(
      'assignments-are-recorded',
      ['SYNC-03', 'SYNC-04'],
      groupId,
      `is Stable in generation ${generation}, of which the log has no record`,
    );
    return;
  }
  for (const member of group.members.values()) {
    const { memberId, groupInstanceId } = member;
    let assigned: Uint8Array | undefined;
    for (const recorded of record.members) {
      if (recorded.memberId === memberId) {
        assigned = recorded.assignment;
        break;
      }
      if (groupInstanceId !== null && recorded.groupInstanceId === groupInstanceId) {
        const { assignment } = member;
        const isGivenBack = assignment.length === 0 && book.hasGoneOn(groupId);
        assigned = isGivenBack ? assignment : recorded.assignment;
      }
    }
    if (assigned !== undefined && sameBytes(member.assignment, assigned)) continue;
    report(
      'assignments-are-recorded',
      ['SYNC-04', 'RECORD-04'],
      groupId,
      assigned === undefined
        ? `is Stable with member ${memberId}, to whom generation ${generation} assigns nothing`
        : `is Stable and ${memberId} has another assignment than its leader has sent`,
    );
  }
}
