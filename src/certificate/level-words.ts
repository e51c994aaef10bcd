import { counted } from '../report/counted.js';
import type { ReportedLevel } from '../report/reporter.js';

/** What came of a level, e.g. `granted with 2 deviations`. */
export function outcomeOf({
  outcome,
  deviations,
}: Pick<ReportedLevel, 'outcome' | 'deviations'>): string {
  if (outcome !== 'granted') return outcome;
  if (deviations === 0) return 'granted';
  return `granted with ${counted(deviations, 'deviation')}`;
}

/** One line a level, for a terminal; of several reasons the most frequent. */
export function levelLines(levels: readonly ReportedLevel[]): string[] {
  const width = Math.max(...levels.map(({ level }) => level.length));
  return levels.map((judged) => {
    const [reason, ...others] = judged.reasons;
    const why = reason === undefined ? '' : `: ${reason.reason}`;
    const more = others.length === 0 ? '' : `, and ${counted(others.length, 'other reason')}`;
    return `level ${judged.level.padEnd(width)}  ${outcomeOf(judged)}${why}${more}`;
  });
}
