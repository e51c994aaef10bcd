import type { Call, CoordinatorApi } from '../call.js';
import type { Citing, RuleId } from '../citation.js';
import { joinError, syncError } from '../classic/answers.js';
import type { Shard } from '../classic/shard.js';
import type { CoordinatorConfiguration } from '../configuration.js';
import type { ErrorName, LogError } from '../errors.js';
import { deleteGroups } from '../handlers/delete-groups.js';
import { describeGroups } from '../handlers/describe-groups.js';
import { heartbeat } from '../handlers/heartbeat.js';
import { joinGroup } from '../handlers/join-group.js';
import { leaveGroup } from '../handlers/leave-group.js';
import { listGroups } from '../handlers/list-groups.js';
import { syncGroup } from '../handlers/sync-group.js';
import { serviceError } from '../log-errors.js';
import type { Partition } from '../runtime/partition.js';
import { deleteError, describeError, heartbeatError, leaveError, listError } from './failures.js';
import { inListForm } from './leave-versions.js';

/**
 * What is decided before a group is looked at, in the order of SVC-00, and what a request is told
 * that fails without an answer of its own (SVC-06, SVC-09). One function an API.
 */
export type Service = { readonly [Api in CoordinatorApi]: (call: Call<Api>) => void };

type AnyCall = Pick<Call<CoordinatorApi>, 'cite' | 'isAnswered'>;

export interface ServiceParts {
  readonly partition: Partition<Shard>;
  readonly configuration: () => CoordinatorConfiguration;
  readonly isRunning: () => boolean;
}

/** SVC-01: version whose clients must say which protocol they sync for. */
const PROTOCOL_REQUIRED_SINCE = 5;

export function createService({ partition, configuration, isRunning }: ServiceParts): Service {
  /** What a request is told if its operation fails; one that was not even tried is for SVC-06. */
  function failureOf(call: AnyCall, error: LogError, ...rules: readonly RuleId[]): ErrorName {
    if (partition.status().kind === 'active') {
      for (const rule of rules) call.cite(rule);
      if (!call.isAnswered()) call.cite('MAP-SERVICE');
    }
    return serviceError(error);
  }

  return {
    JoinGroup(call) {
      call.cite('SVC-00');
      const { groupId, memberId, sessionTimeoutMs } = call.body;
      const { minSessionTimeoutMs, maxSessionTimeoutMs } = configuration();
      if (!isRunning())
        return by(call, 'SVC-02').answer(joinError(call, 'COORDINATOR_NOT_AVAILABLE', memberId));
      if (groupId === '')
        return by(call, 'SVC-03').answer(joinError(call, 'INVALID_GROUP_ID', memberId));
      if (sessionTimeoutMs < minSessionTimeoutMs || sessionTimeoutMs > maxSessionTimeoutMs) {
        return by(call, 'SVC-04').answer(joinError(call, 'INVALID_SESSION_TIMEOUT', memberId));
      }
      const { rebalanceTimeoutMs, groupInstanceId } = call.body;
      if (rebalanceTimeoutMs <= 0 || groupInstanceId === '') call.cite('SVC-05');
      partition.write({
        run: (shard) => joinGroup(shard, withRebalanceTimeout(call)),
        onFailure: (error) => call.answer(joinError(call, failureOf(call, error, 'SVC-09'), '')),
      });
    },

    SyncGroup(call) {
      call.cite('SVC-00');
      const { groupId, protocolType, protocolName } = call.body;
      if (
        call.version >= PROTOCOL_REQUIRED_SINCE &&
        (protocolType === null || protocolName === null)
      ) {
        return by(call, 'SVC-01').answer(syncError(call, 'INCONSISTENT_GROUP_PROTOCOL'));
      }
      if (!isRunning())
        return by(call, 'SVC-02').answer(syncError(call, 'COORDINATOR_NOT_AVAILABLE'));
      if (groupId === '') return by(call, 'SVC-03').answer(syncError(call, 'INVALID_GROUP_ID'));
      partition.write({
        run: (shard) => syncGroup(shard, call),
        onFailure: (error) => call.answer(syncError(call, failureOf(call, error, 'SVC-09'))),
      });
    },

    Heartbeat(call) {
      call.cite('SVC-00');
      if (!isRunning())
        return by(call, 'SVC-02').answer(heartbeatError(call, 'COORDINATOR_NOT_AVAILABLE'));
      if (call.body.groupId === '')
        return by(call, 'SVC-03').answer(heartbeatError(call, 'INVALID_GROUP_ID'));
      partition.write({
        run: (shard) => heartbeat(shard, call),
        onFailure: (error) => call.answer(heartbeatError(call, failureOf(call, error))),
      });
    },

    LeaveGroup(call) {
      call.cite('SVC-00');
      if (!isRunning())
        return by(call, 'SVC-02').answer(leaveError(call, 'COORDINATOR_NOT_AVAILABLE'));
      if (call.body.groupId === '')
        return by(call, 'SVC-03').answer(leaveError(call, 'INVALID_GROUP_ID'));
      partition.write({
        run: (shard) => leaveGroup(shard, inListForm(call)),
        onFailure: (error) => call.answer(leaveError(call, failureOf(call, error))),
      });
    },

    // SVC-03: these three accept any group id
    DescribeGroups(call) {
      call.cite('SVC-00');
      const { groups } = call.body;
      if (!isRunning())
        return by(call, 'SVC-02').answer(describeError(groups, 'COORDINATOR_NOT_AVAILABLE'));
      if (groups.length > 1) call.cite('SVC-08');
      partition.read({
        run: (shard) => describeGroups(shard, call),
        onFailure: (error) => call.answer(describeError(groups, failureOf(call, error))),
      });
    },

    ListGroups(call) {
      call.cite('SVC-00');
      if (!isRunning()) return by(call, 'SVC-02').answer(listError('COORDINATOR_NOT_AVAILABLE'));
      partition.read({
        run: (shard) => listGroups(shard, call),
        onFailure: (error) => {
          call.cite('SVC-07');
          call.answer(listError(failureOf(call, error)));
        },
      });
    },

    DeleteGroups(call) {
      call.cite('SVC-00');
      const { groupsNames } = call.body;
      if (!isRunning())
        return by(call, 'SVC-02').answer(deleteError(groupsNames, 'COORDINATOR_NOT_AVAILABLE'));
      if (groupsNames.length > 1) call.cite('SVC-08');
      const onFailure: Parameters<typeof partition.write>[0]['onFailure'] = (error) =>
        call.answer(deleteError(groupsNames, failureOf(call, error)));
      const deletion = { run: (shard: Shard) => deleteGroups(shard, call), onFailure };
      // The groups are looked at when all that was written before is committed
      partition.write({
        run: () => ({
          records: [],
          afterCommit: () => {
            call.cite('DEL-04');
            partition.write(deletion);
          },
        }),
        onFailure,
      });
    },
  };
}

/** Version 0 has no rebalance timeout. */
function withRebalanceTimeout(call: Call<'JoinGroup'>): Call<'JoinGroup'> {
  if (call.version > 0) return call;
  call.cite('WIRE-05');
  return { ...call, body: { ...call.body, rebalanceTimeoutMs: call.body.sessionTimeoutMs } };
}

/** The call, and the rule that decides what it is answered. */
function by<Decided extends Citing>(call: Decided, rule: RuleId): Decided {
  call.cite(rule);
  return call;
}
