// @ts-check

/**
 * What came of measuring the same thing several times.
 * @typedef {object} Spread
 * @property {number} median
 * @property {number} low lower quartile
 * @property {number} high upper quartile
 */

/**
 * @param {readonly number[]} values at least one
 * @returns {Spread}
 */
export function spreadOf(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
  };
}

/**
 * Of what was measured side by side, each pair for itself: what slows a machine down for a while
 * slows both.
 * @param {readonly number[]} dividends
 * @param {readonly number[]} divisors as many
 * @returns {Spread}
 */
export function spreadOfRatios(dividends, divisors) {
  return spreadOf(dividends.map((dividend, round) => dividend / (divisors[round] ?? Number.NaN)));
}

/**
 * Between two values it lies as far as the fraction says.
 * @param {readonly number[]} sorted
 * @param {number} fraction from 0 to 1
 */
function quantile(sorted, fraction) {
  if (sorted.length === 0) throw new Error('nothing was measured');
  const place = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
