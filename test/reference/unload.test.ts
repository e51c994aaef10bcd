import { describe, expect, it } from 'vitest';
import { answerOf, deletionOf, entry, errorOf, type Scenario, scenario } from './scenario.js';

describe('unloading', () => {
  it('answers parked joins with their own member id, and removes the timers (UNLOAD-01)', () => {
    const s = scenario();
    const [leader = ''] = s.stable({}, {});
    const rejoined = s.join({ memberId: leader });
    const fresh = s.join({ version: 3 });
    s.coordinator.unload();
    expect(answerOf(rejoined)).toMatchObject({ errorCode: 16, memberId: leader, generationId: -1 });
    expect(answerOf(fresh)).toMatchObject({ errorCode: 16, memberId: 'client-id3' });
    expect(s.coordinator.timer.armed()).toEqual([]);
  });

  it('answers parked syncs', () => {
    const s = scenario();
    const [leader = '', follower = ''] = s.stable({}, {});
    s.join({ memberId: leader });
    s.join({ memberId: follower });
    const sync = s.sync({ memberId: follower, generationId: 2 });
    s.coordinator.unload();
    expect(answerOf(sync)).toMatchObject({ errorCode: 16, protocolName: null });
    expect(answerOf(sync).assignment).toHaveLength(0);
  });

  it('fails what waits for a commit first, and writes nothing (RT-09)', () => {
    const s = scenario();
    const [leader = '', follower = '', fixed = ''] = s.stable({}, {}, { groupInstanceId: 'i' });
    s.join({ memberId: leader });
    s.join({ memberId: follower });
    s.join({ memberId: fixed });
    s.coordinator.log.holdCommits();
    const syncs = [follower, leader].map((memberId) => s.sync({ memberId, generationId: 2 }));
    const created = s.join({ version: 3, groupId: 'other' });
    const parked = s.join({ version: 3, groupId: 'other' });
    const beat = s.heartbeat({ memberId: follower, generationId: 2 });
    const { end } = s.coordinator.log;
    s.coordinator.unload();
    expect(syncs.map(errorOf)).toEqual(['NOT_COORDINATOR', 'NOT_COORDINATOR']);
    expect(answerOf(created)).toMatchObject({ errorCode: 16, memberId: '' });
    expect(answerOf(parked)).toMatchObject({ errorCode: 16, memberId: '' });
    expect(errorOf(beat)).toBe('NOT_COORDINATOR');
    expect(s.coordinator.log.end).toBe(end);
  });

  it('gives a static replacement that is uncommitted its error with the generation (STATIC-03)', () => {
    const s = scenario();
    s.stable({ groupInstanceId: 'i' });
    s.coordinator.log.holdCommits();
    const restart = s.join({ groupInstanceId: 'i' });
    s.coordinator.unload();
    expect(answerOf(restart)).toMatchObject({ errorCode: 16, memberId: '', generationId: 1 });
  });
});

describe('a partition that is not active (SVC-06)', () => {
  /** One request of each API, on a group that exists in the log. */
  const sendAll = (s: Scenario, memberId: string) => ({
    join: s.join({ memberId }),
    sync: s.sync({ memberId }),
    heartbeat: s.heartbeat({ memberId }),
    leave: s.leave({ members: [entry(memberId)] }),
    describe: s.describe(),
    list: s.list(),
    remove: s.remove('g', 'g'),
  });

  it('refuses everything when it is not hosted, and lists nothing (SVC-07)', () => {
    const s = scenario();
    const [memberId = ''] = s.stable({});
    s.coordinator.unload();
    const sent = sendAll(s, memberId);
    expect(answerOf(sent.join)).toMatchObject({ errorCode: 16, memberId: '' });
    expect([errorOf(sent.sync), errorOf(sent.heartbeat)]).toEqual([
      'NOT_COORDINATOR',
      'NOT_COORDINATOR',
    ]);
    expect(answerOf(sent.leave)).toMatchObject({ errorCode: 16, members: [] });
    expect(sent.describe).toMatchObject({ errorCode: 16, groupState: '', members: [] });
    expect(answerOf(sent.list)).toMatchObject({ errorCode: 0, groups: [] });
    expect(deletionOf(sent.remove)).toBe('NOT_COORDINATOR');
    expect(answerOf(sent.remove).results).toHaveLength(1);
  });

  it('accepts heartbeats while it is loading, and refuses the rest (HB-05)', () => {
    const s = scenario();
    const [memberId = ''] = s.stable({});
    s.coordinator.unload();
    s.coordinator.startLoad();
    const sent = sendAll(s, memberId);
    expect(answerOf(sent.join)).toMatchObject({ errorCode: 14, memberId: '' });
    expect([errorOf(sent.sync), errorOf(sent.heartbeat)]).toEqual([
      'COORDINATOR_LOAD_IN_PROGRESS',
      'NONE',
    ]);
    expect(answerOf(sent.leave)).toMatchObject({ errorCode: 14, members: [] });
    expect(sent.describe).toMatchObject({ errorCode: 14, groupState: '' });
    expect(answerOf(sent.list)).toMatchObject({ errorCode: 14, groups: [] });
    expect(deletionOf(sent.remove)).toBe('COORDINATOR_LOAD_IN_PROGRESS');
  });

  it('of a coordinator that was shut down is not available (SVC-02)', () => {
    const s = scenario();
    const [memberId = ''] = s.stable({});
    const parked = s.join({ memberId, groupId: 'new', version: 3 });
    expect(errorOf(parked)).toBe('UNKNOWN_MEMBER_ID');
    s.coordinator.shutDown();
    const sent = sendAll(s, memberId);
    expect(answerOf(sent.join)).toMatchObject({ errorCode: 15, memberId });
    expect([errorOf(sent.sync), errorOf(sent.heartbeat), errorOf(sent.list)]).toEqual(
      new Array(3).fill('COORDINATOR_NOT_AVAILABLE'),
    );
    expect(answerOf(sent.leave)).toMatchObject({ errorCode: 15, members: [] });
    expect(sent.describe).toMatchObject({ errorCode: 15, groupState: '' });
    expect(deletionOf(sent.remove)).toBe('COORDINATOR_NOT_AVAILABLE');
    expect(errorOf(s.sync({ version: 5 }))).toBe('INCONSISTENT_GROUP_PROTOCOL');
  });
});
