import type { Spread } from './statistics.js';

export interface Goal {
  readonly text: string;
  readonly held: boolean;
}

/** A line of the table. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ours: Spread;
  readonly other: ({ readonly name: string } & Spread) | null;
  /** How many times as good as the other we are. */
  readonly ratio: Spread | null;
  readonly goal: Goal | null;
}

/** Times of two sides in the same rounds: less is better. `atLeast` is the goal, if there is one. */
export function comparison(
  what: string,
  unit: string,
  ours: readonly number[],
  other: { readonly name: string; readonly times: readonly number[] },
  atLeast: number | null,
): Row;

/** With nothing to compare it with, and no goal. */
export function alone(what: string, unit: string, ours: readonly number[]): Row;
