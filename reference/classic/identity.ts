import type { ErrorName } from '../errors.js';
import type { Group } from './group.js';
import type { Member } from './member.js';

/** JOIN-08: the member that a request speaks for, or why it may not. */
export function identify(
  group: Group,
  memberId: string,
  groupInstanceId: string | null,
): Member | ErrorName {
  if (groupInstanceId !== null) {
    const owner = group.staticMembers.get(groupInstanceId);
    if (owner === undefined) return 'UNKNOWN_MEMBER_ID';
    if (owner !== memberId) return 'FENCED_INSTANCE_ID';
  }
  return group.members.get(memberId) ?? 'UNKNOWN_MEMBER_ID';
}
