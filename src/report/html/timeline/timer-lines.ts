import type { BegunStep, KeptTimer, TimerMoment } from '../../../suite/verdict.js';
import { groupedBy } from '../../grouped.js';
import { milliseconds } from './measure.js';
import { type Row, timerName } from './rows.js';

/** Timers that are drawn as one line, by the places of the rows between which it runs. */
export interface TimerLine {
  readonly from: number;
  /** Of the last row where it runs on. */
  readonly to: number;
  readonly ends: 'due' | 'stopped' | 'open';
  readonly label: string;
  /** Beside the coordinator, from 0. */
  readonly column: number;
}

/** A session that has so much longer to go, in ms, than is drawn explains nothing. */
const FAR = 60_000;

/**
 * The lines of timers, and the rows with one more for each that is set where another is already:
 * every line is told of beside its beginning. Those set, due and ended together are one line.
 */
export function withTimers(
  timers: readonly KeptTimer[],
  steps: readonly BegunStep[],
  rows: readonly Row[],
): { readonly rows: readonly Row[]; readonly lines: readonly TimerLine[] } {
  const end = steps.at(-1)?.ended ?? 0;
  const shown = timers.filter((timer) => !isOfOpening(timer, steps) && !isFar(timer, end));
  const groups = [
    ...groupedBy(shown, ({ kind, set, due, end: last }) =>
      JSON.stringify([kind, set.at, due, last]),
    ).values(),
  ].filter(([first]) => endRow(rows, first) > rowAt(rows, first.set));
  const byRow = groupedBy(groups, ([first]) => String(rowAt(rows, first.set)));
  const more: Row[] = [];
  const begins = new Map<readonly KeptTimer[], number>();
  for (const [index, row] of rows.entries()) {
    more.push(row);
    const own = byRow.get(String(index)) ?? [];
    for (const [place, group] of own.entries()) {
      const { set } = group[0];
      if (place > 0 || !hasRoom(row)) more.push({ kind: 'set', step: set.step, at: set.at });
      begins.set(group, more.length - 1);
    }
  }
  const lines: TimerLine[] = [];
  for (const group of groups) {
    const [first] = group;
    const from = begins.get(group) ?? 0;
    const to = Math.max(endRow(more, first), from);
    lines.push({
      from,
      to,
      ends: first.end?.how ?? 'open',
      label: `${timerName(group)} set, due at ${milliseconds(first.due)}`,
      column: freeColumn(lines, from, to),
    });
  }
  return { rows: more, lines };
}

function isOfOpening({ set, end }: KeptTimer, steps: readonly BegunStep[]): boolean {
  return (
    steps[set.step]?.at === 'opening' && end?.how === 'stopped' && steps[end.step]?.at === 'opening'
  );
}

function isFar({ kind, due }: KeptTimer, end: number): boolean {
  return kind === 'session' && due > end + FAR;
}

function endRow(rows: readonly Row[], { end }: KeptTimer): number {
  if (end === null) return rows.length - 1;
  return end.how === 'due' ? dueRow(rows, end) : rowAt(rows, end);
}

/** The last row before or at a moment: what is told of a moment is told with what came before. */
function rowAt(rows: readonly Row[], { step, at }: TimerMoment): number {
  const found = rows.findLastIndex(
    (row) =>
      row.step < step ||
      (row.step === step && (row.kind === 'step' || (isHappening(row) && row.at <= at))),
  );
  return Math.max(found, 0);
}

function dueRow(rows: readonly Row[], moment: TimerMoment): number {
  const found = rows.findIndex(
    ({ kind, step, at }) => kind === 'due' && step === moment.step && at === moment.at,
  );
  return found < 0 ? rowAt(rows, moment) : found;
}

function isHappening({ kind }: Row): boolean {
  return kind === 'message' || kind === 'due' || kind === 'left-out' || kind === 'set';
}

function hasRoom({ kind }: Row): boolean {
  return kind === 'message' || kind === 'left-out';
}

function freeColumn(lines: readonly TimerLine[], from: number, to: number): number {
  const taken = new Set(
    lines.filter((one) => one.from <= to && from <= one.to).map(({ column }) => column),
  );
  let column = 0;
  while (taken.has(column)) column++;
  return column;
}
