import type { RequestOf } from '../../protocol/apis.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { errorCode } from '../../spec/errors.js';
import type { Broker } from '../broker.js';
import type { Handler } from '../exchange.js';
import { isTopicName, MOST_PARTITIONS_OF_A_TOPIC, type Topic } from '../topics.js';

type Requested = RequestOf<'CreateTopics'>['topics'][number];

/** Stands for a number that the client leaves to the broker. */
const BY_DEFAULT = -1;

export function createTopics(broker: Broker): Handler<'CreateTopics'> {
  return (exchange) => {
    const { topics, validateOnly } = exchange.body;
    exchange.answer({
      topics: topics.map((topic) => ({
        name: topic.name,
        ...created(broker, topic, validateOnly),
      })),
    });
  };
}

function created(broker: Broker, requested: Requested, validateOnly: boolean): MessageBody {
  const { name, numPartitions, replicationFactor, assignments } = requested;
  const failed = (error: string, errorMessage: string) => ({
    errorCode: errorCode(error),
    errorMessage,
  });
  if (!isTopicName(name)) return failed('INVALID_TOPIC_EXCEPTION', 'no topic has such a name');
  if (broker.topics.byName(name) !== undefined) {
    return failed('TOPIC_ALREADY_EXISTS', 'there is such a topic');
  }
  const partitions = assignments.length > 0 ? assignments.length : byDefault(numPartitions);
  if (partitions < 1 || partitions > MOST_PARTITIONS_OF_A_TOPIC) {
    const most = `a topic has 1 to ${MOST_PARTITIONS_OF_A_TOPIC} partitions`;
    return failed('INVALID_PARTITIONS', most);
  }
  if (assignments.length === 0 && byDefault(replicationFactor) !== 1) {
    return failed('INVALID_REPLICATION_FACTOR', 'there is one broker');
  }
  if (validateOnly) return described(undefined, partitions);
  const topic = broker.topics.create(name, partitions);
  return topic === null
    ? failed('POLICY_VIOLATION', 'there are too many partitions')
    : described(topic, partitions);
}

function byDefault(number: number): number {
  return number === BY_DEFAULT ? 1 : number;
}

function described(topic: Topic | undefined, numPartitions: number): MessageBody {
  return {
    errorCode: errorCode('NONE'),
    ...(topic === undefined ? {} : { topicId: topic.id }),
    numPartitions,
    replicationFactor: 1,
    configs: [],
  };
}
