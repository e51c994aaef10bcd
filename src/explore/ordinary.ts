import type { Given } from './sequence.js';

/** What an ordinary client says, by field; the plainest value first. */
const ORDINARY: Readonly<Record<string, readonly [Given, ...Given[]]>> = {
  groupId: ['group', 'other', 'third'],
  sessionTimeoutMs: [{ duration: 'sessionTimeout' }],
  rebalanceTimeoutMs: [{ duration: 'rebalanceTimeout' }],
  protocolType: ['consumer'],
  protocolName: ['range'],
  statesFilter: [[]],
  typesFilter: [[]],
  includeAuthorizedOperations: [false],
};

/** The plainest ordinary value of a field whose value is not ordinary; undefined otherwise. */
export function plainerValue(field: string, value: Given): Given | undefined {
  return isOrdinary(field, value) ? undefined : ORDINARY[field]?.[0];
}

export function isOrdinary(field: string, value: Given): boolean {
  return ORDINARY[field]?.some((usual) => sameGiven(value, usual)) === true;
}

export function sameGiven(one: Given, other: Given): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
