import type { BegunStep } from '../../../suite/verdict.js';
import { counted } from '../../counted.js';
import { milliseconds } from './measure.js';
import type { Row } from './rows.js';

/** An opening of fewer rows is shown whole. */
const SHORT = 4;

/** Whether there is enough of an opening, and enough besides it, to be folded. */
export function canFold(rows: readonly Row[], steps: readonly BegunStep[]): boolean {
  const opening = rows.filter(({ step }) => isOpening(steps, step));
  return opening.length >= SHORT && opening.length < rows.length;
}

/** One row in place of those of the opening. */
export function foldOpening(rows: readonly Row[], steps: readonly BegunStep[]): Row[] {
  if (!canFold(rows, steps)) return [...rows];
  const own = rows.filter(({ step }) => isOpening(steps, step));
  const messages = own.filter(({ kind }) => kind === 'message').length;
  const last = steps.findLastIndex(({ at }) => at === 'opening');
  const at = steps[last]?.ended ?? 0;
  const text = `opening: ${counted(messages, 'message')}, until ${milliseconds(at)}`;
  return [
    { kind: 'left-out', step: last, text, at },
    ...rows.filter(({ step }) => !isOpening(steps, step)),
  ];
}

function isOpening(steps: readonly BegunStep[], step: number): boolean {
  return steps[step]?.at === 'opening';
}
