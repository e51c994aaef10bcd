import type { Call, CoordinatorApi } from '../call.js';
import { joinError, syncError } from '../classic/answers.js';
import type { Shard } from '../classic/shard.js';
import type { CoordinatorConfiguration } from '../configuration.js';
import { deleteGroups } from '../handlers/delete-groups.js';
import { describeGroups } from '../handlers/describe-groups.js';
import { heartbeat } from '../handlers/heartbeat.js';
import { joinGroup } from '../handlers/join-group.js';
import { leaveGroup } from '../handlers/leave-group.js';
import { listGroups } from '../handlers/list-groups.js';
import { syncGroup } from '../handlers/sync-group.js';
import { serviceError } from '../log-errors.js';
import { DONE } from '../runtime/operation.js';
import type { Partition } from '../runtime/partition.js';
import { deleteError, describeError, heartbeatError, leaveError, listError } from './failures.js';
import { inListForm } from './leave-versions.js';

/**
 * What is decided before a group is looked at, in the order of SVC-00, and what a request is told
 * that fails without an answer of its own (SVC-06, SVC-09). One function an API.
 */
export type Service = { readonly [Api in CoordinatorApi]: (call: Call<Api>) => void };

export interface ServiceParts {
  readonly partition: Partition<Shard>;
  readonly configuration: () => CoordinatorConfiguration;
  readonly isRunning: () => boolean;
}

/** SVC-01: version whose clients must say which protocol they sync for. */
const PROTOCOL_REQUIRED_SINCE = 5;

export function createService({ partition, configuration, isRunning }: ServiceParts): Service {
  return {
    JoinGroup(call) {
      const { groupId, memberId, sessionTimeoutMs } = call.body;
      const { minSessionTimeoutMs, maxSessionTimeoutMs } = configuration();
      // SVC-02
      if (!isRunning()) return call.answer(joinError('COORDINATOR_NOT_AVAILABLE', memberId));
      // SVC-03
      if (groupId === '') return call.answer(joinError('INVALID_GROUP_ID', memberId));
      // SVC-04
      if (sessionTimeoutMs < minSessionTimeoutMs || sessionTimeoutMs > maxSessionTimeoutMs) {
        return call.answer(joinError('INVALID_SESSION_TIMEOUT', memberId));
      }
      partition.write({
        run: (shard) => joinGroup(shard, withRebalanceTimeout(call)),
        onFailure: (error) => call.answer(joinError(serviceError(error), '')),
      });
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
      // SVC-02
      if (!isRunning()) return call.answer(syncError('COORDINATOR_NOT_AVAILABLE'));
      // SVC-03
      if (groupId === '') return call.answer(syncError('INVALID_GROUP_ID'));
      partition.write({
        run: (shard) => syncGroup(shard, call),
        onFailure: (error) => call.answer(syncError(serviceError(error))),
      });
    },

    Heartbeat(call) {
      // SVC-02
      if (!isRunning()) return call.answer(heartbeatError('COORDINATOR_NOT_AVAILABLE'));
      // SVC-03
      if (call.body.groupId === '') return call.answer(heartbeatError('INVALID_GROUP_ID'));
      partition.write({
        run: (shard) => heartbeat(shard, call),
        onFailure: (error) => call.answer(heartbeatError(serviceError(error))),
      });
    },

    LeaveGroup(call) {
      // SVC-02
      if (!isRunning()) return call.answer(leaveError('COORDINATOR_NOT_AVAILABLE'));
      // SVC-03
      if (call.body.groupId === '') return call.answer(leaveError('INVALID_GROUP_ID'));
      partition.write({
        run: (shard) => leaveGroup(shard, inListForm(call)),
        onFailure: (error) => call.answer(leaveError(serviceError(error))),
      });
    },

    // SVC-03: these three accept any group id
    DescribeGroups(call) {
      const { groups } = call.body;
      // SVC-02
      if (!isRunning()) return call.answer(describeError(groups, 'COORDINATOR_NOT_AVAILABLE'));
      partition.read({
        run: (shard) => describeGroups(shard, call),
        onFailure: (error) => call.answer(describeError(groups, serviceError(error))),
      });
    },

    ListGroups(call) {
      // SVC-02
      if (!isRunning()) return call.answer(listError('COORDINATOR_NOT_AVAILABLE'));
      partition.read({
        run: (shard) => listGroups(shard, call),
        onFailure: (error) => call.answer(listError(serviceError(error))),
      });
    },

    DeleteGroups(call) {
      const { groupsNames } = call.body;
      // SVC-02
      if (!isRunning()) return call.answer(deleteError(groupsNames, 'COORDINATOR_NOT_AVAILABLE'));
      const onFailure: Parameters<typeof partition.write>[0]['onFailure'] = (error) =>
        call.answer(deleteError(groupsNames, serviceError(error)));
      const deletion = { run: (shard: Shard) => deleteGroups(shard, call), onFailure };
      // DEL-04: the groups are looked at when all that was written before is committed
      partition.write({
        run: () => ({ ...DONE, afterCommit: () => partition.write(deletion) }),
        onFailure,
      });
    },
  };
}

/** WIRE-05: version 0 has no rebalance timeout. */
function withRebalanceTimeout(call: Call<'JoinGroup'>): Call<'JoinGroup'> {
  if (call.version > 0) return call;
  return { ...call, body: { ...call.body, rebalanceTimeoutMs: call.body.sessionTimeoutMs } };
}
