import { describe, expect, it } from 'vitest';
import type { GroupRecord, LogRecord } from '../../reference/runtime/log.js';
import type { GroupMetadataValue } from '../../src/protocol/generated-messages.js';
import {
  answerOf,
  bytes,
  entry,
  errorOf,
  protocols,
  REBALANCE,
  reload,
  type Scenario,
  SESSION,
  scenario,
} from './scenario.js';

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
