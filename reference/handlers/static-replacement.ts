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
  const leaderBefore = group.leader;
  const member = takeOver(shard, group, call, ownerId, newId);
  // STATIC-02
  if (group.state === 'Stable' && chooseProtocol(shard.choose, group) === group.protocolName) {
    return {
      records: [generationRecord(group, ({ assignment }) => assignment)],
      afterCommit: () => answerReplacement(group, member, call.version, leaderBefore),
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
  ownerId: string,
  newId: string,
): Member {
  const owner = group.members.get(ownerId);
  if (owner === undefined) throw new Error(`static member ${ownerId} is not in its group`);
  answerParkedJoin(group, owner, joinError('FENCED_INSTANCE_ID', ownerId));
  answerParkedSync(owner, syncError('FENCED_INSTANCE_ID'));
  const member = replaceMemberId(group, owner, newId);
  restartSession(shard, group, member);
  updateMember(group, member, call.body, call.answer);
  return member;
}

/** STATIC-02: before version 9 a restarted leader is told of its old self, and so does not assign. */
function answerReplacement(
  group: Group,
  member: Member,
  version: number,
  leaderBefore: string | null,
): void {
  const { memberId } = member;
  const body =
    version >= SKIP_ASSIGNMENT_SINCE
      ? {
          ...currentGenerationWithMembers(group, memberId),
          skipAssignment: group.leader === memberId,
        }
      : { ...currentGeneration(group, memberId), leader: leaderBefore ?? '' };
  answerParkedJoin(group, member, body);
}
