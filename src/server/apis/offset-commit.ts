import type { Group } from '../../../reference/classic/group.js';
import { identify } from '../../../reference/classic/identity.js';
import type { Coordinator } from '../../../reference/coordinator.js';
import { serviceError } from '../../../reference/log-errors.js';
import type { OffsetRecord } from '../../../reference/runtime/log.js';
import type { RequestOf } from '../../protocol/apis.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { errorCode } from '../../spec/errors.js';
import type { Broker } from '../broker.js';
import { offsetRecord } from '../committed-offsets.js';
import { reasonOf } from '../coordinator-host.js';
import type { Exchange, Handler } from '../exchange.js';
import { whyNotServed } from './whereabouts.js';

type Body = RequestOf<'OffsetCommit'>;
type Partition = Body['topics'][number]['partitions'][number];

/** From here on a missing group has an error of its own (OFF-00). */
const GROUP_NOT_FOUND_SINCE = 9;

/** Stores offsets as records of the groups' log, once the group has agreed (OFF-00). */
export function offsetCommit(broker: Broker): Handler<'OffsetCommit'> {
  return (exchange) => {
    try {
      exchange.answer(broker.host.perform((coordinator) => commit(broker, coordinator, exchange)));
    } catch (error) {
      exchange.giveUp(`an offset could not be committed: ${reasonOf(error)}`);
    }
  };
}

function commit(
  broker: Broker,
  coordinator: Coordinator,
  { body, version }: Exchange<'OffsetCommit'>,
): MessageBody {
  const refusal = whyNotServed(broker) ?? refuse(coordinator, body, version);
  if (refusal !== null) return answer(body, () => refusal);

  const records: OffsetRecord[] = [];
  const now = BigInt(coordinator.timer.now);
  const results = new Map<Partition, string>();
  for (const { name, partitions } of body.topics) {
    for (const partition of partitions) {
      const error = refusePartition(broker, name, partition);
      results.set(partition, error ?? 'NONE');
      if (error !== null) continue;
      const key = { group: body.groupId, topic: name, partition: partition.partitionIndex };
      records.push(
        offsetRecord(key, {
          offset: partition.committedOffset,
          leaderEpoch: partition.committedLeaderEpoch,
          metadata: partition.committedMetadata ?? '',
          commitTimestamp: now,
        }),
      );
    }
  }
  const failure = records.length === 0 ? null : coordinator.log.append(records);
  // OFF-10
  if (failure !== null) return answer(body, () => serviceError(failure));
  return answer(body, (partition) => results.get(partition) ?? 'NONE');
}

/** OFF-00, in its order. A commit that is accepted from a member is a sign of life (OFF-02). */
function refuse({ groups, timer }: Coordinator, body: Body, version: number): string | null {
  const { generationIdOrMemberEpoch: generation, memberId, groupInstanceId, groupId } = body;
  const group = groups.get(groupId);
  if (group === undefined) {
    // TYPE-09: offsets without a group are all that is kept of a simple one.
    if (generation < 0) return null;
    return version >= GROUP_NOT_FOUND_SINCE ? 'GROUP_ID_NOT_FOUND' : 'ILLEGAL_GENERATION';
  }
  if (generation < 0 && group.state === 'Empty') return null;
  if (generation < 0 && memberId === '' && groupInstanceId === null) return 'UNKNOWN_MEMBER_ID';
  const member = identify(group, memberId, groupInstanceId);
  if (typeof member === 'string') return member;
  if (generation !== group.generation) return 'ILLEGAL_GENERATION';
  if (group.state === 'CompletingRebalance') return 'REBALANCE_IN_PROGRESS';
  timer.schedule(sessionOf(group, memberId), member.sessionTimeoutMs);
  return null;
}

function sessionOf({ groupId }: Group, memberId: string) {
  return { kind: 'session', groupId, memberId } as const;
}

function refusePartition(
  { topics, configuration }: Broker,
  topic: string,
  { partitionIndex, committedMetadata }: Partition,
): string | null {
  if (topics.byName(topic)?.partitions[partitionIndex] === undefined) {
    return 'UNKNOWN_TOPIC_OR_PARTITION';
  }
  const longest = configuration['offset.metadata.max.bytes'] ?? Number.POSITIVE_INFINITY;
  // OFF-03: UTF-16 units, in spite of the setting's name.
  return (committedMetadata ?? '').length > longest ? 'OFFSET_METADATA_TOO_LARGE' : null;
}

function answer({ topics }: Body, errorOf: (partition: Partition) => string): MessageBody {
  return {
    topics: topics.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map((partition) => ({
        partitionIndex: partition.partitionIndex,
        errorCode: errorCode(errorOf(partition)),
      })),
    })),
  };
}
