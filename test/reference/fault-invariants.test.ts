import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LogError } from '../../reference/errors.js';
import type { JoinGroupResponse } from '../../src/protocol/generated-messages.js';
import { command, expectRecount, idsToTry, perform } from './random-commands.js';
import { answerOf, reload, type Scenario, type Sent, scenario } from './scenario.js';

const fault = fc.record({
  fault: fc.constantFrom('fail', 'hold', 'hold', 'release', 'release', 'reload'),
  error: fc.constantFrom<LogError>('NOT_ENOUGH_REPLICAS', 'NON_PROTOCOL_EXCEPTION'),
});

type Fault = typeof fault extends fc.Arbitrary<infer Value> ? Value : never;

function inflict(s: Scenario, { fault: kind, error }: Fault): void {
  const { coordinator } = s;
  switch (kind) {
    case 'fail':
      coordinator.log.failNextAppend(error);
      break;
    case 'hold':
      coordinator.log.holdCommits();
      break;
    case 'release':
      coordinator.releaseCommits();
      break;
    case 'reload':
      reload(s);
  }
}

it('whatever fails when, counters equal a recount and the committed view catches up', () => {
  const reached = { failed: 0, timedOut: 0, reloaded: 0 };
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 6, arbitrary: command }, { weight: 1, arbitrary: fault }), {
        maxLength: 100,
        size: 'max',
      }),
      (steps) => {
        const joins: Sent<JoinGroupResponse>[] = [];
        const s = scenario();
        for (const step of steps) {
          if ('fault' in step) {
            inflict(s, step);
            if (step.fault === 'reload') reached.reloaded++;
          } else {
            const join = perform(s, idsToTry(s, joins), step);
            if (join !== undefined) joins.push(join);
          }
          for (const group of s.coordinator.groups.values()) expectRecount(group);
        }
        s.coordinator.releaseCommits();
        expect(s.coordinator.timer.armed().filter(({ key }) => key.kind === 'write')).toEqual([]);
        expectListed(s);

        const codes = joins.map(({ response }) => response?.errorCode);
        reached.failed += codes.filter((code) => code === -1).length;
        reached.timedOut += codes.filter((code) => code === 15).length;
        s.coordinator.unload();
        expect(joins.filter(({ answers }) => answers > 1)).toEqual([]);
        expect(s.coordinator.timer.armed()).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
  expect(Math.min(...Object.values(reached))).toBeGreaterThan(10);
});

/** With everything committed, what is listed is what is there. */
function expectListed(s: Scenario): void {
  const there = [...s.coordinator.groups.values()].map(({ groupId, state }) => [groupId, state]);
  const listed = answerOf(s.list()).groups.map(({ groupId, groupState }) => [groupId, groupState]);
  expect(listed.sort()).toEqual(there.sort());
}
