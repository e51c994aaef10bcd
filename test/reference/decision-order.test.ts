import { describe, expect, it } from 'vitest';
import { answerOf, entry, errorOf, protocols, type Scenario, scenario } from './scenario.js';

const UNFIT = { protocolType: 'connect' };

describe('a JoinGroup that breaks several rules reports the first of them', () => {
  it.each([
    {
      claim: 'group id before session timeout (SVC-03, SVC-04)',
      send: (s: Scenario) => s.join({ groupId: '', sessionTimeoutMs: 1 }),
      error: 'INVALID_GROUP_ID',
    },
    {
      claim: 'session timeout before the missing group (SVC-04, JOIN-01)',
      send: (s: Scenario) => s.join({ groupId: 'none', memberId: 'x', sessionTimeoutMs: 1 }),
      error: 'INVALID_SESSION_TIMEOUT',
    },
    {
      claim: 'missing group before unfit protocols (JOIN-01, JOIN-02)',
      send: (s: Scenario) => s.join({ groupId: 'none', memberId: 'x', protocols: [] }),
      error: 'UNKNOWN_MEMBER_ID',
    },
    {
      claim: 'room before unfit protocols (MAX-01, JOIN-02)',
      send: (s: Scenario) => s.join({ ...UNFIT, memberId: 'x' }),
      error: 'GROUP_MAX_SIZE_REACHED',
    },
    {
      claim: 'room before the handshake (MAX-01, JOIN-03)',
      send: (s: Scenario) => s.join(),
      error: 'GROUP_MAX_SIZE_REACHED',
    },
  ])('$claim', ({ send, error }) => {
    const full = scenario({ 'group.max.size': 1 });
    full.stable({ groupInstanceId: 'i' });
    expect(errorOf(send(full))).toBe(error);
  });

  it.each([
    {
      claim: 'unfit protocols before an unknown member (JOIN-02, JOIN-08)',
      send: (s: Scenario) => s.join({ ...UNFIT, memberId: 'x' }),
      error: 'INCONSISTENT_GROUP_PROTOCOL',
    },
    {
      claim: 'unfit protocols before a fenced instance (JOIN-02, JOIN-08)',
      send: (s: Scenario) => s.join({ ...UNFIT, memberId: 'x', groupInstanceId: 'i' }),
      error: 'INCONSISTENT_GROUP_PROTOCOL',
    },
    {
      claim: 'unknown instance before the member id (JOIN-08)',
      send: (s: Scenario) => s.join({ memberId: 'x', groupInstanceId: 'other' }),
      error: 'UNKNOWN_MEMBER_ID',
    },
    {
      claim: 'fenced instance before the unknown member id (JOIN-08)',
      send: (s: Scenario) => s.join({ memberId: 'x', groupInstanceId: 'i' }),
      error: 'FENCED_INSTANCE_ID',
    },
  ])('$claim', ({ send, error }) => {
    const roomy = scenario();
    roomy.stable({ groupInstanceId: 'i' });
    expect(errorOf(send(roomy))).toBe(error);
  });

  it('pending id before the identity check, and it stays pending (JOIN-07)', () => {
    const s = scenario();
    s.stable({ groupInstanceId: 'i' });
    const { memberId } = answerOf(s.join());
    const joined = s.join({ memberId, groupInstanceId: 'i' });
    expect(answerOf(joined)).toMatchObject({ errorCode: -1, memberId: '' });
    expect(errorOf(s.join({ memberId }))).toBe('parked');
  });
});

describe('SyncGroup and Heartbeat check identity, then generation, then protocol, then state', () => {
  const wrong = { protocolType: 'connect', protocolName: 'roundrobin' };

  it.each([
    {
      claim: 'a fenced member with a wrong generation',
      fields: { memberId: 'x', generationId: 9 },
    },
    { claim: 'a fenced member with a wrong protocol', fields: { memberId: 'x', ...wrong } },
  ])('$claim is fenced', ({ fields }) => {
    const s = scenario();
    s.stable({ groupInstanceId: 'i' });
    expect(errorOf(s.sync({ groupInstanceId: 'i', ...fields }))).toBe('FENCED_INSTANCE_ID');
    const { memberId } = fields;
    const heartbeat = s.heartbeat({ groupInstanceId: 'i', memberId, generationId: 9 });
    expect(errorOf(heartbeat)).toBe('FENCED_INSTANCE_ID');
  });

  it('a wrong generation hides a wrong protocol, which hides a running rebalance', () => {
    const s = scenario();
    const [memberId = ''] = s.stable({}, {});
    s.join({ memberId });
    expect(errorOf(s.sync({ memberId, generationId: 9, ...wrong }))).toBe('ILLEGAL_GENERATION');
    expect(errorOf(s.sync({ memberId, ...wrong }))).toBe('INCONSISTENT_GROUP_PROTOCOL');
    expect(errorOf(s.sync({ memberId, protocolName: 'roundrobin' }))).toBe(
      'INCONSISTENT_GROUP_PROTOCOL',
    );
    expect(errorOf(s.sync({ memberId }))).toBe('REBALANCE_IN_PROGRESS');
    expect(errorOf(s.heartbeat({ memberId, generationId: 9 }))).toBe('ILLEGAL_GENERATION');
    expect(errorOf(s.heartbeat({ memberId }))).toBe('REBALANCE_IN_PROGRESS');
  });

  it('an Empty group knows no member, not even for a fenced instance (SYNC-00)', () => {
    const s = scenario();
    const [memberId = ''] = s.stable({ groupInstanceId: 'i' });
    s.leave({ members: [entry(memberId)] });
    expect(errorOf(s.sync({ memberId, generationId: 9 }))).toBe('UNKNOWN_MEMBER_ID');
  });

  it('version 5 must name its protocol before anything else is asked (SVC-01)', () => {
    const s = scenario();
    expect(errorOf(s.sync({ version: 5, groupId: '' }))).toBe('INCONSISTENT_GROUP_PROTOCOL');
    expect(errorOf(s.sync({ version: 4, groupId: '' }))).toBe('INVALID_GROUP_ID');
  });
});

describe('LeaveGroup', () => {
  it('judges every entry by itself, in order (LEAVE-01 to LEAVE-04)', () => {
    const s = scenario();
    const [leader = '', byId = '', byInstance = ''] = s.stable(
      {},
      { groupInstanceId: 'i' },
      { groupInstanceId: 'j' },
    );
    const pending = answerOf(s.join()).memberId;
    const left = s.leave({
      members: [
        entry('', 'nobody'),
        entry(''),
        entry(byId, 'j'),
        entry(byId),
        entry(byId),
        entry('', 'j'),
        entry(pending, 'ignored'),
        entry(byInstance),
      ],
    });
    expect(answerOf(left).members.map((member) => member.errorCode)).toEqual([
      25, 25, 82, 0, 25, 0, 0, 25,
    ]);
    expect(s.describe().members.map((member) => member.memberId)).toEqual([leader]);
  });

  it('has one answer a request up to version 2 (WIRE-04)', () => {
    const s = scenario();
    const [memberId = ''] = s.stable({});
    const missing = s.leave({ version: 2, groupId: 'none', memberId });
    expect(answerOf(missing)).toMatchObject({ errorCode: 25, members: [] });
    expect(answerOf(s.leave({ version: 2, memberId: 'x' }))).toMatchObject({ errorCode: 25 });
    expect(answerOf(s.leave({ version: 2, groupId: '', memberId })).errorCode).toBe(24);
    expect(answerOf(s.leave({ version: 2, memberId }))).toMatchObject({ errorCode: 0 });
  });
});

describe('DeleteGroups and DescribeGroups', () => {
  it('deletes Empty groups only, each id once (DEL-01, SVC-08)', () => {
    const s = scenario();
    s.join({ groupId: 'empty', memberId: '', protocols: [] });
    s.stable({ protocols: protocols('range') });
    const sent = s.send('DeleteGroups', 2, { groupsNames: ['empty', 'g', 'none', 'empty'] });
    const results = answerOf(sent).results.map(({ groupId, errorCode }) => [groupId, errorCode]);
    expect(results).toEqual([
      ['empty', 0],
      ['g', 68],
      ['none', 69],
    ]);
    expect(s.coordinator.log.records.at(-1)).toEqual({
      keyVersion: 2,
      key: { group: 'empty' },
      valueVersion: null,
      value: null,
    });
  });

  it.each([
    { version: 5, errorCode: 0, authorizedOperations: 3400, named: false },
    { version: 6, errorCode: 69, authorizedOperations: -2147483648, named: true },
  ])(
    'an unknown group in version $version (DESC-01, WIRE-07)',
    ({ version, named, ...expected }) => {
      const sent = scenario().send('DescribeGroups', version, {
        groups: ['none'],
        includeAuthorizedOperations: true,
      });
      const [group] = answerOf(sent).groups;
      expect(group).toMatchObject({ groupState: 'Dead', ...expected });
      expect(group?.errorMessage?.includes('none') ?? false).toBe(named);
    },
  );
});
