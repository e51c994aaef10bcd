import type { Difference, Failure } from '../suite/verdict.js';
import type { Actual } from './deviation.js';

/**
 * What a failure comes down to, the same every run and at every version: values at their field
 * paths, the errors of whole answers, and of a connection or a crash no more than that.
 */
export function actualOf({ kind, differences }: Failure): Actual {
  switch (kind) {
    case 'closed':
      return { kind: 'outcome', word: 'connection closed' };
    case 'crashed':
      return { kind: 'outcome', word: 'crash' };
    case 'late':
      // How late is not the same every run, and may not be late at all the next time.
      return differences.length === 0
        ? { kind: 'outcome', word: 'late answer' }
        : valuesOf(differences);
    case 'differs':
      return valuesOf(differences);
  }
}

function valuesOf(differences: readonly Difference[]): Actual {
  const values = new Map<string, string[]>();
  for (const { path, actual, gist } of differences) {
    const name = stablePath(path);
    values.set(name, [...(values.get(name) ?? []), stableValue(gist ?? actual)]);
  }
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  return { kind: 'values', values: new Map(sorted.map(([name, own]) => [name, own.sort()])) };
}

/** Without the places of entries in answers: most lists come in any order. */
function stablePath(path: string): string {
  const named = path.replace(': ', ' ');
  return named.startsWith('records') ? named : named.replaceAll(/\[\d+\]/g, '[]');
}

/** Of lists that long others have their share, e.g. the groups of all cases of a run. */
function stableValue(value: string): string {
  return /^\d{3,} entries$/.test(value) ? 'more than 99 entries' : value;
}

/** Pinned of a value that is not the same every run. */
const ANYTHING = 'anything';

/** Where they differ, as a clause after the name of a result; empty when they do not. */
export function contrast(now: Actual, pinned: Actual): string[] {
  if (now.kind === 'outcome' || pinned.kind === 'outcome') {
    const [is, was] = [describeActual(now), describeActual(pinned)];
    return is === was ? [] : [`${is}, not ${was}`];
  }
  const paths = [...new Set([...pinned.values.keys(), ...now.values.keys()])];
  return paths.flatMap((path) => {
    const [is, was] = [textAt(now, path), textAt(pinned, path)];
    if (is === was || was === ANYTHING) return [];
    if (is === null) return [`${path} is as it should be, not ${was}`];
    return [was === null ? `${path} is ${is}, too` : `${path} is ${is}, not ${was}`];
  });
}

export function describeActual(actual: Actual): string {
  if (actual.kind === 'outcome') return actual.word;
  return [...actual.values.keys()].map((path) => `${path} ${textAt(actual, path)}`).join(', ');
}

function textAt(actual: Extract<Actual, { kind: 'values' }>, path: string): string | null {
  const values = actual.values.get(path);
  return values === undefined ? null : values.toSorted().join(' and ');
}
