import * as fc from 'fast-check';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** The source of all that is random in one run: the same seed, the same draws. */
export type Random = fc.Random;

export function randomOf(seed: number, run: number): Random {
  // Neighbouring seeds and runs must not resemble each other.
  const mixed = Math.imul((seed | 0) ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(run + 1, 0xc2b2ae35);
  return new fc.Random(xoroshiro128plus(mixed | 0));
}

export function draw<Value>(random: Random, arbitrary: fc.Arbitrary<Value>): Value {
  return arbitrary.generate(random, undefined).value;
}

/** The item at a natural number that does not know how many there are. */
export function pick<Item>(items: readonly Item[], natural: number): Item {
  const item = items[natural % items.length];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

/** A natural number to `pick` with. */
export const anyOf: fc.Arbitrary<number> = fc.nat({ max: 0x7fff_ffff });

/** Whether a draw out of a hundred is one of the first so many. */
export function happens(random: Random, percent: number): boolean {
  return draw(random, percentile) < percent;
}

const percentile = fc.nat({ max: 99 });

/** True in so many of a hundred draws. */
export function chance(percent: number): fc.Arbitrary<boolean> {
  return percentile.map((roll) => roll < percent);
}
