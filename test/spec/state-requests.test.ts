import { describe, expect, test } from 'vitest';
import { loadSpec } from '../../src/spec/spec.js';
import { copyOfSpec, problemsOf } from './spec-directory.js';

const FILE = 'grids/state-request.yaml';

describe('the answers by state', () => {
  const { stateRequests } = loadSpec();

  test('have a column of each state', () => {
    expect(stateRequests.states.map(({ state }) => state)).toEqual([
      ...['Empty', 'PreparingRebalance', 'CompletingRebalance', 'Stable'],
    ]);
  });

  test('say for every request what a Stable group answers', () => {
    for (const { request, cells } of stateRequests.requests) {
      expect(cells.has('Stable'), request).toBe(true);
    }
  });
});

describe('a damaged table', () => {
  test.each([
    {
      mistake: 'a cell that is left out',
      before:
        '      Stable:\n        says: is refused\n        rules: [DEL-01]\n        expect: { deleted: NON_EMPTY_GROUP }\n        proof: undisturbed\n',
      after: '',
      message: /\.cells' must have required property 'Stable'/,
      below: -15,
    },
    {
      mistake: 'a rebalance where none can start',
      before: 'FENCED_INSTANCE_ID, memberId: $B } }\n        proof: undisturbed',
      after: 'FENCED_INSTANCE_ID, memberId: $B } }\n        proof: rebalancing',
      message: /no rebalance starts in PreparingRebalance: its column has no steps to show one/,
      below: 1,
    },
    {
      mistake: 'an unknown rule',
      before: 'rules: [STATIC-04, MEMBER-08, PREP-01]',
      after: 'rules: [STATIC-44, MEMBER-08, PREP-01]',
      message: /unknown rule 'STATIC-44'/,
      below: 0,
    },
    {
      mistake: 'an unknown error in an answer',
      before: 'releases: { B: { errorCode: FENCED_INSTANCE_ID, memberId: $B } }',
      after: 'releases: { B: { errorCode: FENCED_INSTANCE, memberId: $B } }',
      message: /unknown error 'FENCED_INSTANCE'; did you mean 'FENCED_INSTANCE_ID'/,
      below: 0,
    },
    {
      mistake: 'a row that is there already',
      before: '- request: delete\n',
      after: '- request: heartbeat\n',
      message: /there is a row 'heartbeat' already/,
      below: 0,
    },
  ])('is refused at its line: $mistake', ({ before, after, message, below }) => {
    const spec = copyOfSpec();
    const line = spec.edit(FILE, before, after);
    expect(problemsOf(spec)).toContainEqual({
      file: FILE,
      line: line + below,
      column: expect.any(Number),
      message: expect.stringMatching(message),
    });
  });
});
