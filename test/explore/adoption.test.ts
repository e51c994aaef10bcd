import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/adapter/adapter.js';
import { createAdoption } from '../../src/explore/lock-step/adoption.js';
import { createIdentities } from '../../src/explore/lock-step/identities.js';

const uuid = (digit: string) => `00000000-0000-4000-8000-00000000000${digit}`;
const A = `A-${uuid('a')}`;
const B = `B-${uuid('b')}`;
const LEADER = { kind: 'leader', groupId: 'group', generation: 2, legal: [A, B] } as const;
const PROTOCOL = { ...LEADER, kind: 'protocol', legal: ['range', 'sticky'] } as const;

/** A and B are known to both sides; the implementation calls them a and b. */
function adopting(...answers: readonly Answer[]) {
  const identities = createIdentities();
  identities.made(uuid('a'), 'A', 1);
  identities.made(uuid('b'), 'B', 2);
  identities.same(A, 'a');
  identities.same(B, 'b');
  const adoption = createAdoption(identities, () => undefined);
  adoption.prepare(answers, () => ({ client: 'A', group: 'group' }));
  return adoption;
}

const joined = (fields: { leader: string; protocolName?: string }): Answer => ({
  kind: 'response',
  requestId: 1,
  at: 0,
  body: { errorCode: 0, generationId: 2, memberId: 'a', protocolName: 'range', ...fields },
});

describe('The model', () => {
  it('makes the leader of the implementation its own where it may', () => {
    expect(adopting(joined({ leader: 'b' })).choose(LEADER)).toBe(B);
    expect(adopting(joined({ leader: 'a' })).choose(LEADER)).toBe(A);
  });

  it('makes the protocol of the implementation its own where it may', () => {
    const adoption = adopting(joined({ leader: 'a', protocolName: 'sticky' }));
    expect(adoption.choose(PROTOCOL)).toBe('sticky');
    expect(adoption.takeIllegal()).toEqual([]);
  });

  it('reports a leader that may not be chosen', () => {
    const adoption = adopting(joined({ leader: 'b' }));
    expect(adoption.choose({ ...LEADER, legal: [A] })).toBe(A);
    expect(adoption.takeIllegal()).toEqual([
      { kind: 'leader', groupId: 'group', chosen: B, legal: [A] },
    ]);
  });

  it('reports a protocol that may not be chosen', () => {
    const adoption = adopting(joined({ leader: 'a', protocolName: 'other' }));
    adoption.choose(PROTOCOL);
    expect(adoption.takeIllegal()).toEqual([
      { kind: 'protocol', groupId: 'group', chosen: 'other', legal: ['range', 'sticky'] },
    ]);
  });

  it('chooses by itself where the implementation has told nothing of that generation', () => {
    expect(adopting().choose(LEADER)).toBe(A);
    expect(adopting(joined({ leader: 'b' })).choose({ ...LEADER, generation: 3 })).toBe(A);
  });
});

describe('Of a tied election that might keep the protocol of a stable group, the model', () => {
  const stable = { state: 'Stable', generation: 1, protocolName: 'range' } as const;
  const LEGAL = ['range', 'sticky'];
  const choosing = (...answers: readonly Answer[]) => {
    const adoption = createAdoption(createIdentities(), () => stable);
    adoption.prepare(answers, () => ({ client: 'A', group: 'group' }));
    return adoption.choose({ ...PROTOCOL, legal: LEGAL });
  };
  const told = (generationId: number): Answer => ({
    kind: 'response',
    requestId: 1,
    at: 0,
    body: { errorCode: 0, generationId, memberId: 'a', leader: 'a', protocolName: 'range' },
  });

  it('keeps it where the implementation has told the old generation', () => {
    expect(choosing(told(1))).toBe('range');
  });

  it('changes it where the implementation has formed a new one, whatever that elected', () => {
    expect(choosing(told(2))).toBe('sticky');
  });

  it('changes it where nobody has been told anything: who keeps it says so at once', () => {
    expect(choosing()).toBe('sticky');
  });

  it('keeps it where the restart was refused, as only what keeps it is written down', () => {
    const refusal = { ...told(1), body: { errorCode: 15, generationId: -1, memberId: 'a' } };
    expect(choosing(refusal as Answer)).toBe('range');
  });

  it('does as Kafka does where the answer may wait, and knows that nobody has told it', () => {
    const adoption = createAdoption(
      createIdentities(),
      () => stable,
      () => true,
    );
    adoption.prepare([], () => ({ client: 'A', group: 'group' }));
    expect(adoption.choose({ ...PROTOCOL, legal: LEGAL })).toBe('range');
    expect([...adoption.unseen]).toEqual(['group']);
  });
});

describe('Identities', () => {
  it('are bound on first sight and compared ever after', () => {
    const identities = createIdentities();
    identities.made(uuid('a'), 'A', 1);
    identities.made(uuid('b'), 'B', 2);
    expect(identities.same(A, 'x')).toBe(true);
    expect(identities.same(A, 'y')).toBe(false);
    expect(identities.same(B, 'x')).toBe(false);
    expect(identities.same(B, 'y')).toBe(true);
    expect(identities.toImplementation(B)).toBe('y');
    expect(identities.toModel('x')).toBe(A);
  });

  it('take no empty text for an id, and no text for an id that nobody made up', () => {
    const identities = createIdentities();
    identities.made(uuid('a'), 'A', 1);
    expect(identities.same(A, '')).toBe(false);
    expect(identities.same(A, undefined)).toBe(false);
    expect(identities.same('stranger', 'other')).toBe(false);
    expect(identities.same('stranger', 'stranger')).toBe(true);
  });

  it('forget what was bound since a mark, and nothing else', () => {
    const identities = createIdentities();
    identities.made(uuid('a'), 'A', 1);
    identities.made(uuid('b'), 'B', 2);
    identities.same(A, 'x');
    const mark = identities.mark();
    identities.same(B, 'y');
    identities.forget(mark);
    expect(identities.toModel('y')).toBeUndefined();
    expect(identities.toModel('x')).toBe(A);
  });
});
