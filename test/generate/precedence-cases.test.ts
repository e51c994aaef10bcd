import { describe, expect, test } from 'vitest';
import { precedenceCases } from '../../src/generate/precedence-cases.js';
import type { ApiPrecedence } from '../../src/spec/precedence.js';
import { fault, heartbeatTable, NO_RULES } from './small-table.js';

const casesOf = (table: ApiPrecedence) => new Map(precedenceCases([table], NO_RULES));
const namesOf = (table: ApiPrecedence) => [...casesOf(table).keys()];

describe('Two faults', () => {
  test('have one case, named after the one that is listed first', () => {
    expect(namesOf(heartbeatTable([fault('x'), fault('y'), fault('z')]))).toEqual([
      'heartbeat-x-over-y',
      'heartbeat-x-over-z',
      'heartbeat-y-over-z',
    ]);
  });

  test.each([
    ['have the same answer', fault('y', { answer: 'X' })],
    ['are in the same field', fault('y', { with: { x: 'worse' } })],
    ['never meet', fault('y', { in: ['preparing'] })],
    ['are sent by different members', fault('y', { by: 'P' })],
  ])('have none if they %s', (_reason, other) => {
    expect(namesOf(heartbeatTable([fault('x', { by: 'B' }), other]))).toEqual([]);
  });

  test('have one if they are answered with different member ids', () => {
    const one = fault('x', { memberId: 'empty' });
    const other = fault('y', { answer: 'X', memberId: 'new' });
    expect(namesOf(heartbeatTable([one, other]))).toHaveLength(1);
  });

  test('have none where the situation itself would be noticed before one of them', () => {
    const preparing = fault('preparing', { in: ['preparing'], isSituation: true, with: {} });
    const [x, y] = [fault('x', { in: ['preparing'] }), fault('y', { in: ['preparing'] })];
    expect(namesOf(heartbeatTable([x, preparing, y]))).toEqual([
      'heartbeat-x-over-preparing',
      'heartbeat-preparing-over-y',
    ]);
    expect(namesOf(heartbeatTable([x, y, preparing]))).toContain('heartbeat-x-over-y');
  });
});

describe('A case', () => {
  const only = (table: ApiPrecedence) => {
    const [draft] = casesOf(table).values();
    if (draft === undefined) throw new Error('no case');
    return draft;
  };

  test('shows the decisive fault, then what remains without it, and that nothing has changed', () => {
    expect(only(heartbeatTable([fault('x'), fault('y')]))).toMatchObject({
      title: 'Heartbeat reports a x mistake rather than a y mistake',
      sweep: 'Heartbeat',
      given: { stable: ['A', 'B'] },
      steps: [
        { step: { B: 'Heartbeat', with: { x: 'wrong', y: 'wrong' }, expect: 'X' } },
        { step: { B: 'Heartbeat', with: { y: 'wrong' }, expect: 'Y' } },
        { step: { A: 'Heartbeat', expect: 'NONE' } },
      ],
    });
  });

  test('stops at a situation that is the fault, for that cannot be taken away', () => {
    const preparing = fault('preparing', { in: ['preparing'], isSituation: true, with: {} });
    const { steps } = only(heartbeatTable([preparing, fault('x', { in: ['preparing'] })]));
    expect(steps.map(({ step }) => step)).toEqual([
      { B: 'Heartbeat', with: { generationId: 7, x: 'wrong' }, expect: 'PREPARING' },
    ]);
  });

  test('is sent by whom a fault demands, who fills in what it needs, and no longer than that', () => {
    const pending = fault('pending', {
      by: 'P',
      before: [{ P: 'JoinGroup', expect: 'MEMBER_ID_REQUIRED' }],
      fill: { generationId: 1 },
      with: {},
    });
    const { steps } = only(heartbeatTable([pending, fault('y')]));
    expect(steps.slice(0, 3).map(({ step }) => step)).toEqual([
      { P: 'JoinGroup', expect: 'MEMBER_ID_REQUIRED' },
      { P: 'Heartbeat', with: { generationId: 1, y: 'wrong' }, expect: 'PENDING' },
      { B: 'Heartbeat', with: { y: 'wrong' }, expect: 'Y' },
    ]);
  });

  test('is of the versions that have all its faults', () => {
    const [x, y] = [
      fault('x', { versions: { Heartbeat: '3+', JoinGroup: '4+' } }),
      fault('y', { versions: { Heartbeat: '12+' } }),
    ];
    expect(only(heartbeatTable([x, y])).versions).toEqual({ Heartbeat: '12+', JoinGroup: '4+' });
    expect(only(heartbeatTable([y, x])).versions).toEqual({ Heartbeat: '12+', JoinGroup: '4+' });
  });

  test('of a chain takes one fault after the other away, in the situation that it names', () => {
    const everywhere = { in: ['stable', 'preparing'] };
    const faults = ['x', 'y', 'z'].map((name) => fault(name, everywhere));
    const chain = {
      chain: 'all',
      title: 'Heartbeat looks at x, y and z',
      in: 'preparing',
      faults: ['x', 'y', 'z'],
      problem: fault('x').problem,
    };
    const draft = casesOf(heartbeatTable(faults, { chains: [chain] })).get('heartbeat-all');
    expect(draft).toMatchObject({ title: chain.title, given: { preparing: ['A', 'B', 'C'] } });
    expect(draft?.steps.map(({ step }) => step['expect'])).toEqual(['X', 'Y', 'Z']);
  });
});

describe('The member id of a JoinGroup answer', () => {
  const answerTo = (memberId: 'repeated' | 'empty' | 'new', fields: object, by: string) => {
    const faults = [fault('x', { memberId, by, with: { x: 1, ...fields } }), fault('y')];
    const [draft] = casesOf({ ...heartbeatTable(faults), api: 'JoinGroup' }).values();
    return draft?.steps[0]?.step['expect'];
  };

  test('is the one that was sent', () => {
    expect(answerTo('repeated', {}, 'B')).toEqual({ errorCode: 'X', memberId: '$B' });
    expect(answerTo('repeated', { memberId: 'nobody' }, 'B')).toEqual({
      errorCode: 'X',
      memberId: 'nobody',
    });
    expect(answerTo('repeated', {}, 'N')).toBe('X');
  });

  test('is a new one where the fault is to have none', () => {
    expect(answerTo('new', { memberId: '' }, 'N')).toEqual({ errorCode: 'X', memberId: '$N' });
  });

  test('is empty where the rules want it so', () => {
    expect(answerTo('empty', {}, 'B')).toBe('X');
  });
});

test('LeaveGroup answers for the request up to version 2 and for its entry from version 3', () => {
  const answerFrom = (versions: Record<string, string>) => {
    const faults = [
      fault('x', { entry: true, versions, with: { memberId: 'nobody' } }),
      fault('y'),
    ];
    const [draft] = casesOf({ ...heartbeatTable(faults), api: 'LeaveGroup' }).values();
    return draft?.steps[0]?.step['expect'];
  };
  const entries = { members: [{ memberId: 'nobody', errorCode: 'X' }] };
  expect(answerFrom({})).toEqual({ 'v0-2': 'X', 'v3+': entries });
  expect(answerFrom({ LeaveGroup: '3+' })).toEqual(entries);
});
