import type { MessageBody } from '../../protocol/message-body.js';
import { errorCode } from '../../spec/errors.js';
import type { Broker } from '../broker.js';
import type { Handler } from '../exchange.js';
import type { PartitionLog } from '../partition-log.js';

/** What stands for no time but for a place in the log. */
const LATEST = -1n;
const EARLIEST = -2n;

export function listOffsets({ topics }: Broker): Handler<'ListOffsets'> {
  return (exchange) => {
    exchange.answer({
      topics: exchange.body.topics.map(({ name, partitions }) => ({
        name,
        partitions: partitions.map(({ partitionIndex, timestamp }) => ({
          partitionIndex,
          ...found(topics.byName(name)?.partitions[partitionIndex], timestamp),
        })),
      })),
    });
  };
}

function found(log: PartitionLog | undefined, timestamp: bigint): MessageBody {
  if (log === undefined) return { errorCode: errorCode('UNKNOWN_TOPIC_OR_PARTITION') };
  const at = (offset: bigint, time = -1n) => ({
    errorCode: errorCode('NONE'),
    timestamp: time,
    offset,
    leaderEpoch: 0,
  });
  if (timestamp === LATEST) return at(log.endOffset);
  if (timestamp === EARLIEST) return at(log.startOffset);
  // Other places (KIP-734, KIP-405) are only of use where segments of the log are.
  if (timestamp < 0n) return { errorCode: errorCode('UNSUPPORTED_VERSION') };
  const first = log.find(timestamp);
  // No record is that young.
  return first === undefined ? { errorCode: errorCode('NONE') } : at(first.offset, first.timestamp);
}
