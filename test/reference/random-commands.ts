import fc from 'fast-check';
import { expect } from 'vitest';
import type { Group } from '../../reference/classic/group.js';
import type { JoinGroupResponse } from '../../src/protocol/generated-messages.js';
import { DELAY, entry, protocols, type Scenario, SESSION, type Sent } from './scenario.js';

/** Position of an id in `idsToTry`; 0 is the empty id. */
const who = fc.nat({ max: 30 });
const instance = fc.constantFrom(null, null, 'i', 'j');
const lists = fc.subarray(['range', 'sticky', 'roundrobin', 'range'], { minLength: 0 });

/** One request or a move of time, on the group `g`. */
export const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('join' as const),
      who: fc.oneof(fc.constant(0), who),
      instance,
      lists: fc.oneof(fc.constant(['range']), lists),
      version: fc.constantFrom(3, 5, 9),
      rebalanceTimeoutMs: fc.constantFrom(-1, 0, 4_000, 30_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      who,
      instance,
      stale: fc.nat({ max: 5 }).map((value) => value === 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('heartbeat' as const), who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('leave' as const),
      entries: fc.array(fc.record({ who, instance }), { maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      ms: fc.constantFrom(0, 1, DELAY, 2 * DELAY, SESSION, 4 * SESSION),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const) }) },
);

export type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

/** The empty id, then those that are members, most often, and all that were ever handed out. */
export function idsToTry(s: Scenario, joins: readonly Sent<JoinGroupResponse>[]): string[] {
  const members = [...(s.coordinator.groups.get('g')?.members.keys() ?? [])];
  const known = new Set(joins.map(({ response }) => response?.memberId ?? ''));
  return ['', ...members, ...members, ...members, ...known];
}

/** Returns the join that it sent, if it sent one. */
export function perform(
  s: Scenario,
  ids: readonly string[],
  step: Command,
): Sent<JoinGroupResponse> | undefined {
  const idAt = (position: number): string => ids[position % ids.length] ?? '';
  const generationId = s.coordinator.groups.get('g')?.generation ?? 0;
  switch (step.do) {
    case 'join': {
      const { version, rebalanceTimeoutMs, instance: groupInstanceId } = step;
      const memberId = idAt(step.who);
      const fields = { version, rebalanceTimeoutMs, groupInstanceId, memberId };
      return s.join({ ...fields, protocols: protocols(...step.lists) });
    }
    case 'sync':
      s.sync({
        memberId: idAt(step.who),
        groupInstanceId: step.instance,
        generationId: step.stale ? generationId - 1 : generationId,
      });
      break;
    case 'heartbeat':
      s.heartbeat({ memberId: idAt(step.who), generationId });
      break;
    case 'leave':
      s.leave({ members: step.entries.map((e) => entry(idAt(e.who), e.instance)) });
      break;
    case 'advance':
      s.advance(step.ms);
      break;
    case 'delete':
      s.send('DeleteGroups', 2, { groupsNames: ['g'] });
  }
  return undefined;
}

/** What a group counts equals what it holds. */
export function expectRecount(group: Group): void {
  const members = [...group.members.values()];
  const support = new Map<string, number>();
  for (const { protocols: offered } of members) {
    for (const name of new Set(offered.map((protocol) => protocol.name))) {
      support.set(name, (support.get(name) ?? 0) + 1);
    }
  }
  expect(group.support).toEqual(support);
  expect(group.awaitingJoinCount).toBe(members.filter((m) => m.parkedJoin !== null).length);
  const statics = members.filter((member) => member.groupInstanceId !== null);
  expect(group.staticMembers).toEqual(new Map(statics.map((m) => [m.groupInstanceId, m.memberId])));
  expect(members.filter(({ memberId }) => group.pendingIds.has(memberId))).toEqual([]);
  if (members.length === 0) expect(group.leader).toBeNull();
  else expect(group.members.has(group.leader ?? '')).toBe(true);
  if (group.state === 'Empty') expect(members).toEqual([]);
}

/** Without slow commits, joins wait for the end of the join phase and syncs for the leader's. */
export function expectParkedWhereTheyWait(group: Group): void {
  const members = [...group.members.values()];
  const parked = (kind: 'parkedJoin' | 'parkedSync') => members.some((m) => m[kind] !== null);
  if (parked('parkedJoin')) expect(group.state).toBe('PreparingRebalance');
  if (parked('parkedSync')) expect(group.state).toBe('CompletingRebalance');
}
