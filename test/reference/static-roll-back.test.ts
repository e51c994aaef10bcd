import { describe, expect, it } from 'vitest';
import {
  answerOf,
  entry,
  errorOf,
  protocols,
  REBALANCE,
  SESSION,
  scenario,
  WRITE_TIMEOUT,
} from './scenario.js';

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

  it.each([
    { when: 'when the next generation has another protocol', waitsFor: [] },
    { when: 'while one is prepared that must have another', waitsFor: [{}] },
  ])('leaves the old id the protocols of the new one $when', ({ waitsFor }) => {
    const s = scenario();
    const both = { protocols: protocols('sticky', 'range') };
    const [leader = '', old = '', third] = s.stable(
      both,
      { groupInstanceId: 'i', protocols: protocols('sticky') },
      ...waitsFor.map(() => both),
    );
    s.coordinator.log.holdCommits();
    s.join({ groupInstanceId: 'i', ...both });
    s.join({ memberId: leader, protocols: protocols('range') });
    s.advance(WRITE_TIMEOUT);
    const group = s.coordinator.groups.get('g');
    expect(group?.members.get(old)).toMatchObject({
      ...both,
      rebalanceTimeoutMs: REBALANCE,
      sessionTimeoutMs: SESSION,
    });
    expect(group?.support.get('range')).toBe(group?.members.size);
    s.coordinator.releaseCommits();
    if (third !== undefined) s.join({ memberId: third, ...both });
    // Whoever is waited for in vain is gone after its session.
    s.advance(third === undefined ? 0 : SESSION);
    expect(group).toMatchObject({ generation: 2, protocolName: 'range', leader });
    expect(errorOf(s.sync({ memberId: leader, generationId: 2 }))).toBe('NONE');
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

/** The record of the replacement is uncommitted; a rebalance has answered its join meanwhile. */
function replacedAndRebalanced() {
  const s = scenario();
  const [leader = '', old = ''] = s.stable({}, { groupInstanceId: 'i' });
  s.coordinator.log.holdCommits();
  const restart = s.join({ groupInstanceId: 'i' });
  s.join({ memberId: leader });
  return { s, leader, old, restart };
}
