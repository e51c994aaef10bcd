import { partitionOfGroup } from '../../src/protocol/group-partition.js';
import {
  encodeGroupMetadataKey,
  encodeGroupMetadataValue,
} from '../../src/protocol/group-records.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import { type RecordToWrite, recordBatch } from '../protocol/support/record-batches.js';
import type { BrokerScript, Handler, Received } from './scripted-broker.js';

/** `__consumer_offsets` of a scripted broker. */
export interface OffsetsTopic {
  readonly handlers: NonNullable<BrokerScript['handlers']>;
  /** By partition; all the same to begin with. */
  readonly partitions: readonly FakePartition[];
  /** What Metadata says of the topic. */
  isInternal: boolean;
  /** The partition of a group. */
  of(group: string): FakePartition;
  /** Appends these as one batch to the partition of the group. */
  write(group: string, ...records: readonly RecordToWrite[]): Promise<void>;
}

export interface FakePartition {
  readonly index: number;
  /** What the next answers say; null: what there is. */
  readonly errors: Record<'Fetch' | 'ListOffsets' | 'Metadata', number[]>;
  /** Node that Metadata names, and the only one that answers. */
  leader: number;
  /** Set to keep what is appended from being readable. */
  highWatermark: bigint | null;
  end: bigint;
  /** Hands out nothing, whatever there is. */
  silent: boolean;
  append(batch: Uint8Array, size: bigint): void;
}

interface Entry {
  readonly next: bigint;
  readonly bytes: Uint8Array;
}

const OFFSETS_TOPIC = '__consumer_offsets';

/**
 * @param nodes the brokers of the cluster by id, once their ports are known
 */
export function fakeOffsetsTopic(
  partitionCount = 1,
  nodes: () => readonly { readonly nodeId: number; readonly port: number }[] = () => [],
): OffsetsTopic {
  const entries = new Map<number, Entry[]>();
  const partitions = Array.from({ length: partitionCount }, (_, index) => fakePartition(index));

  function fakePartition(index: number): FakePartition {
    const own: Entry[] = [];
    entries.set(index, own);
    const partition: FakePartition = {
      index,
      errors: { Fetch: [], ListOffsets: [], Metadata: [] },
      leader: 1,
      highWatermark: null,
      end: 0n,
      silent: false,
      append(batch, size) {
        partition.end += size;
        own.push({ next: partition.end, bytes: batch });
      },
    };
    return partition;
  }

  const at = (index: unknown): FakePartition => {
    const partition = partitions[Number(index)];
    if (partition === undefined) throw new Error(`no partition ${index}`);
    return partition;
  };

  function partitionsAsked({ body }: Received): readonly MessageBody[] {
    return (body['topics'] as MessageBody[]).flatMap(
      (topic) => topic['partitions'] as readonly MessageBody[],
    );
  }

  /** An error that is due, or that of a broker which is not the leader. */
  function errorOf(api: 'Fetch' | 'ListOffsets', partition: FakePartition, { peer }: Received) {
    const node = nodes().find(({ port }) => port === peer.localPort);
    const led = node === undefined || node.nodeId === partition.leader;
    return partition.errors[api].shift() ?? (led ? 0 : 6);
  }

  const Metadata: Handler = ({ peer }) => {
    const known = nodes();
    const brokers = known.length > 0 ? known : [{ nodeId: 1, port: peer.localPort }];
    const error = partitions.flatMap(({ errors }) => errors.Metadata).shift();
    return {
      brokers: brokers.map(({ nodeId, port }) => ({ nodeId, host: '127.0.0.1', port })),
      topics: [
        {
          errorCode: error ?? 0,
          name: OFFSETS_TOPIC,
          isInternal: topic.isInternal,
          partitions:
            error === undefined
              ? partitions.map(({ index, leader }) => ({ partitionIndex: index, leaderId: leader }))
              : [],
        },
      ],
    };
  };

  const ListOffsets: Handler = (request) => ({
    topics: [
      {
        name: OFFSETS_TOPIC,
        partitions: partitionsAsked(request).map((asked) => {
          const partition = at(asked['partitionIndex']);
          const { index, highWatermark, end } = partition;
          const errorCode = errorOf('ListOffsets', partition, request);
          return { partitionIndex: index, errorCode, offset: highWatermark ?? end };
        }),
      },
    ],
  });

  const Fetch: Handler = (request) => ({
    responses: [
      {
        topic: OFFSETS_TOPIC,
        partitions: partitionsAsked(request).map((asked) => {
          const partition = at(asked['partition']);
          const errorCode = errorOf('Fetch', partition, request);
          const highWatermark = partition.highWatermark ?? partition.end;
          const from = asked['fetchOffset'] as bigint;
          const readable = (entries.get(partition.index) ?? []).filter(
            ({ next }) => next > from && next <= highWatermark,
          );
          const records = Buffer.concat(readable.map(({ bytes }) => bytes)).subarray(
            0,
            Number(asked['partitionMaxBytes']),
          );
          const shown = errorCode === 0 && !partition.silent ? new Uint8Array(records) : null;
          return { partitionIndex: partition.index, errorCode, highWatermark, records: shown };
        }),
      },
    ],
  });

  const of = (group: string) => at(partitionOfGroup(group, partitionCount));

  const topic: OffsetsTopic = {
    handlers: { Metadata, ListOffsets, Fetch },
    partitions,
    isInternal: true,
    of,
    async write(group, ...records) {
      const partition = of(group);
      const batch = await recordBatch({ baseOffset: partition.end, records });
      partition.append(batch, BigInt(records.length));
    },
  };
  return topic;
}

/** What a coordinator writes of an empty group at a generation. */
export function emptyGroup(group: string, generation: number): RecordToWrite {
  const value = { protocolType: 'consumer', generation, currentStateTimestamp: 5n };
  return {
    key: encodeGroupMetadataKey({ group }),
    value: encodeGroupMetadataValue(3, value),
  };
}

export function tombstone(group: string): RecordToWrite {
  return { key: encodeGroupMetadataKey({ group }), value: null };
}
