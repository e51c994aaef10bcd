import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type CaseDraft, caseText } from '../../src/generate/case-text.js';

const DRAFT: CaseDraft = {
  source: 'From a table: one entry',
  title: 'First one, then another',
  rules: ['HB-00', 'HB-01'],
  sweep: 'Heartbeat',
  versions: { Heartbeat: '3+' },
  configuration: {},
  disruptive: false,
  members: { A: { groupInstanceId: 'a' } },
  given: { stable: ['A', 'B'] },
  steps: [
    { step: { B: 'Heartbeat', with: { groupId: '', note: 'a, b' }, expect: 'INVALID_GROUP_ID' } },
    { step: { A: 'Heartbeat', expect: 'NONE' }, comment: 'All is well.' },
  ],
};

test('A case is written as people write it', () => {
  expect(caseText(DRAFT)).toBe(`\
# yaml-language-server: $schema=../../../spec/schemas/case.schema.json
# From a table: one entry.
# Generated: change it there, then npm run generate.
title: First one, then another
rules: [HB-00, HB-01]
sweep: Heartbeat
versions: { Heartbeat: 3+ }
members: { A: { groupInstanceId: a } }
given: { stable: [A, B] }
steps:
  - B: Heartbeat
    with: { groupId: '', note: 'a, b' }
    expect: INVALID_GROUP_ID
  # All is well.
  - A: Heartbeat
    expect: NONE
`);
});

test('An entry that is too long for its line is spread over several', () => {
  const joined = { generation: '$generation + 1', leader: 'A', members: ['A', 'B', 'C'] };
  const releases = { A: { joined }, B: { joined } };
  const text = caseText({
    ...DRAFT,
    steps: [{ step: { C: 'JoinGroup', expect: 'parked', releases } }],
  });
  expect(text.split('\n').slice(-6)).toEqual([
    '  - C: JoinGroup',
    '    expect: parked',
    '    releases:',
    '      A: { joined: { generation: $generation + 1, leader: A, members: [A, B, C] } }',
    '      B: { joined: { generation: $generation + 1, leader: A, members: [A, B, C] } }',
    '',
  ]);
});

test('What is read back is what was written, whatever the words', () => {
  const words = [
    '',
    ' ',
    'null',
    'true',
    '1',
    '3+',
    "it's",
    'a: b',
    '# no comment',
    '[',
    'a, b',
    '$A',
    '- x',
    'x: ',
  ];
  const step = Object.fromEntries(words.map((word, index) => [`field${index}`, word]));
  const nested = {
    step: { ...step, nested: step, list: words, none: null, number: -1, empty: {} },
  };
  expect(parse(caseText({ ...DRAFT, steps: [nested] }))).toMatchObject({ steps: [nested.step] });
});
