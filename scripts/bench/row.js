// @ts-check
import { spreadOf, spreadOfRatios } from './statistics.js';

/** @import { Spread } from './statistics.js' */

/** Up to here a cost counts as staying the same. */
const FLAT = 1.3;

/**
 * A line of the table.
 * @typedef {object} Row
 * @property {string} what
 * @property {string} unit
 * @property {Spread} ours in that unit
 * @property {({ name: string } & Spread) | null} other in that unit; null: nothing to compare with
 * @property {Spread | null} ratio how many times as good as the other we are
 * @property {Goal | null} goal
 */

/**
 * @typedef {object} Goal
 * @property {string} text
 * @property {boolean} held
 */

/**
 * Times of two sides in the same rounds: less is better.
 * @param {string} what
 * @param {string} unit
 * @param {readonly number[]} ours
 * @param {{ name: string, times: readonly number[] }} other
 * @param {number | null} atLeast the goal, if there is one: how many times as fast we are to be
 * @returns {Row}
 */
export function comparison(what, unit, ours, { name, times }, atLeast) {
  const ratio = spreadOfRatios(times, ours);
  return {
    what,
    unit,
    ours: spreadOf(ours),
    other: { name, ...spreadOf(times) },
    ratio,
    goal:
      atLeast === null ? null : { text: `${atLeast} times as fast`, held: ratio.median >= atLeast },
  };
}

/**
 * @param {string} what
 * @param {string} unit
 * @param {readonly number[]} ours
 * @returns {Row} with nothing to compare it with, and no goal
 */
export function alone(what, unit, ours) {
  return { what, unit, ours: spreadOf(ours), other: null, ratio: null, goal: null };
}

/**
 * What the same thing costs where there is much of it, in what it costs where there is little.
 * @param {string} what
 * @param {readonly number[]} little
 * @param {readonly number[]} much measured in the same rounds
 * @returns {Row}
 */
export function growth(what, little, much) {
  const ours = spreadOfRatios(much, little);
  const goal = { text: `at most ${FLAT}`, held: ours.median <= FLAT };
  return { what, unit: '', ours, other: null, ratio: null, goal };
}
