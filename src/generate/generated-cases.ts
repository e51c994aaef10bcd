import type { Spec } from '../spec/spec.js';
import { type CaseDraft, caseText } from './case-text.js';
import { precedenceCases } from './precedence-cases.js';
import { stateCases } from './state-cases.js';

/** Below the package. Every file in it is generated. */
export const GENERATED_CASES_DIRECTORY = 'cases/generated';

/** What `groupspec generate` makes of seeds; all else is made of tables. */
export const EXPLORED_CASES_DIRECTORY = `${GENERATED_CASES_DIRECTORY}/explored`;

/** The texts of all cases that the tables of spec/grids yield, by their paths below the package. */
export function generatedCases(
  spec: Pick<Spec, 'precedence' | 'stateRequests' | 'rules'>,
): ReadonlyMap<string, string> {
  return new Map([
    ...files('precedence', precedenceCases(spec.precedence, spec.rules.byId)),
    ...files('states', stateCases(spec.stateRequests)),
  ]);
}

function files(
  directory: string,
  cases: readonly (readonly [string, CaseDraft])[],
): (readonly [string, string])[] {
  return cases.map(([name, draft]) => [
    `${GENERATED_CASES_DIRECTORY}/${directory}/${name}.yaml`,
    caseText(draft),
  ]);
}
