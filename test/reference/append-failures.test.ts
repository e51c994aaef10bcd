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
  scenario,
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
