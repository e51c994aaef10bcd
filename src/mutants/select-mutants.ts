import { NothingSelectedError, nearestIds } from '../suite/cases/select-cases.js';
import type { Mutant } from './mutant.js';

/**
 * Mutants that a pattern matches by their name or by a rule they break: `pending_*`, `HB-03`, the
 * family `HB`. `*` stands for any text. No pattern selects all. Throws NothingSelectedError naming
 * the nearest names for a pattern that matches none.
 */
export function selectMutants(
  mutants: readonly Mutant[],
  patterns: readonly string[],
): readonly Mutant[] {
  if (patterns.length === 0) return mutants;
  const chosen = new Set<Mutant>();
  for (const pattern of patterns) {
    const expression = expressionOf(pattern);
    const found = mutants.filter((mutant) =>
      handlesOf(mutant).some((handle) => expression.test(handle)),
    );
    if (found.length === 0) throw nothingSelected(pattern, mutants);
    for (const mutant of found) chosen.add(mutant);
  }
  return mutants.filter((mutant) => chosen.has(mutant));
}

function handlesOf({ name, rules }: Mutant): string[] {
  return [name, ...rules, ...rules.map((id) => id.replace(/-.*$/, ''))];
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i');
}

function nothingSelected(pattern: string, mutants: readonly Mutant[]): NothingSelectedError {
  const handles = [...new Set(mutants.flatMap(handlesOf))];
  return new NothingSelectedError(
    `no mutant matches '${pattern}'; the nearest are ${nearestIds(pattern, handles).join(', ')} (groupspec list --rules shows all)`,
  );
}
