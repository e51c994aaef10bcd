import type { Call } from '../call.js';
import { identify } from '../classic/identity.js';
import { restartSession, type Shard } from '../classic/shard.js';
import { type ErrorName, errorCode } from '../errors.js';
import { DONE, type Outcome } from '../runtime/operation.js';

type HeartbeatCall = Call<'Heartbeat'>;

export function heartbeat(shard: Shard, call: HeartbeatCall): Outcome {
  const { groupId, memberId, groupInstanceId, generationId } = call.body;
  const group = shard.groups.get(groupId);
  // TYPE-04
  if (group === undefined) return refuse(call, 'UNKNOWN_MEMBER_ID');
  // JOIN-08; covers HB-01 and HB-04, as neither an Empty group nor a pending id has a member
  const member = identify(group, memberId, groupInstanceId);
  if (typeof member === 'string') return refuse(call, member);
  // HB-00
  if (generationId !== group.generation) return refuse(call, 'ILLEGAL_GENERATION');
  // HB-02, HB-03; a new member trades its long timer for this one (JOIN-14)
  restartSession(shard, group, member);
  const result = group.state === 'PreparingRebalance' ? 'REBALANCE_IN_PROGRESS' : 'NONE';
  // HB-06: the timer restarts now, the answer waits for earlier writes
  return { records: [], afterCommit: () => answer(call, result) };
}

function refuse(call: HeartbeatCall, error: ErrorName): Outcome {
  answer(call, error);
  return DONE;
}

function answer(call: HeartbeatCall, result: ErrorName): void {
  call.answer({ throttleTimeMs: 0, errorCode: errorCode(result) });
}
