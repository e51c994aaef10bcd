import { join } from 'node:path';
import { loadDeviations } from '../../src/deviations/load-deviations.js';
import { InvalidDataError } from '../../src/spec/problem.js';
import { caseFiles } from '../fakes/case-files.js';

const RULE_IDS = new Set(['HB-00', 'HB-01', 'JOIN-03', 'TYPE-04']);

/** Loads a file with this text. */
export function deviationsOf(text: string) {
  return loadDeviations(pathOf(text), { ruleIds: RULE_IDS });
}

/** `LINE:COLUMN: MESSAGE` of everything that is wrong with it. */
export function problemsIn(text: string): string[] {
  try {
    deviationsOf(text);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error;
    return error.problems.map(({ line, column, message }) => `${line}:${column}: ${message}`);
  }
}

function pathOf(text: string): string {
  return join(caseFiles({ 'known.yaml': text }), 'known.yaml');
}

/** A deviation in one line for each of its places. */
export function deviation({
  actual = '{ A errorCode: NONE }',
  where = { 'heartbeat/unknown-group': 'step 1' },
  rules = 'HB-00',
  more = '',
}: {
  readonly actual?: string;
  readonly where?: Readonly<Record<string, string>>;
  readonly rules?: string;
  readonly more?: string;
} = {}): string {
  return [
    `  - rules: [${rules}]`,
    '    reason: It looks for the group first',
    ...(more === '' ? [] : [`    ${more}`]),
    '    fails:',
    `      - actual: ${actual}`,
    '        where:',
    ...Object.entries(where).map(([place, step]) => `          ${place}: ${step}`),
    '',
  ].join('\n');
}

export const file = (...deviations: readonly string[]) => `deviations:\n${deviations.join('')}`;
