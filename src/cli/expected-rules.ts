import { owesProof } from '../gate/coverage.js';
import { loadExcuses } from '../gate/excuses.js';
import type { KitSpec } from '../kit.js';

/** Rules that an exploration may be expected to follow. Throws InvalidDataError. */
export function expectedRules({ spec, known }: Pick<KitSpec, 'spec' | 'known'>): string[] {
  const excused = new Set(loadExcuses(known.ruleIds).map(({ rule }) => rule));
  return spec.rules.rules
    .filter((rule) => owesProof(rule) && !excused.has(rule.id))
    .map(({ id }) => id);
}
