import type { RequestOf } from '../../protocol/apis.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { errorCode } from '../../spec/errors.js';
import { type Broker, listenerFor } from '../broker.js';
import type { Handler } from '../exchange.js';
import { isTopicName, type Topic } from '../topics.js';

type RequestedTopic = NonNullable<RequestOf<'Metadata'>['topics']>[number];

const NO_TOPIC_ID = '00000000-0000-0000-0000-000000000000';
/** Before version 1 an empty list asks for every topic, as null does later. */
const NULL_SINCE = 1;

export function metadata(broker: Broker): Handler<'Metadata'> {
  return (exchange) => {
    const { body, version, peer } = exchange;
    const everything = body.topics === null || (version < NULL_SINCE && body.topics.length === 0);
    const topics = everything
      ? broker.topics.all().map((topic) => described(broker, topic))
      : (body.topics ?? []).map((topic) => requested(broker, topic, body.allowAutoTopicCreation));
    exchange.answer({
      brokers: [{ nodeId: broker.nodeId, ...listenerFor(broker, peer.localHost), rack: null }],
      clusterId: broker.clusterId,
      controllerId: broker.nodeId,
      topics,
    });
  };
}

function requested(
  broker: Broker,
  { name, topicId }: RequestedTopic,
  mayCreate: boolean,
): MessageBody {
  if (name === null) {
    const topic = broker.topics.byId(topicId);
    return topic === undefined
      ? { errorCode: errorCode('UNKNOWN_TOPIC_ID'), name: null, topicId }
      : described(broker, topic);
  }
  const failed = (error: string) => ({ errorCode: errorCode(error), name, topicId: NO_TOPIC_ID });
  const existing = broker.topics.byName(name);
  if (existing !== undefined) return described(broker, existing);
  if (!isTopicName(name)) return failed('INVALID_TOPIC_EXCEPTION');
  if (!mayCreate || broker.autoCreatePartitions === 0) return failed('UNKNOWN_TOPIC_OR_PARTITION');
  const created = broker.topics.create(name, broker.autoCreatePartitions);
  return created === null ? failed('POLICY_VIOLATION') : described(broker, created);
}

function described({ nodeId }: Broker, { name, id, partitions }: Topic): MessageBody {
  return {
    errorCode: errorCode('NONE'),
    name,
    topicId: id,
    partitions: partitions.map((_, partitionIndex) => ({
      errorCode: errorCode('NONE'),
      partitionIndex,
      leaderId: nodeId,
      leaderEpoch: 0,
      replicaNodes: [nodeId],
      isrNodes: [nodeId],
    })),
  };
}
