import { describe, expect, it } from 'vitest';
import { fieldRows } from '../../../src/report/html/message-fields.js';

const lines = (body: string) =>
  fieldRows(body).map(({ depth, name, value }) => `${'  '.repeat(depth)}${name} = ${value}`);

describe('The fields of a message', () => {
  it('are a row each', () => {
    expect(lines("errorCode: NONE, leader: $A, protocolName: ''")).toEqual([
      'errorCode = NONE',
      'leader = $A',
      "protocolName = ''",
    ]);
  });

  it('are told of each entry of a list, deeper', () => {
    expect(
      lines('groupId: group, members: [{ memberId: $A, metadata: A }, { memberId: $B }]'),
    ).toEqual([
      'groupId = group',
      'members[0] = ',
      '  memberId = $A',
      '  metadata = A',
      'members[1] = ',
      '  memberId = $B',
    ]);
  });

  it('stay whole where a list holds plain values', () => {
    expect(lines('groupsNames: [a, b], statesFilter: []')).toEqual([
      'groupsNames = [a, b]',
      'statesFilter = []',
    ]);
  });

  it('may hold commas, brackets and quotes in their text', () => {
    expect(lines("a: 'x, y: [z', b: 'it's', c: 1")).toEqual([
      "a = 'x, y: [z'",
      "b = 'it's'",
      'c = 1',
    ]);
  });

  it('are none of an empty message, and what is no message is shown as it is', () => {
    expect(lines('')).toEqual([]);
    expect(lines('connection-closed: by the broker')).toEqual([
      'connection-closed = by the broker',
    ]);
    expect(lines('gone for good')).toEqual([' = gone for good']);
  });
});
