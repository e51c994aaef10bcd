import type { Call } from '../call.js';
import {
  currentGeneration,
  currentGenerationWithMembers,
  joinError,
  namedProtocol,
  refuseParkedJoin,
  refuseParkedSync,
} from '../classic/answers.js';
import { chooseProtocol } from '../classic/choices.js';
import { settingsToGiveBack } from '../classic/given-back.js';
import { answerParkedJoin, type Group, replaceMemberId, updateMember } from '../classic/group.js';
import { isAwaitingJoin, type Member } from '../classic/member.js';
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
  if (group.state === 'Stable' && chooseProtocol(shard, group) === group.protocolName) {
    shard.cite('STATIC-02');
    return {
      records: [generationRecord(shard, 'RECORD-05', group, ({ assignment }) => assignment)],
      afterCommit: () => answerReplacement(shard, group, member, call.version, leaderBefore),
      afterFailure: (error) => {
        shard.cite('STATIC-03');
        giveBack(shard, group, owner, newId);
        if (!call.isAnswered()) shard.cite('MAP-APPEND');
        call.answer(replacementError(shard, group, appendError(error), leaderBefore));
      },
    };
  }
  shard.cite(group.state === 'Stable' ? 'STATIC-04' : 'STATIC-05');
  return { records: rebalance(shard, group) };
}

function takeOver(
  shard: Shard,
  group: Group,
  call: Call<'JoinGroup'>,
  owner: Member,
  newId: string,
): Member {
  shard.cite('STATIC-01');
  shard.cite('STATIC-08');
  if (group.leader === owner.memberId) shard.cite('STATE-06');
  if (group.pendingSync.has(owner.memberId)) shard.cite('STATIC-06');
  refuseParkedJoin(shard, group, owner, 'STATIC-01', 'FENCED_INSTANCE_ID', owner.memberId);
  refuseParkedSync(shard, owner, 'STATIC-01', 'FENCED_INSTANCE_ID');
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
  updateMember(group, member, settingsToGiveBack(shard, group, member, owner), null);
  refuseParkedSync(shard, member, 'STATIC-03', 'FENCED_INSTANCE_ID');
  const restored = replaceMemberId(group, member, owner.memberId);
  restartSession(shard, group, restored);
}

/** Before version 9 a restarted leader is told of its old self, and so does not assign. */
function answerReplacement(
  shard: Shard,
  group: Group,
  member: Member,
  version: number,
  leaderBefore: string | null,
): void {
  if (group.state === 'PreparingRebalance' || !isAwaitingJoin(member)) shard.cite('STATIC-07');
  const { memberId } = member;
  const isLeader = group.leader === memberId;
  if (version < SKIP_ASSIGNMENT_SINCE) {
    const body = { ...currentGeneration(group, memberId), leader: leaderBefore ?? '' };
    answerParkedJoin(group, member, () => body);
    return;
  }
  // A leader cannot be told the members of a generation that is being replaced
  if (isLeader && group.state === 'PreparingRebalance') return;
  const body = { ...currentGenerationWithMembers(group, memberId), skipAssignment: isLeader };
  answerParkedJoin(group, member, () => body);
}

/** STATIC-03: unlike every other refusal, this one tells the generation. */
function replacementError(
  shard: Shard,
  group: Group,
  error: ErrorName,
  leaderBefore: string | null,
) {
  return {
    ...joinError(shard, error, ''),
    generationId: group.generation,
    protocolType: group.protocolType,
    protocolName: namedProtocol(group),
    leader: leaderBefore ?? '',
  };
}
