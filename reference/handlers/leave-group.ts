import type {
  LeaveGroupRequestMember,
  LeaveGroupResponseMember,
} from '../../src/protocol/generated-messages.js';
import type { Call } from '../call.js';
import { ruled } from '../citation.js';
import { refuseParkedJoin } from '../classic/answers.js';
import { type Group, removeMember } from '../classic/group.js';
import { identify } from '../classic/identity.js';
import type { Member } from '../classic/member.js';
import { rebalance } from '../classic/rebalance.js';
import { cancelSession, type Shard } from '../classic/shard.js';
import { canStartRebalance, isInitialRebalance } from '../classic/states.js';
import { type ErrorName, errorCode } from '../errors.js';
import type { LogRecord } from '../runtime/log.js';
import { DONE, type Outcome } from '../runtime/operation.js';

type LeaveCall = Call<'LeaveGroup'>;

/** Expects the list form of version 3 and later, whatever the version (WIRE-04). */
export function leaveGroup(shard: Shard, call: LeaveCall): Outcome {
  const { groupId, members } = call.body;
  const group = shard.groups.get(groupId);
  shard.cite('LEAVE-00');
  if (group === undefined) {
    shard.cite('SVC-10');
    answer(
      call,
      members.map((entry) => resultOf(entry, 'UNKNOWN_MEMBER_ID')),
    );
    return DONE;
  }
  if (members.length === 0) shard.cite('LEAVE-10');
  const membersBefore = group.members.size;
  const results = members.map((entry) => resultOf(entry, leave(shard, group, entry)));
  const left = results.some((result) => result.errorCode === errorCode('NONE'));
  if (
    left &&
    group.members.size === membersBefore &&
    group.state !== 'Empty' &&
    canStartRebalance(group)
  ) {
    shard.cite('LEAVE-07');
  }
  const records = left ? afterLeaving(shard, group) : [];
  if (records.length > 0) shard.cite('LEAVE-08');
  // The answer waits for the record of an emptied group.
  return {
    records,
    afterCommit: () => answer(call, results),
  };
}

/** One entry of the list. */
function leave(shard: Shard, group: Group, entry: LeaveGroupRequestMember): ErrorName {
  const { memberId, groupInstanceId } = entry;
  if (memberId === '') {
    const owner = groupInstanceId === null ? undefined : group.staticMembers.get(groupInstanceId);
    const member = owner === undefined ? undefined : group.members.get(owner);
    if (member === undefined) return ruled(shard, 'LEAVE-02', 'UNKNOWN_MEMBER_ID');
    shard.cite('LEAVE-01');
    remove(shard, group, member);
    return 'NONE';
  }
  if (group.pendingIds.has(memberId)) {
    shard.cite('LEAVE-03');
    removeMember(shard, group, memberId);
    cancelSession(shard, group, memberId);
    return 'NONE';
  }
  const member = identify(group, memberId, groupInstanceId);
  shard.cite('LEAVE-04');
  if (typeof member === 'string') return ruled(shard, 'JOIN-08', member);
  remove(shard, group, member);
  return 'NONE';
}

/** A parked sync is orphaned. */
function remove(shard: Shard, group: Group, member: Member): void {
  shard.cite('LEAVE-05');
  cancelSession(shard, group, member.memberId);
  refuseParkedJoin(shard, group, member, 'LEAVE-05', 'UNKNOWN_MEMBER_ID', '');
  removeMember(shard, group, member.memberId);
}

/** A pending id that left counts as well (LEAVE-07). */
function afterLeaving(shard: Shard, group: Group): readonly LogRecord[] {
  shard.cite('LEAVE-06');
  if (isInitialRebalance(group)) shard.cite('EXTEND-04');
  if (isInitialRebalance(group) && group.members.size === 0) shard.cite('LEAVE-09');
  return group.state === 'Empty' ? [] : rebalance(shard, group);
}

function resultOf(entry: LeaveGroupRequestMember, result: ErrorName): LeaveGroupResponseMember {
  return {
    memberId: entry.memberId,
    groupInstanceId: entry.groupInstanceId,
    errorCode: errorCode(result),
  };
}

function answer(call: LeaveCall, members: readonly LeaveGroupResponseMember[]): void {
  call.answer({ throttleTimeMs: 0, errorCode: errorCode('NONE'), members });
}
