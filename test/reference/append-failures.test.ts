import { describe, expect, it } from 'vitest';
import { LOG_ERRORS, type LogError } from '../../reference/errors.js';
import {
  answerOf,
  bytes,
  CLEANUP_INTERVAL,
  DELAY,
  deletionOf,
  entry,
  errorOf,
  groupRecords,
  protocols,
  REBALANCE,
  type Scenario,
  SESSION,
  scenario,
  WRITE_TIMEOUT,
} from './scenario.js';

/** MAP-APPEND and MAP-SERVICE, for the errors that they change. */
const MAPPED: Partial<Record<LogError, string>> = {
  UNKNOWN_TOPIC_OR_PARTITION: 'COORDINATOR_NOT_AVAILABLE',
  NOT_ENOUGH_REPLICAS: 'COORDINATOR_NOT_AVAILABLE',
  REQUEST_TIMED_OUT: 'COORDINATOR_NOT_AVAILABLE',
  NOT_LEADER_OR_FOLLOWER: 'NOT_COORDINATOR',
  KAFKA_STORAGE_ERROR: 'NOT_COORDINATOR',
  MESSAGE_TOO_LARGE: 'UNKNOWN_SERVER_ERROR',
  RECORD_LIST_TOO_LARGE: 'UNKNOWN_SERVER_ERROR',
  INVALID_FETCH_SIZE: 'UNKNOWN_SERVER_ERROR',
  NON_PROTOCOL_EXCEPTION: 'UNKNOWN_SERVER_ERROR',
};

describe.each(LOG_ERRORS)('a log that fails with %s', (error) => {
  const own = MAPPED[error] ?? error;

  it('fails requests with an answer of their own by MAP-APPEND', () => {
    const s = scenario();
    s.coordinator.log.failNextAppend(error);
    expect(errorOf(s.join({ version: 3 }))).toBe(own);

    const [leader = '', fixed = ''] = s.stable({}, { groupInstanceId: 'i' });
    s.coordinator.log.failNextAppend(error);
    expect(errorOf(s.join({ groupInstanceId: 'i' }))).toBe(own);

    s.join({ memberId: leader });
    s.join({ memberId: fixed });
    s.coordinator.log.failNextAppend(error);
    expect(errorOf(s.sync({ memberId: leader, generationId: 2 }))).toBe(own);
  });

  it('fails the others by MAP-SERVICE', () => {
    const asService = error === 'NETWORK_EXCEPTION' ? 'COORDINATOR_LOAD_IN_PROGRESS' : own;
    const s = scenario();
    const [memberId = ''] = s.stable({});
    s.coordinator.log.failNextAppend(error);
    const left = s.leave({ members: [entry(memberId)] });
    expect([errorOf(left), answerOf(left).members]).toEqual([asService, []]);
    s.coordinator.log.failNextAppend(error);
    expect(deletionOf(s.remove('g'))).toBe(asService);
  });
});

describe('a new group that cannot be written (JOIN-13)', () => {
  it('vanishes with its member, and its timers find nothing', () => {
    const s = failing();
    const join = s.join({ version: 3 });
    expect(answerOf(join)).toMatchObject({ errorCode: 15, memberId: '', generationId: -1 });
    expect(s.coordinator.groups.get('g')).toBeUndefined();
    expect(answerOf(s.list()).groups).toEqual([]);
    s.advance(300_000);
    expect(s.coordinator.log.records).toEqual([]);
  });

  it('keeps an answer that was already given, whose id is worth nothing then', () => {
    const s = failing();
    const { memberId } = answerOf(s.join());
    expect(errorOf(s.join({ memberId }))).toBe('UNKNOWN_MEMBER_ID');
  });

  it('leaves a join timer that spares the next group of the same name', () => {
    const s = failing();
    s.join({ version: 3 });
    s.join();
    s.advance(DELAY);
    expect(s.coordinator.groups.get('g')).toMatchObject({ state: 'Empty', generation: 0 });
  });
});

describe('a static replacement that cannot be written (STATIC-03)', () => {
  it('gives the entry back to the old id, and tells the generation', () => {
    const s = scenario();
    const [leader = '', old = ''] = s.stable({}, { groupInstanceId: 'i' });
    s.coordinator.log.failNextAppend('NOT_ENOUGH_REPLICAS');
    const restart = s.join({
      groupInstanceId: 'i',
      protocols: protocols('range', 'sticky'),
      rebalanceTimeoutMs: 1,
      sessionTimeoutMs: 2 * SESSION,
    });
    expect(answerOf(restart)).toMatchObject({
      errorCode: 15,
      memberId: '',
      generationId: 1,
      protocolType: 'consumer',
      protocolName: 'range',
      leader,
      members: [],
      skipAssignment: false,
    });
    expect(errorOf(s.heartbeat({ memberId: old, groupInstanceId: 'i' }))).toBe('NONE');
    expect(s.coordinator.groups.get('g')?.members.get(old)).toMatchObject({
      protocols: protocols('range'),
      rebalanceTimeoutMs: REBALANCE,
      sessionTimeoutMs: SESSION,
      parkedJoin: null,
    });
    expect(s.coordinator.groups.get('g')).toMatchObject({ awaitingJoinCount: 0, leader });
  });

  it('gives the role of leader back, and starts the old session over', () => {
    const s = scenario();
    const [old = '', other = ''] = s.stable({ groupInstanceId: 'i' }, { sessionTimeoutMs: 60_000 });
    s.advance(SESSION - 1);
    s.coordinator.log.failNextAppend('NOT_ENOUGH_REPLICAS');
    expect(answerOf(s.join({ groupInstanceId: 'i' })).leader).toBe(old);
    expect(s.coordinator.groups.get('g')?.leader).toBe(old);
    s.advance(SESSION - 1);
    expect(s.describe().members).toHaveLength(2);
    s.advance(1);
    expect(s.describe().members.map(({ memberId }) => memberId)).toEqual([other]);
  });

  it('does so even after its join was answered in a later generation (STATIC-07)', () => {
    const { s, leader, old, restart } = replacedAndRebalanced();
    const { memberId } = answerOf(restart);
    expect(answerOf(restart)).toMatchObject({ errorCode: 0, generationId: 2 });
    const sync = s.sync({ memberId, generationId: 2 });
    s.advance(WRITE_TIMEOUT);
    expect(errorOf(sync)).toBe('FENCED_INSTANCE_ID');
    expect(s.describe().members.map((member) => member.memberId)).toEqual([leader, old]);
    const beat = s.heartbeat({ memberId, groupInstanceId: 'i', generationId: 2 });
    expect(errorOf(beat)).toBe('FENCED_INSTANCE_ID');
  });

  it('changes nothing if the new id is gone by then', () => {
    const { s, leader, restart } = replacedAndRebalanced();
    s.leave({ members: [entry(answerOf(restart).memberId)] });
    s.advance(WRITE_TIMEOUT);
    const group = s.coordinator.groups.get('g');
    expect([...(group?.members.keys() ?? [])]).toEqual([leader]);
    expect(group?.support).toEqual(new Map([['range', 1]]));
  });
});

describe('a static replacement that commits late (STATIC-07)', () => {
  it('changes nothing after the phase that answered it', () => {
    const { s, restart } = replacedAndRebalanced();
    s.coordinator.releaseCommits();
    expect(restart.answers).toBe(1);
    expect(s.describe().groupState).toBe('CompletingRebalance');
  });

  it.each([
    { role: 'a follower', version: 9, leads: false, answered: true },
    { role: 'a leader', version: 8, leads: true, answered: true },
    { role: 'a leader', version: 9, leads: true, answered: false },
  ])('while the group prepares, $role of version $version', ({ version, leads, answered }) => {
    const s = scenario();
    const clients = [{ groupInstanceId: 'i' }, {}];
    const [one = '', two = ''] = s.stable(...(leads ? clients : clients.reverse()));
    s.coordinator.log.holdCommits();
    const restart = s.join({ version, groupInstanceId: 'i' });
    s.join({ version: 3 });
    s.coordinator.releaseCommits();
    expect(errorOf(restart)).toBe(answered ? 'NONE' : 'parked');
    if (answered) {
      expect(answerOf(restart)).toMatchObject({ generationId: 1, leader: one });
      return;
    }
    s.join({ memberId: two });
    expect(answerOf(restart)).toMatchObject({ errorCode: 0, generationId: 2 });
  });
});

describe('assignments that cannot be written', () => {
  it('fail every parked sync and start a rebalance of the same generation (SYNC-06)', () => {
    const s = scenario();
    const [leader = '', follower = ''] = s.stable({}, {});
    s.join({ memberId: leader });
    s.join({ memberId: follower });
    const waiting = s.sync({ memberId: follower, generationId: 2 });
    s.coordinator.log.failNextAppend('NETWORK_EXCEPTION');
    const sync = s.sync({ memberId: leader, generationId: 2 });
    for (const sent of [waiting, sync]) {
      expect(answerOf(sent)).toMatchObject({
        errorCode: 13,
        protocolType: null,
        protocolName: null,
      });
      expect(answerOf(sent).assignment).toHaveLength(0);
    }
    const { members, groupState } = s.describe();
    expect(groupState).toBe('PreparingRebalance');
    expect(members.map(({ memberAssignment }) => memberAssignment.length)).toEqual([0, 0]);
    expect(s.coordinator.groups.get('g')?.generation).toBe(2);
    s.advance(REBALANCE);
    expect(s.coordinator.groups.get('g')?.members.size).toBe(0);
  });

  it('are none of the next rebalance’s business (SYNC-05)', () => {
    const s = scenario();
    const [leader = '', follower = ''] = s.stable({}, {});
    s.join({ memberId: leader });
    s.join({ memberId: follower });
    s.coordinator.log.holdCommits();
    const sync = s.sync({ memberId: leader, generationId: 2 });
    s.join({ memberId: follower, protocols: protocols('range', 'sticky') });
    expect(errorOf(sync)).toBe('REBALANCE_IN_PROGRESS');
    s.coordinator.releaseCommits();
    expect(s.describe().groupState).toBe('PreparingRebalance');
    expect(groupRecords(s).at(-1)?.value?.generation).toBe(2);
  });
});

describe('what a failed append leaves as it became (RT-04)', () => {
  it('an emptied group stays empty with its new generation (COMPLETE-05)', () => {
    const s = scenario();
    const [memberId = ''] = s.stable({});
    s.coordinator.log.failNextAppend('NOT_ENOUGH_REPLICAS');
    expect(errorOf(s.leave({ members: [entry(memberId)] }))).toBe('COORDINATOR_NOT_AVAILABLE');
    expect(s.coordinator.groups.get('g')).toMatchObject({ state: 'Empty', generation: 2 });
  });

  it('an expiry is not repeated (RT-08)', () => {
    const s = scenario();
    s.stable({});
    const before = s.coordinator.log.end;
    s.coordinator.log.failNextAppend('NOT_ENOUGH_REPLICAS');
    s.advance(CLEANUP_INTERVAL / 2);
    expect(s.coordinator.log.end).toBe(before);
    expect(s.describe()).toMatchObject({ groupState: 'Empty' });
  });
});

describe('a group that cannot be removed', () => {
  it('is there as it was, once, and its offsets are too (RT-04)', () => {
    const s = scenario();
    s.coordinator.unload();
    s.coordinator.startLoad();
    const key = { group: 'simple', topic: 't', partition: 0 };
    s.coordinator.log.replace([{ keyVersion: 1, key, valueVersion: 3, value: {} }]);
    s.coordinator.finishLoad();
    s.coordinator.log.failNextAppend('NOT_ENOUGH_REPLICAS');
    expect(deletionOf(s.remove('simple'))).toBe('COORDINATOR_NOT_AVAILABLE');
    expect(answerOf(s.list()).groups.map(({ groupId }) => groupId)).toEqual(['simple']);
    expect(deletionOf(s.remove('simple'))).toBe('NONE');
    expect(s.coordinator.log.records.slice(1)).toEqual([
      { keyVersion: 1, key, valueVersion: null, value: null },
      { keyVersion: 2, key: { group: 'simple' }, valueVersion: null, value: null },
    ]);
    expect(answerOf(s.list()).groups).toEqual([]);
  });

  it('is tried again by the next cleanup (CLEAN-04)', () => {
    const s = scenario();
    s.join();
    s.coordinator.log.failNextAppend('NOT_ENOUGH_REPLICAS');
    s.advance(CLEANUP_INTERVAL);
    expect(s.describe().groupState).toBe('Empty');
    s.advance(CLEANUP_INTERVAL);
    expect(s.describe().groupState).toBe('Dead');
    expect(groupRecords(s).map(({ value }) => value === null)).toEqual([false, true]);
  });
});

describe('cleanup (CLEAN-01)', () => {
  it('takes Empty groups, pending ids or not, and leaves those with members or offsets', () => {
    const s = scenario({ 'group.max.session.timeout.ms': 2 * CLEANUP_INTERVAL });
    s.coordinator.unload();
    s.coordinator.startLoad();
    const key = { group: 'simple', topic: 't', partition: 0 };
    s.coordinator.log.replace([{ keyVersion: 1, key, valueVersion: 3, value: {} }]);
    s.coordinator.finishLoad();
    s.stable({ sessionTimeoutMs: 2 * CLEANUP_INTERVAL });
    const pending = s.join({ groupId: 'pending', sessionTimeoutMs: 2 * CLEANUP_INTERVAL });
    const left = CLEANUP_INTERVAL - s.coordinator.timer.now;
    s.advance(left - 1);
    expect(answerOf(s.list()).groups).toHaveLength(3);
    s.advance(1);
    expect(answerOf(s.list()).groups.map(({ groupId }) => groupId)).toEqual(['simple', 'g']);
    const { memberId } = answerOf(pending);
    expect(errorOf(s.join({ groupId: 'pending', memberId }))).toBe('UNKNOWN_MEMBER_ID');
  });
});

describe('records larger than max.message.bytes (RT-05)', () => {
  it('fail like any append, and nothing of them is written', () => {
    const s = scenario({ 'max.message.bytes': 100 }, undefined, (batch) =>
      batch.reduce((size, { keyVersion, value }) => {
        const members = keyVersion === 2 ? (value?.members ?? []) : [];
        return members.reduce((sum, { assignment }) => sum + assignment.length, size);
      }, 0),
    );
    const join = s.join({ groupInstanceId: 'i' });
    s.advance(DELAY);
    const { memberId } = answerOf(join);
    const sync = s.sync({
      memberId,
      assignments: [{ memberId, assignment: bytes('a'.repeat(101)) }],
    });
    expect(errorOf(sync)).toBe('UNKNOWN_SERVER_ERROR');
    expect(s.describe().groupState).toBe('PreparingRebalance');
    expect(groupRecords(s)).toHaveLength(1);
    s.join({ memberId });
    const assignments = [{ memberId, assignment: bytes('a'.repeat(100)) }];
    expect(errorOf(s.sync({ memberId, generationId: 2, assignments }))).toBe('NONE');
  });
});

/** Nothing is there yet, and the first record will be refused. */
function failing(): Scenario {
  const s = scenario();
  s.coordinator.log.failNextAppend('NOT_ENOUGH_REPLICAS');
  return s;
}

/** The record of the replacement is uncommitted; a rebalance has answered its join meanwhile. */
function replacedAndRebalanced() {
  const s = scenario();
  const [leader = '', old = ''] = s.stable({}, { groupInstanceId: 'i' });
  s.coordinator.log.holdCommits();
  const restart = s.join({ groupInstanceId: 'i' });
  s.join({ memberId: leader });
  return { s, leader, old, restart };
}
