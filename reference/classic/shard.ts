import type { Citing } from '../citation.js';
import type { CoordinatorConfiguration } from '../configuration.js';
import type { Timeline } from '../runtime/timeline.js';
import type { Timer } from '../runtime/timer.js';
import { createVersionedMap, type VersionedMap } from '../runtime/versioned-map.js';
import type { Choose } from './choices.js';
import type { Group } from './group.js';
import type { Member } from './member.js';
import { createOffsetIndex, type OffsetIndex } from './offsets.js';

/** What the handlers of a partition work with, besides its groups. */
export interface Surroundings extends Citing {
  readonly configuration: CoordinatorConfiguration;
  readonly timer: Timer;
  /** A fresh uuid in its 36-character text form at every call (MEMBER-01). */
  readonly ids: () => string;
  readonly choose: Choose;
}

/** All the state of the groups of one partition, from one load to the next unload. */
export interface Shard extends Surroundings {
  readonly groups: VersionedMap<Group>;
  readonly offsets: OffsetIndex;
}

export function createShard(surroundings: Surroundings, timeline: Timeline): Shard {
  return {
    groups: createVersionedMap(timeline),
    offsets: createOffsetIndex(timeline),
    ...surroundings,
  };
}

/** Starts a member's session timer, or starts it over. */
export function restartSession(
  shard: Shard,
  group: Group,
  { memberId, sessionTimeoutMs }: Pick<Member, 'memberId' | 'sessionTimeoutMs'>,
): void {
  shard.cite('EXPIRE-01');
  shard.timer.schedule({ kind: 'session', groupId: group.groupId, memberId }, sessionTimeoutMs);
}

export function cancelSession(shard: Shard, group: Group, memberId: string): void {
  shard.cite('TIMER-02');
  shard.timer.cancel({ kind: 'session', groupId: group.groupId, memberId });
}
