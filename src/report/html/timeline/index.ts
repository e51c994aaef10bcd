import { type Html, html } from '../html.js';
import { canFold, foldOpening } from './fold.js';
import { rowsOf, type Told } from './rows.js';
import { timelineSvg } from './svg.js';

export type { Told } from './rows.js';

/** The drawing, and where an opening is folded, a second one with all of it. */
export function timeline(
  told: Told,
  clock: 'virtual' | 'real',
): { readonly short: Html; readonly whole: Html | null } {
  const rows = rowsOf(told, clock);
  const whole = timelineSvg(told, rows);
  if (!canFold(rows, told.steps)) return { short: whole, whole: null };
  return { short: timelineSvg(told, foldOpening(rows, told.steps)), whole };
}

/** What the signs of a drawing mean, in words. */
export const LEGEND: Html = html`<ul class="legend">
<li><span class="key arrow-key">→</span> request</li>
<li><span class="key answer-key">⇠</span> answer</li>
<li><span class="key parked-key"></span> parked: waits for its answer</li>
<li><span class="key timer-key"></span> timer, from setting on</li>
<li><span class="key due-key">◆</span> it is due</li>
<li><span class="key differs-key">✕</span> what differs</li>
</ul>`;
