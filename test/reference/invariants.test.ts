import fc from 'fast-check';
import { expect, it } from 'vitest';
import { citeToNobody } from '../../reference/citation.js';
import { allJoined, rebalanceTimeout } from '../../reference/classic/group.js';
import type { JoinGroupResponse } from '../../src/protocol/generated-messages.js';
import {
  command,
  expectParkedWhereTheyWait,
  expectRecount,
  idsToTry,
  perform,
} from './random-commands.js';
import { type Scenario, type Sent, scenario } from './scenario.js';

it('whatever happens, counters equal a recount and the generation grows by single steps', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(command, { maxLength: 100, size: 'max' }),
      fc.constantFrom(2, 1_000),
      (steps, size) => {
        const joins: Sent<JoinGroupResponse>[] = [];
        let generation = 0;
        const s = scenario({ 'group.max.size': size });
        const check = (): void => {
          const group = s.coordinator.groups.get('g');
          if (group === undefined) {
            generation = 0;
            return;
          }
          seen.add(group.state);
          expect(group.generation - generation).toBeOneOf([0, 1]);
          generation = group.generation;
          expectRecount(group);
          expectParkedWhereTheyWait(group);
        };
        s.coordinator.timer.onFire = check;
        for (const step of steps) {
          const join = perform(s, idsToTry(s, joins), step);
          if (join !== undefined) joins.push(join);
          check();
          expectTimers(s);
        }
        expectOneLeaderPerGeneration(s, joins);
      },
    ),
    { numRuns: 300 },
  );
  // The run means something only if it got everywhere.
  const reachable = ['CompletingRebalance', 'Empty', 'PreparingRebalance', 'Stable'];
  expect([...seen].sort()).toEqual(reachable);
});

function expectTimers(s: Scenario): void {
  const { groups, timer } = s.coordinator;
  const group = groups.get('g');
  if (group === undefined) return;
  const preparing = group.state === 'PreparingRebalance';
  const waitsForArrivals =
    !allJoined(group) && rebalanceTimeout({ cite: citeToNobody }, group) === 0;
  const joinArmed = timer.isArmed({ kind: 'join', groupId: 'g' });
  if (!preparing || !waitsForArrivals) expect(joinArmed).toBe(preparing);
  expect(timer.isArmed({ kind: 'sync', groupId: 'g' })).toBe(group.pendingSync.size > 0);
}

/** Of all joins that one generation answered, one leader at most was given the members. */
function expectOneLeaderPerGeneration(
  s: Scenario,
  joins: readonly Sent<JoinGroupResponse>[],
): void {
  const log = s.coordinator.log.records;
  if (log.some(({ value }) => value === null)) return; // a deleted group counts from 0 again
  const leaders = new Map<number, Set<string>>();
  for (const { response, answers } of joins) {
    expect(answers).toBeLessThanOrEqual(1);
    if (response === undefined || response.errorCode !== 0 || response.members.length === 0) {
      continue;
    }
    if (response.skipAssignment) continue; // the successor of a leader that restarted
    const ofGeneration = leaders.get(response.generationId) ?? new Set();
    leaders.set(response.generationId, ofGeneration.add(response.memberId));
  }
  expect([...leaders.values()].filter(({ size }) => size > 1)).toEqual([]);
}
