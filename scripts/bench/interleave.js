// @ts-check

/**
 * One of those that are compared: measures once and tells the result.
 * @typedef {() => number | Promise<number>} Side
 */

/**
 * Measures all sides in turn, round after round, the other way round every second time: whatever
 * else the machine does comes over all of them alike.
 * @template {string} Name
 * @param {Readonly<Record<Name, Side>>} sides
 * @param {{ rounds: number, warmUp: number }} options rounds that count, and before them those that
 *   only make everything compiled and cached
 * @returns {Promise<Record<Name, number[]>>} what each side measured, a number a round
 */
export async function interleave(sides, { rounds, warmUp }) {
  const names = /** @type {Name[]} */ (Object.keys(sides));
  const measured = /** @type {Record<Name, number[]>} */ ({});
  for (const name of names) measured[name] = [];
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await sides[name]();
      if (round >= 0) measured[name].push(result);
    }
  }
  return measured;
}

/**
 * @param {() => unknown} work
 * @returns {number} ms that it takes
 */
export function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** @param {number} times @param {() => unknown} work */
export function repeat(times, work) {
  for (let time = 0; time < times; time++) work();
}
