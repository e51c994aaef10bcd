import type { RequestOf } from '../../protocol/apis.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { errorCode } from '../../spec/errors.js';
import type { Broker } from '../broker.js';
import type { CommittedOffset, CommittedOffsets } from '../committed-offsets.js';
import type { Handler } from '../exchange.js';
import { whyNotServed } from './whereabouts.js';

type RequestedTopics = RequestOf<'OffsetFetch'>['topics'];

/** From here on one request asks for many groups (KIP-709). */
const BATCHED_SINCE = 8;
/** Before that, an error of the whole request is told at every partition. */
const TOP_LEVEL_ERROR_SINCE = 2;

/** OFF-07: nobody has to be a member of anything. */
export function offsetFetch(broker: Broker): Handler<'OffsetFetch'> {
  const { offsets } = broker.host;
  return (exchange) => {
    const { body, version } = exchange;
    const refusal = whyNotServed(broker);
    if (version >= BATCHED_SINCE) {
      const groups = body.groups.map(({ groupId, topics }) =>
        refusal === null
          ? { groupId, topics: fetched(offsets, groupId, topics), errorCode: errorCode('NONE') }
          : { groupId, topics: [], errorCode: errorCode(refusal) },
      );
      return exchange.answer({ groups });
    }
    if (refusal === null) {
      return exchange.answer({ topics: fetched(offsets, body.groupId, body.topics) });
    }
    const topics =
      version >= TOP_LEVEL_ERROR_SINCE
        ? []
        : (body.topics ?? []).map(({ name, partitionIndexes }) => ({
            name,
            partitions: partitionIndexes.map((index) => result(index, undefined, refusal)),
          }));
    exchange.answer({ topics, errorCode: errorCode(refusal) });
  };
}

function fetched(offsets: CommittedOffsets, group: string, topics: RequestedTopics): MessageBody[] {
  if (topics === null) return everything(offsets, group);
  return topics.map(({ name, partitionIndexes }) => ({
    name,
    partitions: partitionIndexes.map((index) => result(index, offsets.get(group, name, index))),
  }));
}

function everything(offsets: CommittedOffsets, group: string): MessageBody[] {
  const byTopic = new Map<string, MessageBody[]>();
  for (const [{ topic, partition }, offset] of offsets.of(group)) {
    const partitions = byTopic.get(topic) ?? [];
    partitions.push(result(partition, offset));
    byTopic.set(topic, partitions);
  }
  return [...byTopic].map(([name, partitions]) => ({ name, partitions }));
}

function result(
  partitionIndex: number,
  committed: CommittedOffset | undefined,
  error = 'NONE',
): MessageBody {
  return {
    partitionIndex,
    committedOffset: committed?.offset ?? -1n,
    committedLeaderEpoch: committed?.leaderEpoch ?? -1,
    metadata: committed?.metadata ?? '',
    errorCode: errorCode(error),
  };
}
