import type { CoordinatorConfiguration } from '../configuration.js';
import type { Timer } from '../runtime/timer.js';
import type { Choose } from './choices.js';
import type { Group } from './group.js';
import type { Member } from './member.js';

/** All the state of the groups of one partition, and what their handlers work with. */
export interface Shard {
  readonly configuration: CoordinatorConfiguration;
  readonly timer: Timer;
  /** A fresh uuid in its 36-character text form at every call (MEMBER-01). */
  readonly ids: () => string;
  readonly choose: Choose;
  readonly groups: Map<string, Group>;
}

/** Starts a member's session timer, or starts it over (EXPIRE-01 says when). */
export function restartSession(
  shard: Shard,
  group: Group,
  { memberId, sessionTimeoutMs }: Pick<Member, 'memberId' | 'sessionTimeoutMs'>,
): void {
  shard.timer.schedule({ kind: 'session', groupId: group.groupId, memberId }, sessionTimeoutMs);
}

export function cancelSession(shard: Shard, group: Group, memberId: string): void {
  shard.timer.cancel({ kind: 'session', groupId: group.groupId, memberId });
}
