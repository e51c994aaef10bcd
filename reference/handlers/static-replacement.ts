import type { Call } from '../call.js';
import {
  currentGeneration,
  currentGenerationWithMembers,
  joinError,
  syncError,
} from '../classic/answers.js';
import { chooseProtocol } from '../classic/choices.js';
import {
  answerParkedJoin,
  answerParkedSync,
  type Group,
  replaceMemberId,
  updateMember,
} from '../classic/group.js';
import type { Member } from '../classic/member.js';
import { rebalance } from '../classic/rebalance.js';
import { generationRecord } from '../classic/records.js';
import { restartSession, type Shard } from '../classic/shard.js';
import type { ErrorName } from '../errors.js';
import { appendError } from '../log-errors.js';
import type { Outcome } from '../runtime/operation.js';

/** STATIC-02: first version whose leader can be told that there is nothing to assign. */
const SKIP_ASSIGNMENT_SINCE = 9;

/** A static member restarts: it has lost its id `ownerId`, and its instance id brings it a new one. */
export function replaceStaticMember(
  shard: Shard,
  group: Group,
  call: Call<'JoinGroup'>,
  ownerId: string,
  newId: string,
): Outcome {
  const owner = group.members.get(ownerId);
  if (owner === undefined) throw new Error(`static member ${ownerId} is not in its group`);
  const leaderBefore = group.leader;
  const member = takeOver(shard, group, call, owner, newId);
  // STATIC-02
  if (group.state === 'Stable' && chooseProtocol(shard.choose, group) === group.protocolName) {
    return {
      records: [generationRecord(group, ({ assignment }) => assignment)],
      afterCommit: () => answerReplacement(group, member, call.version, leaderBefore),
      afterFailure: (error) => {
        giveBack(shard, group, owner, newId);
        call.answer(replacementError(group, appendError(error), leaderBefore));
      },
    };
  }
  // STATIC-04 in Stable, STATIC-05 in the other states
  return { records: rebalance(shard, group) };
}

/** STATIC-01. */
function takeOver(
  shard: Shard,
  group: Group,
  call: Call<'JoinGroup'>,
  owner: Member,
  newId: string,
): Member {
  answerParkedJoin(group, owner, joinError('FENCED_INSTANCE_ID', owner.memberId));
  answerParkedSync(owner, syncError('FENCED_INSTANCE_ID'));
  const member = replaceMemberId(group, owner, newId);
  restartSession(shard, group, member);
  updateMember(group, member, call.body, call.answer);
  return member;
}

/**
 * STATIC-03: the old id comes back, whatever state the group is in by now; for the new one that
 * means what STATIC-01 means for a replaced one. If the new id is gone, so is its owner: Kafka
 * 4.4.0 counts the owner's protocols out once more then.
 */
function giveBack(shard: Shard, group: Group, owner: Member, newId: string): void {
  const member = group.members.get(newId);
  if (member === undefined) return;
  updateMember(group, member, owner, null);
  answerParkedSync(member, syncError('FENCED_INSTANCE_ID'));
  const restored = replaceMemberId(group, member, owner.memberId);
  restartSession(shard, group, restored);
}

/** STATIC-02: before version 9 a restarted leader is told of its old self, and so does not assign. */
function answerReplacement(
  group: Group,
  member: Member,
  version: number,
  leaderBefore: string | null,
): void {
  const { memberId } = member;
  const isLeader = group.leader === memberId;
  if (version < SKIP_ASSIGNMENT_SINCE) {
    const body = { ...currentGeneration(group, memberId), leader: leaderBefore ?? '' };
    answerParkedJoin(group, member, body);
    return;
  }
  // STATIC-07: a leader cannot be told the members of a generation that is being replaced
  if (isLeader && group.state === 'PreparingRebalance') return;
  const body = { ...currentGenerationWithMembers(group, memberId), skipAssignment: isLeader };
  answerParkedJoin(group, member, body);
}

/** STATIC-03: unlike every other refusal, this one tells the generation. */
function replacementError(group: Group, error: ErrorName, leaderBefore: string | null) {
  return {
    ...joinError(error, ''),
    generationId: group.generation,
    protocolType: group.protocolType,
    protocolName: group.protocolName,
    leader: leaderBefore ?? '',
  };
}
