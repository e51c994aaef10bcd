// @ts-check

/** @import { Row } from './row.js' */
/** @import { Spread } from './statistics.js' */

const DIGITS = 3;
const HEAD = ['', 'groupspec', 'other', 'times as good', 'goal'];

/**
 * @param {readonly Row[]} rows
 * @returns {string} a line each, columns aligned
 */
export function table(rows) {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  );
  return cells
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** @param {Row} row */
function cellsOf({ what, unit, ours, other, ratio, goal }) {
  return [
    what,
    `${spread(ours)} ${unit}`.trimEnd(),
    other === null ? '' : `${spread(other)} ${unit} ${other.name}`,
    ratio === null ? '' : spread(ratio),
    goal === null ? '' : `${goal.text}: ${goal.held ? 'held' : 'NOT HELD'}`,
  ];
}

/** @param {Spread} spread */
function spread({ median, low, high }) {
  return `${short(median)} (${short(low)}–${short(high)})`;
}

/**
 * No more digits than mean something.
 * @param {number} value
 */
function short(value) {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const whole = Math.floor(Math.log10(Math.abs(value))) + 1;
  if (whole > DIGITS) return String(Math.round(value));
  return String(Number(value.toPrecision(DIGITS)));
}
