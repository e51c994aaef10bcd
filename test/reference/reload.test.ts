import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Group } from '../../reference/classic/group.js';
import type { GroupRecord, LogRecord } from '../../reference/runtime/log.js';
import type {
  GroupMetadataValue,
  JoinGroupResponse,
} from '../../src/protocol/generated-messages.js';
import { command, idsToTry, perform } from './random-commands.js';
import {
  answerOf,
  bytes,
  DELAY,
  deletionOf,
  entry,
  errorOf,
  protocols,
  REBALANCE,
  type Scenario,
  SESSION,
  type Sent,
  scenario,
} from './scenario.js';

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

describe('loading', () => {
  it('gives every member a full session, and nothing else time (LOAD-03)', () => {
    const s = scenario();
    const [one = '', two = ''] = s.stable({}, { sessionTimeoutMs: 2 * SESSION });
    s.advance(SESSION - 1);
    reload(s);
    expect(s.coordinator.timer.armed().map(({ key }) => key.kind)).toEqual([
      'session',
      'session',
      'cleanup',
    ]);
    s.advance(SESSION - 1);
    expect(s.describe().members.map(({ memberId }) => memberId)).toEqual([one, two]);
    s.advance(1);
    expect(s.describe()).toMatchObject({ groupState: 'PreparingRebalance' });
    expect(s.describe().members.map(({ memberId }) => memberId)).toEqual([two]);
  });

  it('starts a rebalance of a group that has become too large (LOAD-04)', () => {
    const s = scenario();
    const [one = '', two = ''] = s.stable({}, {});
    s.coordinator.unload();
    s.coordinator.startLoad({ 'group.max.size': 1 });
    s.coordinator.finishLoad();
    expect(s.describe().groupState).toBe('PreparingRebalance');
    const first = s.join({ memberId: two });
    expect(errorOf(s.join({ memberId: one }))).toBe('GROUP_MAX_SIZE_REACHED');
    s.advance(REBALANCE);
    expect(answerOf(first)).toMatchObject({ errorCode: 0, generationId: 2, leader: two });
  });

  it('forgets what was never written (LOAD-05)', () => {
    const s = scenario();
    const [leader = ''] = s.stable({});
    const { memberId } = answerOf(s.join());
    s.join({ memberId: leader });
    s.leave({ members: [entry(memberId)] });
    expect(s.coordinator.groups.get('g')?.generation).toBe(2);
    reload(s);
    expect(s.coordinator.groups.get('g')).toMatchObject({ state: 'Stable', generation: 1 });
  });

  it('brings back a leader’s record that came too late (LOAD-05, SYNC-05)', () => {
    const s = scenario();
    const [leader = '', follower = ''] = s.stable({}, {});
    s.join({ memberId: leader });
    s.join({ memberId: follower });
    s.coordinator.log.holdCommits();
    const assignments = [{ memberId: follower, assignment: bytes('late') }];
    s.sync({ memberId: leader, generationId: 2, assignments });
    s.leave({ members: [entry(leader)] });
    reload(s);
    expect(s.describe().groupState).toBe('Stable');
    const sync = s.sync({ memberId: follower, generationId: 2 });
    expect(answerOf(sync).assignment).toEqual(bytes('late'));
  });

  it('knows one protocol of a member, so one that offers two rebalances once (LOAD-06)', () => {
    const s = scenario();
    const offer = protocols('range', 'sticky');
    const [leader = '', memberId = ''] = s.stable({ protocols: offer }, { protocols: offer });
    expect(errorOf(s.join({ memberId, protocols: offer }))).toBe('NONE');
    reload(s);
    expect(errorOf(s.join({ memberId, protocols: offer }))).toBe('parked');
    s.join({ memberId: leader, protocols: offer });
    s.sync({ memberId: leader, generationId: 2 });
    expect(errorOf(s.join({ memberId, protocols: offer }))).toBe('NONE');
  });

  it('keeps uncommitted records uncommitted', () => {
    const s = scenario();
    s.coordinator.log.holdCommits();
    s.join();
    reload(s);
    expect(s.describe().groupState).toBe('Dead');
    const left = s.leave({ members: [entry('x')] });
    expect(errorOf(left)).toBe('parked');
    s.coordinator.releaseCommits();
    expect(s.describe().groupState).toBe('Empty');
    expect(errorOf(left)).toBe('NONE');
  });
});

describe('records that are loaded', () => {
  it('of old versions lack timeouts and times (LOAD-01)', () => {
    const member = recordedMember({ rebalanceTimeout: -1, sessionTimeout: 12_345 });
    const s = loadedFrom(
      groupRecord({ leader: null, currentStateTimestamp: -1n, members: [member] }),
    );
    const group = s.coordinator.groups.get('g');
    expect(group).toMatchObject({
      state: 'Stable',
      previousState: 'Dead',
      generation: 5,
      leader: 'a',
      stateTimestamp: -1,
      newMemberAdded: false,
    });
    expect(group?.members.get('a')).toMatchObject({ rebalanceTimeoutMs: 12_345, isNew: false });
  });

  it('replace a group, remove it, or ignore one that is not there (LOAD-01, LOAD-02)', () => {
    const s = loadedFrom(
      tombstone('none'),
      groupRecord({ members: [recordedMember({})] }),
      groupRecord({ generation: 6, protocolType: '', protocol: null, leader: null }),
      groupRecord({}, 'gone'),
      tombstone('gone'),
    );
    expect(answerOf(s.list()).groups.map(({ groupId }) => groupId)).toEqual(['g']);
    expect(s.coordinator.groups.get('g')).toMatchObject({
      state: 'Empty',
      generation: 6,
      protocolType: null,
    });
  });

  it('of offsets make a simple group, whose first join writes nothing (TYPE-09)', () => {
    const s = loadedFrom(offset('simple', {}), offset('removed', null));
    expect(answerOf(s.list()).groups).toEqual([
      { groupId: 'simple', protocolType: '', groupState: 'Empty', groupType: 'classic' },
    ]);
    s.join({ groupId: 'simple' });
    expect(s.coordinator.log.end).toBe(2);
  });
});

it('replaying the log gives the same group, which goes on as if nothing had happened', () => {
  const seen = { Stable: 0, Empty: 0, Dead: 0 };
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60, size: 'max' }), (steps) => {
      const s = scenario();
      const joins: Sent<JoinGroupResponse>[] = [];
      for (const step of steps) {
        const join = perform(s, idsToTry(s, joins), step);
        if (join !== undefined) joins.push(join);
      }
      finishRebalance(s);
      const before = s.coordinator.groups.get('g');
      const state = before?.state ?? 'Dead';
      if (state !== 'Stable' && state !== 'Empty' && state !== 'Dead') return;
      const [description, lasts] = [s.describe(), before && lasting(before)];
      seen[state]++;
      reload(s);
      const after = s.coordinator.groups.get('g');
      expect(after && lasting(after)).toEqual(lasts);
      if (after === undefined) return;
      expect(s.describe()).toEqual(description);
      expectGoesOn(s, after);
    }),
    { numRuns: 400 },
  );
  expect(Math.min(seen.Stable, seen.Empty)).toBeGreaterThan(10);
});

/** The group becomes Stable, if its join phase is over or almost, and its members still wait. */
function finishRebalance(s: Scenario): void {
  const group = s.coordinator.groups.get('g');
  if (group?.state === 'PreparingRebalance') s.advance(DELAY);
  if (group?.state !== 'CompletingRebalance') return;
  const { generation: generationId, leader } = group;
  const assignments = [...group.members.keys()].map((memberId) => ({
    memberId,
    assignment: bytes(memberId),
  }));
  s.sync({ memberId: leader ?? '', generationId, assignments });
}

/** What a group record keeps. */
function lasting(group: Group) {
  const { state, stateTimestamp, generation, protocolType, protocolName, leader } = group;
  const members = [...group.members.values()].map((member) => [
    member.memberId,
    member.groupInstanceId,
    member.clientId,
    member.clientHost,
    member.sessionTimeoutMs,
    // A recorded −1 is read as unknown (LOAD-01).
    member.rebalanceTimeoutMs === -1 ? member.sessionTimeoutMs : member.rebalanceTimeoutMs,
    member.protocols.find(({ name }) => name === protocolName)?.metadata,
    member.assignment,
  ]);
  return {
    ...{ state, generation, protocolName, leader, members, protocolType },
    // Of a Stable group, the time at which it was completing (RECORD-04).
    emptySince: state === 'Empty' ? stateTimestamp : null,
  };
}

function expectGoesOn(s: Scenario, group: Group): void {
  const { generation } = group;
  const members = [...group.members.values()];
  for (const { memberId, assignment } of members) {
    expect(errorOf(s.heartbeat({ memberId, generationId: generation }))).toBe('NONE');
    const sync = s.sync({ memberId, generationId: generation });
    expect(answerOf(sync).assignment).toEqual(assignment);
  }
  const offer = protocols(group.protocolName ?? 'range');
  const join = s.join({ version: 3, protocols: offer });
  for (const { memberId } of members) s.join({ memberId, protocols: offer });
  s.advance(DELAY);
  expect(answerOf(join)).toMatchObject({ errorCode: 0, generationId: generation + 1 });
}

function reload(s: Scenario): void {
  s.coordinator.unload();
  s.coordinator.startLoad();
  s.coordinator.finishLoad();
}

function loadedFrom(...records: LogRecord[]): Scenario {
  const s = scenario();
  s.coordinator.unload();
  s.coordinator.startLoad();
  s.coordinator.log.replace(records);
  s.coordinator.finishLoad();
  return s;
}

function groupRecord(value: Partial<GroupMetadataValue>, group = 'g'): GroupRecord {
  return {
    keyVersion: 2,
    key: { group },
    valueVersion: 3,
    value: {
      protocolType: 'consumer',
      generation: 5,
      protocol: 'range',
      leader: 'a',
      currentStateTimestamp: 1n,
      members: [],
      ...value,
    },
  };
}

function recordedMember(
  fields: Partial<GroupMetadataValue['members'][number]>,
): GroupMetadataValue['members'][number] {
  return {
    memberId: 'a',
    groupInstanceId: null,
    clientId: 'client',
    clientHost: '/127.0.0.1',
    rebalanceTimeout: REBALANCE,
    sessionTimeout: SESSION,
    subscription: bytes('range'),
    assignment: bytes('a'),
    ...fields,
  };
}

function tombstone(group: string): GroupRecord {
  return { keyVersion: 2, key: { group }, valueVersion: null, value: null };
}

function offset(group: string, value: Record<string, never> | null): LogRecord {
  const key = { group, topic: 't', partition: 0 };
  return { keyVersion: 1, key, valueVersion: value === null ? null : 3, value };
}
