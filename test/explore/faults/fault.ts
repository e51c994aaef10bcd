import type { Group } from '../../../reference/classic/group.js';
import type { Member } from '../../../reference/classic/member.js';
import type { InvariantName } from '../../../src/explore/invariants/violation.js';
import type { Move } from '../../../src/explore/sequence.js';
import type { Scene } from '../scene.js';

/** Something that cannot happen, made to happen. */
export interface Fault {
  readonly when: string;
  readonly before: readonly Move[];
  readonly tamper: (group: Group, scene: Scene) => void;
  /** The move after which it is found; a Heartbeat of B if absent. */
  readonly next?: Move;
  readonly breaks: readonly InvariantName[];
  /** Of the first violation. */
  readonly says: RegExp;
}

export const member = (group: Group, position: number): Member => {
  const found = [...group.members.values()][position];
  if (found === undefined) throw new Error(`there is no member ${position}`);
  return found;
};
