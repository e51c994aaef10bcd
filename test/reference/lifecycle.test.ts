import { describe, expect, it } from 'vitest';
import {
  answerOf,
  DELAY,
  entry,
  errorOf,
  groupRecords,
  protocols,
  REBALANCE,
  SESSION,
  scenario,
} from './scenario.js';

describe('reply moments (RT-02)', () => {
  it('one join is answered when its phase completes, one sync when the leader has synced', () => {
    const s = scenario();
    const [one, two] = [s.join({ version: 3 }), s.join({ version: 3 })];
    s.advance(2 * DELAY - 1);
    expect([errorOf(one), errorOf(two)]).toEqual(['parked', 'parked']);
    s.advance(1);
    const [leader, follower] = [answerOf(one), answerOf(two)];
    expect(leader.members.map((member) => member.memberId)).toEqual([
      leader.memberId,
      follower.memberId,
    ]);
    expect(follower).toMatchObject({ leader: leader.memberId, members: [], generationId: 1 });

    const waiting = s.sync({ memberId: follower.memberId });
    expect(errorOf(waiting)).toBe('parked');
    const assignment = Uint8Array.of(7);
    s.sync({
      memberId: leader.memberId,
      assignments: [{ memberId: follower.memberId, assignment }],
    });
    expect(answerOf(waiting)).toMatchObject({ errorCode: 0, assignment, protocolName: 'range' });
  });

  it('an operation out of an answer waits until the running one is through (RT-01)', () => {
    const s = scenario();
    s.stable({});
    const order: string[] = [];
    s.coordinator.handle(
      {
        api: 'DeleteGroups',
        version: 2,
        clientId: null,
        clientHost: '/127.0.0.1',
        body: { groupsNames: ['g'] },
      },
      () => {
        const nested = s.heartbeat({ memberId: 'x' });
        order.push(errorOf(nested));
      },
    );
    expect(order).toEqual(['parked']);
  });
});

describe('records', () => {
  it('are written for a new group, a generation, a replacement and an emptied group, no more', () => {
    const s = scenario();
    s.stable({}, { groupInstanceId: 'i' });
    const { memberId: replaced } = answerOf(s.join({ groupInstanceId: 'i' }));
    s.heartbeat({ memberId: replaced });
    s.leave({ members: s.describe().members.map(({ memberId }) => entry(memberId)) });
    const written = groupRecords(s).map(({ value }) => [
      value?.generation,
      value?.protocol,
      value?.members.length,
    ]);
    expect(written).toEqual([
      [0, null, 0],
      [1, 'range', 2],
      [1, 'range', 2],
      [2, null, 0],
    ]);
  });

  it('carry the time at which the state was entered (RECORD-04, RECORD-05)', () => {
    const s = scenario();
    const join = s.join({ groupInstanceId: 'i' });
    s.advance(DELAY);
    const { memberId } = answerOf(join);
    s.advance(1_000);
    s.sync({ memberId });
    s.advance(1_000);
    s.join({ groupInstanceId: 'i' });
    const times = groupRecords(s).map(({ value }) => value?.currentStateTimestamp);
    expect(times).toEqual([0n, BigInt(DELAY), BigInt(DELAY + 1_000)]);
  });
});

describe('initial rebalance', () => {
  it('is extended while members arrive, within the first rebalance timeout (EXTEND-02)', () => {
    const s = scenario();
    const ends: number[] = [];
    s.coordinator.timer.onFire = ({ key, deadline }) => {
      if (key.kind === 'join') ends.push(deadline);
    };
    const first = s.join({ rebalanceTimeoutMs: 7_000, groupInstanceId: 'i' });
    for (let second = 0; second < 7; second++) {
      s.join({ groupInstanceId: `late-${second}` });
      s.advance(1_000);
    }
    expect(ends).toEqual([3_000, 6_000, 7_000]);
    expect(answerOf(first).generationId).toBe(1);
  });

  it('is cut short by an expiry but not by a leave (EXTEND-04)', () => {
    const s = scenario({ 'group.initial.rebalance.delay.ms': 60_000 });
    const member = s.join({ groupInstanceId: 'i' });
    const leaving = answerOf(s.join()).memberId;
    s.join();
    s.leave({ members: [entry(leaving)] });
    s.advance(SESSION - 1);
    expect(errorOf(member)).toBe('parked');
    s.advance(1);
    expect(errorOf(member)).toBe('NONE');
  });
});

describe('sessions', () => {
  it('are not refreshed by joining or syncing, only by what EXPIRE-01 lists', () => {
    const s = scenario();
    const [leader = '', follower = ''] = s.stable({}, {});
    s.advance(SESSION - 1);
    s.join({ memberId: follower });
    s.sync({ memberId: follower });
    s.heartbeat({ memberId: leader });
    s.advance(1);
    const { members, groupState } = s.describe();
    expect(members.map(({ memberId }) => memberId)).toEqual([leader]);
    expect(groupState).toBe('PreparingRebalance');
  });

  it('of a member that waits do not count, except for a new one (EXPIRE-03, EXPIRE-04)', () => {
    const s = scenario({ 'group.max.session.timeout.ms': 400_000 });
    const [leader = '', follower = ''] = s.stable(
      { rebalanceTimeoutMs: 400_000, sessionTimeoutMs: 400_000 },
      {},
    );
    const waiting = s.join({ memberId: follower, protocols: protocols('range', 'sticky') });
    const fresh = s.join({ groupInstanceId: 'i' });
    s.advance(SESSION);
    expect(errorOf(waiting)).toBe('parked');
    s.advance(300_000 - SESSION);
    expect([errorOf(waiting), errorOf(fresh)]).toEqual(['parked', 'UNKNOWN_MEMBER_ID']);
    s.heartbeat({ memberId: leader });
    s.join({ memberId: leader });
    expect(answerOf(waiting)).toMatchObject({ errorCode: 0, generationId: 2 });
  });
});

describe('leaving', () => {
  it('answers the parked join of the leaver and orphans its parked sync (LEAVE-05)', () => {
    const s = scenario();
    const joining = s.join({ groupInstanceId: 'i' });
    s.leave({ members: [entry('', 'i')] });
    expect(answerOf(joining)).toMatchObject({ errorCode: 25, memberId: '' });

    const [one, two] = [s.join({ version: 3 }), s.join({ version: 3 })];
    s.advance(2 * DELAY);
    const [leader, follower] = [answerOf(one).memberId, answerOf(two).memberId];
    const generationId = answerOf(two).generationId;
    const syncing = s.sync({ memberId: follower, generationId });
    s.leave({ members: [entry(follower)] });
    s.join({ memberId: leader });
    expect(errorOf(syncing)).toBe('parked');
    expect(s.describe().members.map(({ memberId }) => memberId)).toEqual([leader]);
  });

  it('of a member by MAX-02 evicts a late rejoiner without ending the phase (MAX-03)', () => {
    const s = scenario({ 'group.max.size': 2 });
    const [one = '', two = ''] = s.stable({}, {});
    const changed = protocols('range', 'sticky');
    const rejoined = s.join({ memberId: one, protocols: changed });
    s.join({ version: 3 });
    expect(errorOf(s.join({ memberId: two }))).toBe('GROUP_MAX_SIZE_REACHED');
    expect(errorOf(rejoined)).toBe('parked');
    s.advance(REBALANCE);
    expect(errorOf(rejoined)).toBe('NONE');
  });
});

describe('static members', () => {
  it.each([
    { version: 8, skipAssignment: false, members: 0, leader: 'old' },
    { version: 9, skipAssignment: true, members: 2, leader: 'new' },
  ])('a restarted leader in version $version (STATIC-02)', (expected) => {
    const s = scenario();
    const [old = ''] = s.stable({ groupInstanceId: 'i' }, {});
    const answer = answerOf(s.join({ version: expected.version, groupInstanceId: 'i' }));
    expect(answer).toMatchObject({
      errorCode: 0,
      generationId: 1,
      skipAssignment: expected.skipAssignment,
      leader: expected.leader === 'old' ? old : answer.memberId,
    });
    expect(answer.members).toHaveLength(expected.members);
  });

  it('a replacement fences what the old id had parked (STATIC-01)', () => {
    const s = scenario();
    const old = s.join({ groupInstanceId: 'i' });
    s.join({ groupInstanceId: 'i' });
    expect(answerOf(old)).toMatchObject({ errorCode: 82, memberId: 'i-id1', generationId: -1 });
    expect(s.describe().members.map(({ memberId }) => memberId)).toEqual(['i-id2']);
  });

  it('the id of a replaced member that never synced costs a rebalance (STATIC-06)', () => {
    const s = scenario();
    const [one, two] = [s.join({ groupInstanceId: 'i' }), s.join({ groupInstanceId: 'j' })];
    s.advance(2 * DELAY);
    s.sync({ memberId: answerOf(one).memberId });
    expect(errorOf(two)).toBe('NONE');
    const { memberId } = answerOf(s.join({ groupInstanceId: 'j' }));
    expect(errorOf(s.sync({ memberId }))).toBe('NONE');
    for (let waited = 0; waited < REBALANCE; waited += SESSION / 2) {
      expect(s.describe().groupState).toBe('Stable');
      s.heartbeat({ memberId });
      s.heartbeat({ memberId: answerOf(one).memberId });
      s.advance(SESSION / 2);
    }
    expect(s.describe()).toMatchObject({ groupState: 'PreparingRebalance' });
    expect(s.describe().members).toHaveLength(2);
  });

  it('without a rebalance timeout do not make the coordinator spin (COMPLETE-04)', () => {
    const s = scenario({ 'group.initial.rebalance.delay.ms': 0 });
    const absent = s.join({ rebalanceTimeoutMs: 0, groupInstanceId: 'i' });
    const leaver = s.join({ groupInstanceId: 'j' });
    s.advance(0);
    s.sync({ memberId: answerOf(absent).memberId });
    s.leave({ members: [entry(answerOf(leaver).memberId)] });
    let joinTimers = 0;
    s.coordinator.timer.onFire = ({ key }) => {
      if (key.kind === 'join') joinTimers++;
    };
    s.advance(1_000);
    expect(s.describe().groupState).toBe('PreparingRebalance');
    expect(joinTimers).toBe(1);

    const newcomer = s.join({ groupInstanceId: 'k' });
    s.advance(0);
    expect(answerOf(newcomer)).toMatchObject({ errorCode: 0, generationId: 2 });
  });
});

describe('choices', () => {
  it('a tied protocol goes the way Kafka goes, and the legal ones are offered (MEMBER-09)', () => {
    const offered: (readonly string[])[] = [];
    const s = scenario({}, ({ kind, legal }) => {
      if (kind === 'protocol') offered.push(legal);
      return legal[0] ?? '';
    });
    s.join({ version: 3, protocols: protocols('roundrobin', 'range') });
    const last = s.join({ version: 3, protocols: protocols('range', 'roundrobin') });
    s.advance(2 * DELAY);
    expect(offered).toEqual([['range', 'roundrobin']]);
    expect(answerOf(last).protocolName).toBe('range');
  });

  it('any awaiting member may follow a leader that left, the chosen one does (STATE-06)', () => {
    const offered: (readonly string[])[] = [];
    const s = scenario({}, ({ kind, legal }) => {
      if (kind === 'leader') offered.push(legal);
      return legal.at(-1) ?? '';
    });
    const [one = '', two = '', three = ''] = s.stable({}, {}, {});
    s.leave({ members: [entry(one)] });
    s.join({ memberId: three });
    const answer = answerOf(s.join({ memberId: two }));
    expect(offered).toEqual([[one], [two, three]]);
    expect(answer.leader).toBe(three);
  });

  it('every choice names the generation that is being formed, or would be by a restart', () => {
    const asked: string[] = [];
    const s = scenario({}, ({ kind, generation, legal }) => {
      asked.push(`${kind} of ${generation}`);
      return legal[0] ?? '';
    });
    s.stable({ groupInstanceId: 'i' });
    expect(asked.splice(0)).toEqual(['leader of 1', 'protocol of 1']);
    s.join({ groupInstanceId: 'i' });
    expect(asked.splice(0)).toEqual(['protocol of 2']);
    s.join({ groupInstanceId: 'i', protocols: protocols('sticky', 'range') });
    expect(asked).toEqual(['protocol of 2', 'leader of 2', 'protocol of 2']);
  });

  it('an illegal choice is refused by name', () => {
    const s = scenario({}, () => 'nobody');
    s.join({ version: 3 });
    expect(() => s.advance(DELAY)).toThrow('nobody is no legal leader of group g; legal: ');
  });

  it('a protocol named twice counts once', () => {
    const s = scenario();
    s.join({ version: 3, protocols: protocols('range', 'range') });
    const second = s.join({ version: 3 });
    s.advance(2 * DELAY);
    expect(errorOf(second)).toBe('NONE');
  });
});

it('a coordinator without a needed configuration value says which', () => {
  expect(() => scenario({ 'group.max.size': undefined as unknown as number })).toThrow(
    'the coordinator needs a value for group.max.size',
  );
});
