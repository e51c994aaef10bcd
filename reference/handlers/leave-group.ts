import type {
  LeaveGroupRequestMember,
  LeaveGroupResponseMember,
} from '../../src/protocol/generated-messages.js';
import type { Call } from '../call.js';
import { joinError } from '../classic/answers.js';
import { answerParkedJoin, type Group, removeMember } from '../classic/group.js';
import { identify } from '../classic/identity.js';
import type { Member } from '../classic/member.js';
import { rebalance } from '../classic/rebalance.js';
import { cancelSession, type Shard } from '../classic/shard.js';
import { type ErrorName, errorCode } from '../errors.js';
import type { LogRecord } from '../runtime/log.js';
import { DONE, type Outcome } from '../runtime/operation.js';

type LeaveCall = Call<'LeaveGroup'>;

/** Expects the list form of version 3 and later, whatever the version (WIRE-04). */
export function leaveGroup(shard: Shard, call: LeaveCall): Outcome {
  const { groupId, members } = call.body;
  const group = shard.groups.get(groupId);
  // SVC-10
  if (group === undefined) {
    answer(
      call,
      members.map((entry) => resultOf(entry, 'UNKNOWN_MEMBER_ID')),
    );
    return DONE;
  }
  // LEAVE-10: no entries, no results
  const results = members.map((entry) => resultOf(entry, leave(shard, group, entry)));
  const left = results.some((result) => result.errorCode === errorCode('NONE'));
  // LEAVE-08: the answer waits for the record of an emptied group
  return {
    records: left ? afterLeaving(shard, group) : [],
    afterCommit: () => answer(call, results),
  };
}

/** One entry of the list. */
function leave(shard: Shard, group: Group, entry: LeaveGroupRequestMember): ErrorName {
  const { memberId, groupInstanceId } = entry;
  if (memberId === '') {
    const owner = groupInstanceId === null ? undefined : group.staticMembers.get(groupInstanceId);
    const member = owner === undefined ? undefined : group.members.get(owner);
    // LEAVE-02
    if (member === undefined) return 'UNKNOWN_MEMBER_ID';
    // LEAVE-01
    remove(shard, group, member);
    return 'NONE';
  }
  // LEAVE-03
  if (group.pendingIds.has(memberId)) {
    removeMember(group, memberId);
    cancelSession(shard, group, memberId);
    return 'NONE';
  }
  // LEAVE-04
  const member = identify(group, memberId, groupInstanceId);
  if (typeof member === 'string') return member;
  remove(shard, group, member);
  return 'NONE';
}

/** LEAVE-05: a parked sync is orphaned. */
function remove(shard: Shard, group: Group, member: Member): void {
  cancelSession(shard, group, member.memberId);
  answerParkedJoin(group, member, joinError('UNKNOWN_MEMBER_ID', ''));
  removeMember(group, member.memberId);
}

/** LEAVE-06; LEAVE-07: a pending id that left counts as well. */
function afterLeaving(shard: Shard, group: Group): readonly LogRecord[] {
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
