import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Group } from '../../reference/classic/group.js';
import type { JoinGroupResponse } from '../../src/protocol/generated-messages.js';
import { command, idsToTry, perform } from './random-commands.js';
import {
  answerOf,
  bytes,
  DELAY,
  errorOf,
  protocols,
  reload,
  type Scenario,
  type Sent,
  scenario,
} from './scenario.js';

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
