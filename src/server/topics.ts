import { randomUUID } from 'node:crypto';
import { createPartitionLog, type PartitionLog } from './partition-log.js';

export interface Topic {
  readonly name: string;
  /** The 36-character text form of its uuid. */
  readonly id: string;
  /** By their index. */
  readonly partitions: readonly PartitionLog[];
}

export interface Topics {
  byName(name: string): Topic | undefined;
  byId(id: string): Topic | undefined;
  /** In the order of their making. */
  all(): readonly Topic[];
  /** Null when there would be too many partitions. The topic as it is if there is one. */
  create(name: string, partitions: number): Topic | null;
}

/** What all partitions share. */
export interface StoredBytes {
  total: number;
}

export interface TopicsOptions {
  readonly maxPartitions: number;
  readonly maxPartitionBytes: number;
  readonly maxStoredBytes: number;
}

export function createTopics(options: TopicsOptions): Topics {
  const byName = new Map<string, Topic>();
  const byId = new Map<string, Topic>();
  const stored: StoredBytes = { total: 0 };
  let count = 0;

  return {
    byName: (name) => byName.get(name),
    byId: (id) => byId.get(id),
    all: () => [...byName.values()],
    create(name, partitions) {
      const existing = byName.get(name);
      if (existing !== undefined) return existing;
      if (count + partitions > options.maxPartitions) return null;
      count += partitions;
      const topic = {
        name,
        id: randomUUID(),
        partitions: Array.from({ length: partitions }, () => createPartitionLog(options, stored)),
      };
      byName.set(name, topic);
      byId.set(topic.id, topic);
      return topic;
    },
  };
}

export const MOST_PARTITIONS_OF_A_TOPIC = 1_000;

const LONGEST_NAME = 249;

/** What Kafka takes for the name of a topic. */
export function isTopicName(name: string): boolean {
  return (
    /^[A-Za-z0-9._-]+$/.test(name) && name.length <= LONGEST_NAME && name !== '.' && name !== '..'
  );
}
