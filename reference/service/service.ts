import type { Call, CoordinatorApi } from '../call.js';
import { joinError, syncError } from '../classic/answers.js';
import type { Shard } from '../classic/shard.js';
import { errorCode } from '../errors.js';
import { deleteGroups } from '../handlers/delete-groups.js';
import { describeGroups } from '../handlers/describe-groups.js';
import { heartbeat } from '../handlers/heartbeat.js';
import { joinGroup } from '../handlers/join-group.js';
import { leaveGroup } from '../handlers/leave-group.js';
import { listGroups } from '../handlers/list-groups.js';
import { syncGroup } from '../handlers/sync-group.js';
import type { Operation } from '../runtime/operation.js';
import { inListForm } from './leave-versions.js';

/** What is decided before a group is looked at (decision order of SVC), one function an API. */
export type Service = { readonly [Api in CoordinatorApi]: (call: Call<Api>) => void };

/** SVC-01: version whose clients must say which protocol they sync for. */
const PROTOCOL_REQUIRED_SINCE = 5;

/** @param run takes an operation into the partition's queue */
export function createService(shard: Shard, run: (operation: Operation) => void): Service {
  return {
    JoinGroup(call) {
      const { groupId, memberId, sessionTimeoutMs } = call.body;
      const { minSessionTimeoutMs, maxSessionTimeoutMs } = shard.configuration;
      // SVC-03
      if (groupId === '') return call.answer(joinError('INVALID_GROUP_ID', memberId));
      // SVC-04
      if (sessionTimeoutMs < minSessionTimeoutMs || sessionTimeoutMs > maxSessionTimeoutMs) {
        return call.answer(joinError('INVALID_SESSION_TIMEOUT', memberId));
      }
      run(() => joinGroup(shard, withRebalanceTimeout(call)));
    },

    SyncGroup(call) {
      const { groupId, protocolType, protocolName } = call.body;
      // SVC-01
      if (
        call.version >= PROTOCOL_REQUIRED_SINCE &&
        (protocolType === null || protocolName === null)
      ) {
        return call.answer(syncError('INCONSISTENT_GROUP_PROTOCOL'));
      }
      // SVC-03
      if (groupId === '') return call.answer(syncError('INVALID_GROUP_ID'));
      run(() => syncGroup(shard, call));
    },

    Heartbeat(call) {
      // SVC-03
      if (call.body.groupId === '') {
        return call.answer({ throttleTimeMs: 0, errorCode: errorCode('INVALID_GROUP_ID') });
      }
      run(() => heartbeat(shard, call));
    },

    LeaveGroup(call) {
      // SVC-03
      if (call.body.groupId === '') {
        return call.answer({
          throttleTimeMs: 0,
          errorCode: errorCode('INVALID_GROUP_ID'),
          members: [],
        });
      }
      run(() => leaveGroup(shard, inListForm(call)));
    },

    // SVC-03: these three accept any group id
    DescribeGroups: (call) => run(() => describeGroups(shard, call)),
    ListGroups: (call) => run(() => listGroups(shard, call)),
    DeleteGroups: (call) => run(() => deleteGroups(shard, call)),
  };
}

/** WIRE-05: version 0 has no rebalance timeout. */
function withRebalanceTimeout(call: Call<'JoinGroup'>): Call<'JoinGroup'> {
  if (call.version > 0) return call;
  return { ...call, body: { ...call.body, rebalanceTimeoutMs: call.body.sessionTimeoutMs } };
}
