import { expect, it } from 'vitest';
import { citeToNobody } from '../../reference/citation.js';
import { addMember, createGroup, removeMember } from '../../reference/classic/group.js';
import type { Member } from '../../reference/classic/member.js';
import { protocols } from './scenario.js';

it('a member removed with its join still parked is no longer counted as awaiting (MEMBER-04)', () => {
  const group = createGroup('g', 0);
  for (const memberId of ['a', 'b']) addMember(group, waiting(memberId), 'consumer');
  removeMember({ cite: citeToNobody }, group, 'a');
  expect(group.awaitingJoinCount).toBe(1);
  expect(group.leader).toBe('b');
  expect(group.support).toEqual(new Map([['range', 1]]));
});

function waiting(memberId: string): Member {
  return {
    memberId,
    groupInstanceId: null,
    clientId: 'client',
    clientHost: '/127.0.0.1',
    sessionTimeoutMs: 10_000,
    rebalanceTimeoutMs: 60_000,
    protocols: protocols('range'),
    assignment: new Uint8Array(0),
    isNew: true,
    parkedJoin: () => {},
    parkedSync: null,
  };
}
