import { distance } from 'fastest-levenshtein';
import { Fault } from '../../spec/fault.js';
import type { Case } from './case-types.js';

/** A pattern that selects nothing is a mistake, never an empty success (docs/design.md §5). */
export class NothingSelectedError extends Fault {}

const NEAREST_SHOWN = 3;

/**
 * Cases whose id a pattern matches: `heartbeat/unknown-group`, a directory `heartbeat`, or a glob
 * (`*` within one part of the path, `**` across parts). No pattern selects all.
 * Throws NothingSelectedError naming the nearest ids for a pattern that matches none.
 */
export function selectCases<Item extends Pick<Case, 'id'>>(
  cases: readonly Item[],
  patterns: readonly string[],
): Item[] {
  if (patterns.length === 0) return [...cases];
  const chosen = new Set<Item>();
  for (const pattern of patterns) {
    const matches = caseMatcher(pattern);
    const found = cases.filter(({ id }) => matches(id));
    if (found.length === 0) throw nothingSelected(pattern, cases);
    for (const own of found) chosen.add(own);
  }
  return cases.filter((own) => chosen.has(own));
}

/** Whether a case id is meant by a pattern as {@link selectCases} takes it. */
export function caseMatcher(pattern: string): (id: string) => boolean {
  const trimmed = pattern
    .replace(/\.ya?ml$/, '')
    .replace(/^cases\//, '')
    .replace(/\/+$/, '');
  const source = trimmed
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : escapeForRegExp(part)))
    .join('');
  const expression = new RegExp(`^${source}(/.*)?$`);
  return (id) => expression.test(id);
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
}

function nothingSelected(
  pattern: string,
  cases: readonly Pick<Case, 'id'>[],
): NothingSelectedError {
  const nearest = nearestIds(
    pattern,
    cases.map(({ id }) => id),
  );
  return new NothingSelectedError(
    `no case matches '${pattern}'; the nearest are ${nearest.join(', ')} (groupspec list shows all)`,
  );
}

export function nearestIds(text: string, ids: readonly string[]): string[] {
  return ids
    .map((id) => ({ id, far: distance(text, id) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, NEAREST_SHOWN)
    .map(({ id }) => id);
}
