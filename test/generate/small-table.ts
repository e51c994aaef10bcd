import type { ApiPrecedence, Fault } from '../../src/spec/precedence.js';
import type { Rule } from '../../src/spec/rule.js';

/** A fault of a Heartbeat that any member of a stable group can send. */
export function fault(name: string, changes: Partial<Fault> = {}): Fault {
  return {
    fault: name,
    says: `a ${name} mistake`,
    decided: 'somewhere',
    rules: ['HB-00'],
    answer: name.toUpperCase(),
    memberId: null,
    entry: false,
    disruptive: false,
    in: ['stable'],
    isSituation: false,
    by: null,
    before: [],
    members: {},
    with: { [name]: 'wrong' },
    fill: {},
    versions: {},
    problem: (_field, message) => ({ file: 'table.yaml', line: 1, column: 1, message }),
    ...changes,
  };
}

export function heartbeatTable(
  faults: readonly Fault[],
  changes: Partial<ApiPrecedence> = {},
): ApiPrecedence {
  return {
    api: 'Heartbeat',
    order: 'HB-00',
    situations: [
      {
        situation: 'stable',
        given: { stable: ['A', 'B'] },
        configuration: null,
        by: 'B',
        fill: {},
        undisturbed: [{ A: 'Heartbeat', expect: 'NONE' }],
      },
      {
        situation: 'preparing',
        given: { preparing: ['A', 'B', 'C'] },
        configuration: null,
        by: 'B',
        fill: { generationId: 7 },
        undisturbed: [],
      },
    ],
    faults,
    chains: [],
    ...changes,
  };
}

export const NO_RULES: ReadonlyMap<string, Rule> = new Map();
