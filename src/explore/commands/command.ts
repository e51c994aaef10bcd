import type * as fc from 'fast-check';
import type { View } from '../plan/view.js';
import type { ExploredApi, Move } from '../sequence.js';

/** One kind of move. */
export interface Command<Picks = unknown> {
  readonly name: string;
  /** APIs that it calls; it never comes where the implementation lacks one. */
  readonly apis: readonly ExploredApi[];
  /** How often it should come now, against the others; 0 where it makes no sense. */
  weight(view: View): number;
  /** All that is left to chance about it. */
  readonly picks: fc.Arbitrary<Picks>;
  /** Asked for only where the weight is above 0. */
  move(view: View, picks: Picks): Move;
}

/** Commands of different picks in one list: each is only ever given its own. */
export function command<Picks>(own: Command<Picks>): Command {
  return own;
}
