import type { Mutant } from '../mutants/mutant.js';
import type { Problem } from '../spec/problem.js';
import type { Rule } from '../spec/rule.js';
import type { Case } from '../suite/cases/case-types.js';
import type { Excuse, Proof } from './excuses.js';

export interface CoverageInput {
  readonly rules: readonly Rule[];
  readonly cases: readonly Pick<Case, 'data'>[];
  readonly mutants: readonly Pick<Mutant, 'rules'>[];
  readonly excuses: readonly Excuse[];
}

export interface Coverage {
  /** How many rules have to have proof. */
  readonly owing: number;
  /** Ids of rules that have none, excused ones left out. */
  readonly without: Readonly<Record<Proof, readonly string[]>>;
  /** Excuses that nobody needs. */
  readonly stale: readonly Problem[];
}

/** Every rule that can be seen to be broken owes a case and a mutant. */
export function coverRules(input: CoverageInput): Coverage {
  const owing = input.rules.filter(owesProof);
  const proven: Readonly<Record<Proof, ReadonlySet<string>>> = {
    case: new Set(input.cases.flatMap(({ data }) => data.rules)),
    mutant: new Set(input.mutants.flatMap(({ rules }) => rules)),
  };
  const excused = (id: string, proof: Proof) =>
    input.excuses.some(({ rule, from }) => rule === id && from.includes(proof));
  const without = (proof: Proof) =>
    owing.map(({ id }) => id).filter((id) => !proven[proof].has(id) && !excused(id, proof));
  const owingIds = new Set(owing.map(({ id }) => id));
  return {
    owing: owing.length,
    without: { case: without('case'), mutant: without('mutant') },
    stale: input.excuses.flatMap((excuse) => {
      if (!owingIds.has(excuse.rule)) {
        return [excuse.problem(`rule '${excuse.rule}' owes nothing: drop the excuse`)];
      }
      return excuse.from
        .filter((proof) => proven[proof].has(excuse.rule))
        .map((proof) =>
          excuse.problem(`rule '${excuse.rule}' has a ${proof} by now: drop the excuse`),
        );
    }),
  };
}

/** A rule of the classic protocol whose breach shows outside of the process. */
export function owesProof({ area, observability }: Rule): boolean {
  return area === 'classic' && observability.some((where) => where !== 'in-process');
}

/** Why the gate asks neither case nor mutant of a rule; null when it asks both. */
export function whyItOwesNothing(rule: Rule): string | null {
  if (rule.area !== 'classic') return `Rules of the area ${rule.area} are not served yet.`;
  return owesProof(rule) ? null : 'It can be seen in process only.';
}
