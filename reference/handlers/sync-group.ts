import type { Call } from '../call.js';
import { syncAssignment, syncError } from '../classic/answers.js';
import type { Group } from '../classic/group.js';
import { identify } from '../classic/identity.js';
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
  // TYPE-04
  if (group === undefined) return refuse(call, 'UNKNOWN_MEMBER_ID');
  // SYNC-00: before the identity check
  if (group.state === 'Empty') return refuse(call, 'UNKNOWN_MEMBER_ID');
  // JOIN-08; a pending id is no member (SYNC-10)
  const member = identify(group, memberId, groupInstanceId);
  if (typeof member === 'string') return refuse(call, member);
  // SYNC-00
  if (generationId !== group.generation) return refuse(call, 'ILLEGAL_GENERATION');
  // SYNC-00
  if (differs(call.body.protocolType, group.protocolType)) {
    return refuse(call, 'INCONSISTENT_GROUP_PROTOCOL');
  }
  if (differs(call.body.protocolName, group.protocolName)) {
    return refuse(call, 'INCONSISTENT_GROUP_PROTOCOL');
  }
  // SYNC-01
  if (group.state === 'PreparingRebalance') return refuse(call, 'REBALANCE_IN_PROGRESS');
  // SYNC-07
  if (group.state === 'Stable') {
    syncReceived(shard, group, memberId);
    call.answer(syncAssignment(group, member.assignment));
    return DONE;
  }
  // SYNC-02; an earlier parked sync is orphaned (SYNC-08)
  member.parkedSync = call.answer;
  syncReceived(shard, group, memberId);
  return group.leader === memberId ? persistAssignments(shard, group, call) : DONE;
}

/** SYNC-03. */
function persistAssignments(shard: Shard, group: Group, call: SyncCall): Outcome {
  const assignments = new Map(
    call.body.assignments.map(({ memberId, assignment }) => [memberId, assignment]),
  );
  // SYNC-05
  const isOver = () =>
    group.state !== 'CompletingRebalance' || group.generation !== call.body.generationId;
  return {
    records: [generationRecord(group, ({ memberId }) => assignments.get(memberId))],
    afterCommit: () => {
      if (isOver()) return;
      // SYNC-04
      adoptAssignments(shard, group, assignments);
    },
    afterFailure: (error) => {
      if (isOver()) return;
      // SYNC-06; nobody has rejoined, so the rebalance does not complete: nothing to write
      refuseSyncs(shard, group, appendError(error));
      prepareRebalance(shard, group);
    },
  };
}

/** A request may leave type and name out, and the group may not have a name yet (SYNC-01). */
function differs(requested: string | null, current: string | null): boolean {
  return requested !== null && current !== null && requested !== current;
}

function refuse(call: SyncCall, error: ErrorName): Outcome {
  call.answer(syncError(error));
  return DONE;
}
