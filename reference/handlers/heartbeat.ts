import type { Call } from '../call.js';
import type { RuleId } from '../citation.js';
import { identify } from '../classic/identity.js';
import { restartSession, type Shard } from '../classic/shard.js';
import { type ErrorName, errorCode } from '../errors.js';
import { DONE, type Outcome } from '../runtime/operation.js';

type HeartbeatCall = Call<'Heartbeat'>;

export function heartbeat(shard: Shard, call: HeartbeatCall): Outcome {
  const { groupId, memberId, groupInstanceId, generationId } = call.body;
  const group = shard.groups.get(groupId);
  shard.cite('HB-00');
  if (group === undefined) return refuse(call, 'TYPE-04', 'UNKNOWN_MEMBER_ID');
  const member = identify(group, memberId, groupInstanceId);
  // Neither an Empty group nor a pending id has a member.
  if (group.state === 'Empty') shard.cite('HB-01');
  if (member === 'UNKNOWN_MEMBER_ID' && group.pendingIds.has(memberId)) shard.cite('HB-04');
  if (typeof member === 'string') return refuse(call, 'JOIN-08', member);
  if (generationId !== group.generation) return refuse(call, 'HB-00', 'ILLEGAL_GENERATION');

  shard.cite(group.state === 'PreparingRebalance' ? 'HB-02' : 'HB-03');
  // A new member trades its long timer for this one.
  if (member.isNew) shard.cite('JOIN-14');
  restartSession(shard, group, member);
  const result = group.state === 'PreparingRebalance' ? 'REBALANCE_IN_PROGRESS' : 'NONE';
  // The timer restarts now, the answer waits for earlier writes.
  shard.cite('HB-06');
  return { records: [], afterCommit: () => answer(call, result) };
}

function refuse(call: HeartbeatCall, rule: RuleId, error: ErrorName): Outcome {
  call.cite(rule);
  answer(call, error);
  return DONE;
}

function answer(call: HeartbeatCall, result: ErrorName): void {
  call.answer({ throttleTimeMs: 0, errorCode: errorCode(result) });
}
