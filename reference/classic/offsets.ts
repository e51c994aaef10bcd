import type { Citing } from '../citation.js';
import type { OffsetKey, OffsetRecord } from '../runtime/log.js';
import type { Timeline } from '../runtime/timeline.js';
import { createVersionedMap, type VersionedMap } from '../runtime/versioned-map.js';

/**
 * Which partitions have a committed offset, by group. A group is not cleaned up while it has one
 * (CLEAN-01), and they go with it (DEL-01).
 */
export interface OffsetIndex {
  /** Live; empty for a group without offsets. */
  of(groupId: string): Iterable<OffsetKey>;
  has(groupId: string): boolean;
  add(key: OffsetKey): void;
  remove(key: OffsetKey): void;
}

export function createOffsetIndex(timeline: Timeline): OffsetIndex {
  const byGroup = new Map<string, VersionedMap<OffsetKey>>();
  const of = (groupId: string): Iterable<OffsetKey> => byGroup.get(groupId)?.values() ?? [];

  return {
    of,
    has: (groupId) => {
      for (const _ of of(groupId)) return true;
      return false;
    },
    add(key) {
      const ofGroup = byGroup.get(key.group) ?? createVersionedMap<OffsetKey>(timeline);
      byGroup.set(key.group, ofGroup);
      ofGroup.set(nameOf(key), key);
    },
    remove(key) {
      byGroup.get(key.group)?.delete(nameOf(key));
    },
  };
}

export function offsetTombstone({ cite }: Citing, key: OffsetKey): OffsetRecord {
  cite('RECORD-08');
  return { keyVersion: 1, key, valueVersion: null, value: null };
}

function nameOf({ topic, partition }: OffsetKey): string {
  return `${partition} ${topic}`;
}
