import type { MessageBody } from '../../protocol/message-body.js';
import { errorCode } from '../../spec/errors.js';
import type { Broker } from '../broker.js';
import type { Handler } from '../exchange.js';
import type { PartitionLog } from '../partition-log.js';

/** Keeps what it is sent, as far as the limits of the server go. Transactions are unknown here. */
export function produce({ topics }: Broker): Handler<'Produce'> {
  return (exchange) => {
    const { acks, topicData, transactionalId } = exchange.body;
    const responses = topicData.map(({ name, partitionData }) => ({
      name,
      partitionResponses: partitionData.map(({ index, records }) => ({
        index,
        ...(transactionalId === null
          ? appended(topics.byName(name)?.partitions[index], records)
          : failed('TRANSACTIONAL_ID_AUTHORIZATION_FAILED')),
      })),
    }));
    if (acks === 0) exchange.answerNothing();
    else exchange.answer({ responses });
  };
}

function appended(log: PartitionLog | undefined, records: Uint8Array | null): MessageBody {
  if (log === undefined) return failed('UNKNOWN_TOPIC_OR_PARTITION');
  if (records === null) return failed('INVALID_RECORD');
  const offset = log.append(records);
  if (typeof offset === 'string') return failed(offset);
  return { errorCode: errorCode('NONE'), baseOffset: offset, logStartOffset: log.startOffset };
}

function failed(error: string): MessageBody {
  return { errorCode: errorCode(error), baseOffset: -1n };
}
