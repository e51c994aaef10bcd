// @ts-check
import { spreadOf, spreadOfRatios } from './statistics.js';

/** @import { Spread } from './statistics.js' */

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
