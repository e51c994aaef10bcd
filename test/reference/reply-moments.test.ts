import { describe, expect, it } from 'vitest';
import type { JoinGroupRequest } from '../../src/protocol/generated-messages.js';
import {
  answerOf,
  DELAY,
  deletionOf,
  entry,
  errorOf,
  REBALANCE,
  SESSION,
  scenario,
  WRITE_TIMEOUT,
} from './scenario.js';

/** A Stable group `g`, and the uncommitted record of another one. */
function behindAnUncommittedRecord(...clients: Partial<JoinGroupRequest>[]) {
  const s = scenario();
  const members = clients.length > 0 ? s.stable(...clients) : [];
  s.coordinator.log.holdCommits();
  s.join({ groupId: 'other' });
  return { s, members };
}

describe('while earlier writes are uncommitted (RT-02)', () => {
  it('accepted heartbeats and leaves wait, even without records of their own', () => {
    const { s, members } = behindAnUncommittedRecord({}, {});
    const [one = '', two = ''] = members;
    const beat = s.heartbeat({ memberId: one });
    const left = s.leave({ members: [entry(two)] });
    const late = s.heartbeat({ memberId: one });
    expect([beat, left, late].map(errorOf)).toEqual(['parked', 'parked', 'parked']);
    s.coordinator.releaseCommits();
    expect([beat, left, late].map(errorOf)).toEqual(['NONE', 'NONE', 'REBALANCE_IN_PROGRESS']);
    expect([beat, left, late].map(({ position }) => position)).toEqual(
      [0, 1, 2].map((offset) => beat.position + offset),
    );
  });

  it('refusals that end a request are answered at once', () => {
    const { s, members } = behindAnUncommittedRecord({ groupInstanceId: 'i' });
    const [memberId = ''] = members;
    expect([
      errorOf(s.heartbeat({ memberId: 'x' })),
      errorOf(s.heartbeat({ memberId, generationId: 7 })),
      errorOf(s.heartbeat({ memberId: 'x', groupInstanceId: 'i' })),
      errorOf(s.leave({ groupId: 'none', members: [entry('x')] })),
    ]).toEqual(['UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION', 'FENCED_INSTANCE_ID', 'NONE']);
  });

  it('joins and syncs that are not parked are answered at once', () => {
    const { s, members } = behindAnUncommittedRecord({}, {});
    const [leader = '', memberId = ''] = members;
    expect(errorOf(s.join())).toBe('MEMBER_ID_REQUIRED');
    expect(errorOf(s.join({ memberId }))).toBe('NONE');
    expect(errorOf(s.sync({ memberId }))).toBe('NONE');
    expect(errorOf(s.sync({ memberId: leader }))).toBe('NONE');
    expect(errorOf(s.sync({ memberId, protocolName: 'other' }))).toBe(
      'INCONSISTENT_GROUP_PROTOCOL',
    );
  });

  it('a join phase completes all the same', () => {
    const { s } = behindAnUncommittedRecord();
    const join = s.join({ version: 3 });
    s.advance(DELAY);
    expect(errorOf(join)).toBe('NONE');
  });

  it('an id is handed out before the record of its own new group commits', () => {
    const s = scenario();
    s.coordinator.log.holdCommits();
    expect(errorOf(s.join())).toBe('MEMBER_ID_REQUIRED');
    expect(s.coordinator.log.committed).toBe(0);
  });

  it('syncs wait for the record of the leader, and a replaced member for its own', () => {
    const s = scenario();
    const [one = '', two = ''] = s.stable({}, { groupInstanceId: 'i' });
    s.join({ memberId: one });
    s.join({ memberId: two, groupInstanceId: 'i' });
    s.coordinator.log.holdCommits();
    const follower = s.sync({ memberId: two, generationId: 2 });
    const leader = s.sync({ memberId: one, generationId: 2 });
    expect([follower, leader].map(errorOf)).toEqual(['parked', 'parked']);
    expect(s.describe().groupState).toBe('CompletingRebalance');
    s.coordinator.releaseCommits();
    expect([follower, leader].map(errorOf)).toEqual(['NONE', 'NONE']);

    s.coordinator.log.holdCommits();
    const restarted = s.join({ groupInstanceId: 'i' });
    expect(errorOf(restarted)).toBe('parked');
    s.coordinator.releaseCommits();
    expect(answerOf(restarted)).toMatchObject({ errorCode: 0, generationId: 2 });
  });

  it('describe and list see which groups are committed, with their fields as they are (RT-07)', () => {
    const { s, members } = behindAnUncommittedRecord({});
    const [memberId = ''] = members;
    expect(s.describe('other').groupState).toBe('Dead');
    expect(answerOf(s.list()).groups.map(({ groupId }) => groupId)).toEqual(['g']);
    s.leave({ members: [entry(memberId)] });
    expect(s.describe()).toMatchObject({ groupState: 'Empty', members: [] });
    s.coordinator.releaseCommits();
    expect(s.describe('other').groupState).toBe('Empty');
  });

  it('a group deleted and made again is described as the old one until it commits (RT-07)', () => {
    const s = scenario();
    const [memberId = ''] = s.stable({});
    s.leave({ members: [entry(memberId)] });
    s.coordinator.log.holdCommits();
    s.remove('g');
    s.join({ version: 3, protocolType: 'connect' });
    expect(s.describe()).toMatchObject({ groupState: 'Empty', protocolType: 'consumer' });
    s.coordinator.releaseCommits();
    expect(s.describe()).toMatchObject({
      groupState: 'PreparingRebalance',
      protocolType: 'connect',
    });
  });

  it('DeleteGroups does not even look at its groups (DEL-04)', () => {
    const { s } = behindAnUncommittedRecord();
    const deletion = s.remove('other');
    const join = s.join({ version: 3, groupId: 'other' });
    expect(deletionOf(deletion)).toBe('waits');
    s.coordinator.releaseCommits();
    expect(deletionOf(deletion)).toBe('NON_EMPTY_GROUP');
    s.advance(DELAY);
    expect(errorOf(join)).toBe('NONE');
  });

  it('a deletion is answered when its own tombstone commits', () => {
    const s = scenario();
    s.join();
    s.coordinator.log.holdCommits();
    const deletion = s.remove('g');
    expect(deletionOf(deletion)).toBe('waits');
    expect(s.describe().groupState).toBe('Empty');
    s.coordinator.releaseCommits();
    expect(deletionOf(deletion)).toBe('NONE');
    expect(s.describe().groupState).toBe('Dead');
  });
});

describe('the write timeout (RT-03)', () => {
  it('fails what waits, and what was done stays done', () => {
    const { s, members } = behindAnUncommittedRecord({}, {});
    const [one = '', two = ''] = members;
    const beat = s.heartbeat({ memberId: one });
    s.advance(1);
    const left = s.leave({ members: [entry(two)] });
    s.advance(WRITE_TIMEOUT - 2);
    expect([errorOf(beat), errorOf(left)]).toEqual(['parked', 'parked']);
    s.advance(1);
    expect([errorOf(beat), errorOf(left)]).toEqual(['COORDINATOR_NOT_AVAILABLE', 'parked']);
    s.advance(1);
    expect(answerOf(left)).toMatchObject({ errorCode: 15, members: [] });
    expect(s.describe().members.map(({ memberId }) => memberId)).toEqual([one]);
    s.coordinator.releaseCommits();
    expect([beat.answers, left.answers]).toEqual([1, 1]);
  });

  it('is over once the commit has come', () => {
    const { s, members } = behindAnUncommittedRecord({});
    const beat = s.heartbeat({ memberId: members[0] ?? '' });
    s.coordinator.releaseCommits();
    expect(s.coordinator.timer.armed().map(({ key }) => key.kind)).not.toContain('write');
    expect(errorOf(beat)).toBe('NONE');
  });

  it('fails the client of a parked join or sync, whose member stays parked', () => {
    const { s, members } = behindAnUncommittedRecord({}, {});
    const [leader = '', follower = ''] = members;
    const join = s.join({ memberId: leader });
    s.advance(WRITE_TIMEOUT);
    expect(answerOf(join)).toMatchObject({ errorCode: 15, memberId: '', generationId: -1 });
    s.join({ memberId: follower });
    expect(s.describe().groupState).toBe('CompletingRebalance');

    const sync = s.sync({ memberId: follower, generationId: 2 });
    s.advance(WRITE_TIMEOUT);
    expect(errorOf(sync)).toBe('COORDINATOR_NOT_AVAILABLE');
    s.coordinator.releaseCommits();
    s.sync({ memberId: leader, generationId: 2 });
    expect(s.describe().groupState).toBe('Stable');
    expect([join.answers, sync.answers]).toEqual([1, 1]);
  });

  it('does not count for a join that is parked while everything is committed', () => {
    const s = scenario();
    const [leader = '', follower = ''] = s.stable({}, {});
    const join = s.join({ memberId: leader });
    s.coordinator.log.holdCommits();
    s.heartbeat({ memberId: follower });
    s.advance(WRITE_TIMEOUT);
    expect(errorOf(join)).toBe('parked');
  });

  it('of the record of a new group leaves group and member (JOIN-13)', () => {
    const s = scenario();
    s.coordinator.log.holdCommits();
    const join = s.join({ version: 3 });
    s.advance(2 * DELAY);
    expect(answerOf(join)).toMatchObject({ errorCode: 0, generationId: 1 });

    const slow = s.join({ version: 3, groupId: 'slow', rebalanceTimeoutMs: REBALANCE });
    s.join({ version: 3, groupId: 'slow' });
    s.advance(WRITE_TIMEOUT);
    expect(answerOf(slow)).toMatchObject({ errorCode: 15, memberId: '' });
    expect(s.coordinator.groups.get('slow')?.members.size).toBe(2);
  });

  it('of a deletion that waits for its turn deletes nothing (DEL-04)', () => {
    const { s } = behindAnUncommittedRecord();
    const deletion = s.remove('other');
    s.advance(WRITE_TIMEOUT);
    expect(deletionOf(deletion)).toBe('COORDINATOR_NOT_AVAILABLE');
    s.coordinator.releaseCommits();
    expect(s.describe('other').groupState).toBe('Empty');
  });

  it('of the record of a leader starts a rebalance, and the late commit is ignored (SYNC-06)', () => {
    const s = scenario();
    const [leader = '', follower = ''] = s.stable({}, {});
    s.join({ memberId: leader });
    s.join({ memberId: follower });
    s.coordinator.log.holdCommits();
    const syncs = [follower, leader].map((memberId) => s.sync({ memberId, generationId: 2 }));
    s.advance(WRITE_TIMEOUT);
    expect(syncs.map(errorOf)).toEqual(['COORDINATOR_NOT_AVAILABLE', 'COORDINATOR_NOT_AVAILABLE']);
    s.coordinator.releaseCommits();
    expect(s.describe().groupState).toBe('PreparingRebalance');
    expect(s.coordinator.groups.get('g')?.generation).toBe(2);
  });
});

it('an accepted heartbeat restarts the session at once, whatever its answer waits for (HB-06)', () => {
  const { s, members } = behindAnUncommittedRecord({});
  s.advance(SESSION - 1);
  s.heartbeat({ memberId: members[0] ?? '' });
  s.advance(SESSION - 1);
  expect(s.describe().members).toHaveLength(1);
});

it('a commit answers what it releases before requests out of those answers are handled (RT-01)', () => {
  const { s, members } = behindAnUncommittedRecord({}, {});
  const [one = '', two = ''] = members;
  const order: string[] = [];
  const header = { clientId: 'client', clientHost: '/127.0.0.1' };
  const request = { version: 3, ...header } as const;
  const body = { groupId: 'g', generationId: 1, memberId: one, groupInstanceId: null };
  s.coordinator.handle({ api: 'Heartbeat', ...request, body }, () => {
    order.push('first');
    const again = { ...body, memberId: two };
    s.coordinator.handle({ api: 'Heartbeat', ...request, body: again }, () => order.push('nested'));
  });
  s.coordinator.handle({ api: 'Heartbeat', ...request, body }, () => order.push('second'));
  s.coordinator.releaseCommits();
  expect(order).toEqual(['first', 'second', 'nested']);
});
