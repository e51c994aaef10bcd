import type { Call } from '../call.js';
import type { RuleId } from '../citation.js';
import { syncAssignment, syncError } from '../classic/answers.js';
import type { Group } from '../classic/group.js';
import { identify } from '../classic/identity.js';
import { isAwaitingSync } from '../classic/member.js';
import { prepareRebalance } from '../classic/rebalance.js';
import { generationRecord } from '../classic/records.js';
import type { Shard } from '../classic/shard.js';
import { adoptAssignments, refuseSyncs, syncReceived } from '../classic/sync-phase.js';
import type { ErrorName } from '../errors.js';
import { appendError } from '../log-errors.js';
import { DONE, type Outcome } from '../runtime/operation.js';

type SyncCall = Call<'SyncGroup'>;

export function syncGroup(shard: Shard, call: SyncCall): Outcome {
  const { groupId, memberId, groupInstanceId, generationId } = call.body;
  const group = shard.groups.get(groupId);
  shard.cite('SYNC-00');
  if (group === undefined) return refuse(call, 'TYPE-04', 'UNKNOWN_MEMBER_ID');
  // Before the identity check.
  if (group.state === 'Empty') return refuse(call, 'SYNC-00', 'UNKNOWN_MEMBER_ID');
  const member = identify(group, memberId, groupInstanceId);
  // A pending id is no member.
  if (member === 'UNKNOWN_MEMBER_ID' && group.pendingIds.has(memberId)) shard.cite('SYNC-10');
  if (typeof member === 'string') return refuse(call, 'JOIN-08', member);
  if (generationId !== group.generation) return refuse(call, 'SYNC-00', 'ILLEGAL_GENERATION');
  if (differs(call.body.protocolType, group.protocolType)) {
    return refuse(call, 'SYNC-00', 'INCONSISTENT_GROUP_PROTOCOL');
  }
  if (differs(call.body.protocolName, group.protocolName)) {
    return refuse(call, 'SYNC-00', 'INCONSISTENT_GROUP_PROTOCOL');
  }
  if (group.state === 'PreparingRebalance') return refuse(call, 'SYNC-01', 'REBALANCE_IN_PROGRESS');
  if (group.state === 'Stable') {
    shard.cite('SYNC-07');
    syncReceived(shard, group, memberId);
    call.answer(syncAssignment(shard, group, member.assignment));
    return DONE;
  }
  shard.cite('SYNC-02');
  if (isAwaitingSync(member)) shard.cite('SYNC-08');
  member.parkedSync = call.answer;
  syncReceived(shard, group, memberId);
  return group.leader === memberId ? persistAssignments(shard, group, call) : DONE;
}

function persistAssignments(shard: Shard, group: Group, call: SyncCall): Outcome {
  shard.cite('SYNC-03');
  const assignments = new Map(
    call.body.assignments.map(({ memberId, assignment }) => [memberId, assignment]),
  );
  const isOver = () =>
    group.state !== 'CompletingRebalance' || group.generation !== call.body.generationId;
  return {
    records: [
      generationRecord(shard, 'RECORD-04', group, ({ memberId }) => assignments.get(memberId)),
    ],
    afterCommit: () => {
      if (isOver()) return shard.cite('SYNC-05');
      adoptAssignments(shard, group, assignments);
    },
    afterFailure: (error) => {
      if (isOver()) return;
      shard.cite('SYNC-06');
      shard.cite('MAP-APPEND');
      refuseSyncs(shard, group, 'SYNC-06', appendError(error));
      // Nobody has rejoined, so the rebalance does not complete: nothing to write.
      prepareRebalance(shard, group);
    },
  };
}

/** A request may leave type and name out, and the group may not have a name yet (SYNC-01). */
function differs(requested: string | null, current: string | null): boolean {
  return requested !== null && current !== null && requested !== current;
}

function refuse(call: SyncCall, rule: RuleId, error: ErrorName): Outcome {
  call.cite(rule);
  call.answer(syncError(call, error));
  return DONE;
}
