import type { Case } from '../suite/cases/case-types.js';
import type { GeneratedMutant } from './generated-mutant.js';
import type { ToWorker } from './messages.js';
import type { Reach } from './switchboard.js';

/** How a mutant is judged; null where no case comes by it. */
export interface Plan {
  readonly mutant: GeneratedMutant;
  readonly job: Extract<ToWorker, { kind: 'judge' }> | null;
}

/**
 * A mutant that is come by so many times as often as in the reference, as Stryker has it, goes
 * round in circles.
 */
const HIT_FACTOR = 100;

/** Only cases that come by a mutant can notice it. Those that come by least else are about it. */
export function planJobs(
  mutants: readonly GeneratedMutant[],
  cases: readonly Pick<Case, 'id'>[],
  { atLoad, byCase }: Reach,
): Plan[] {
  const breadth = (id: string) => Object.keys(byCase[id] ?? {}).length;
  const narrowFirst = cases
    .map(({ id }) => ({ id, breadth: breadth(id) }))
    .sort((one, other) => one.breadth - other.breadth)
    .map(({ id }) => id);
  return mutants.map((mutant) => {
    const hits = (id: string) => byCase[id]?.[mutant.id] ?? 0;
    const felt = atLoad[mutant.id];
    const chosen = felt === undefined ? narrowFirst.filter((id) => hits(id) > 0) : narrowFirst;
    if (chosen.length === 0) return { mutant, job: null };
    const most = Math.max(felt ?? 0, ...chosen.map(hits));
    return {
      mutant,
      job: { kind: 'judge', mutant: mutant.id, cases: chosen, hitLimit: most * HIT_FACTOR },
    };
  });
}
