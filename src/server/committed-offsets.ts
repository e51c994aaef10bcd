import type { LogRecord, OffsetKey, OffsetRecord } from '../../reference/runtime/log.js';

export interface CommittedOffset {
  readonly offset: bigint;
  /** -1: the client did not say. */
  readonly leaderEpoch: number;
  readonly metadata: string;
  /** In ms since 1970. */
  readonly commitTimestamp: bigint;
}

/** What the records of the log say about offsets, by group, topic and partition. */
export interface CommittedOffsets {
  apply(record: LogRecord): void;
  get(group: string, topic: string, partition: number): CommittedOffset | undefined;
  /** In the order of their first commit; empty for a group without offsets. */
  of(group: string): readonly (readonly [OffsetKey, CommittedOffset])[];
}

/** RECORD-08. */
const VALUE_VERSION = 3;

export function offsetRecord(key: OffsetKey, value: CommittedOffset): OffsetRecord {
  return { keyVersion: 1, key, valueVersion: VALUE_VERSION, value: { ...value } };
}

export function offsetTombstone(key: OffsetKey): OffsetRecord {
  return { keyVersion: 1, key, valueVersion: null, value: null };
}

export function createCommittedOffsets(): CommittedOffsets {
  const byGroup = new Map<string, Map<string, readonly [OffsetKey, CommittedOffset]>>();

  return {
    apply(record) {
      if (record.keyVersion !== 1) return;
      const { key, value } = record;
      const ofGroup = byGroup.get(key.group) ?? new Map();
      if (value === null) ofGroup.delete(nameOf(key));
      // Only this server writes them.
      else ofGroup.set(nameOf(key), [key, value as unknown as CommittedOffset]);
      if (ofGroup.size === 0) byGroup.delete(key.group);
      else byGroup.set(key.group, ofGroup);
    },
    get: (group, topic, partition) => byGroup.get(group)?.get(nameOf({ topic, partition }))?.[1],
    of: (group) => [...(byGroup.get(group)?.values() ?? [])],
  };
}

function nameOf({ topic, partition }: Pick<OffsetKey, 'topic' | 'partition'>): string {
  return `${partition} ${topic}`;
}
