import { describe, expect, it } from 'vitest';
import { createGroup } from '../../reference/classic/group.js';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { createInvariants, type Invariants } from '../../src/explore/invariants/invariants.js';
import { INVARIANTS, type Violation } from '../../src/explore/invariants/violation.js';
import { THEMES } from '../../src/explore/plan/themes.js';
import { type Ground, playRun } from '../../src/explore/run.js';
import type { Fault } from './faults/fault.js';
import { FAULTS_OF_MEMBERS } from './faults/of-members.js';
import { FAULTS_OF_TIME_AND_LOG } from './faults/of-time-and-log.js';
import {
  advance,
  control,
  GROUP,
  heartbeat,
  JOINING,
  kit,
  messages,
  openScene,
  STABLE,
} from './scene.js';

it('The reference keeps every invariant in whatever situation a run leads it', async () => {
  const adapter = createReferenceAdapter(kit.defaults, 99);
  const ground: Ground = {
    adapter,
    implementation: await adapter.describe(),
    configuration: kit.defaults,
    messages,
    exact: true,
    realTime: { toleranceMs: 0, answerTimeoutMs: 0 },
    seed: 1,
    groupPrefix: () => '',
  };
  const states = new Set<string>();
  let steps = 0;
  for (let run = 0; run < 10 * THEMES.length; run++) {
    const theme = THEMES[run % THEMES.length];
    if (theme === undefined) throw new Error('there are no themes');
    let invariants: Invariants | undefined;
    const found: Violation[] = [];
    await playRun(ground, {
      run,
      steps: 80,
      theme,
      onMove: (_move, lockStep) => {
        invariants ??= createInvariants(lockStep);
      },
      onStep: (step, lockStep) => {
        steps++;
        for (const { state } of lockStep.model.coordinator.groups.values()) states.add(state);
        found.push(...(invariants?.check(step) ?? []));
      },
    });
    expect(found.map(({ sentence }) => `run ${run}, ${theme.name}: ${sentence}`)).toEqual([]);
  }
  expect(steps).toBeGreaterThan(5_000);
  expect([...states].sort()).toEqual([
    'CompletingRebalance',
    'Empty',
    'PreparingRebalance',
    'Stable',
  ]);
});

const FAULTS: readonly Fault[] = [...FAULTS_OF_MEMBERS, ...FAULTS_OF_TIME_AND_LOG];

async function breakAfter({ before, tamper, next = heartbeat('B') }: Fault) {
  const scene = await openScene();
  await scene.takeAll(...before);
  const group = scene.coordinator.groups.get(GROUP) ?? createGroup(GROUP, 0);
  tamper(group, scene);
  return (await scene.take(next)).violations;
}

describe('A violation is found when', () => {
  it.each(FAULTS)('$when', async (fault) => {
    const violations = await breakAfter(fault);
    expect(violations.map(({ invariant }) => invariant)).toEqual(fault.breaks);
    expect(violations[0]?.sentence).toMatch(fault.says);
  });

  it('somebody is told of another leader than everybody else', async () => {
    const { take, takeAll, invariants } = await openScene();
    await takeAll(...JOINING);
    const { step } = await take(advance('2 * initialRebalanceDelay'));
    const answers = step.answers.map(({ request, answer }) => ({
      request,
      answer: { ...answer, body: { ...answer.body, leader: String(answer.body['memberId']) } },
    }));
    const [first, ...more] = invariants.check({ ...step, answers });
    expect(more).toEqual([]);
    expect(first?.invariant).toBe('one-leader-a-generation');
    expect(first?.sentence).toMatch(
      /told (b-\S+) that \1 leads generation 1, which a-\S+ leads \(COMPLETE-06, STATE-06\)/,
    );
  });

  it('somebody is told of a generation that the group has never had', async () => {
    const { take, takeAll, invariants } = await openScene();
    await takeAll(...JOINING);
    const { step } = await take(advance('2 * initialRebalanceDelay'));
    const [told] = step.answers;
    if (told === undefined) throw new Error('nobody was answered');
    const answer = { ...told.answer, body: { ...told.answer.body, generationId: 9 } };
    expect(invariants.check({ ...step, answers: [{ ...told, answer }] })).toMatchObject([
      { invariant: 'generation-grows-by-one', group: GROUP, rules: ['STATE-03', 'COMPLETE-06'] },
    ]);
  });

  it('a timer is due and has not fired', async () => {
    const { take, coordinator, invariants } = await openScene();
    const { step } = await take(advance('1'));
    coordinator.timer.schedule({ kind: 'cleanup' }, 0);
    const [only, ...more] = invariants.check(step);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ invariant: 'timers-run', group: null, rules: ['RT-08'] });
    expect(only?.sentence).toMatch(/"cleanup".* armed, which was due at \d+ ms/);
  });

  it('a partition that is not hosted has a timer', async () => {
    const { take, takeAll, coordinator, invariants } = await openScene();
    await takeAll(...STABLE);
    const { step } = await take(control({ kind: 'unload' }));
    coordinator.timer.schedule({ kind: 'cleanup' }, 1_000);
    expect(invariants.check(step)).toMatchObject([{ invariant: 'timers-run', group: null }]);
  });

  it('a load gives something else than the log tells', async () => {
    const scene = await openScene();
    await scene.takeAll(
      ...STABLE,
      control({ kind: 'unload' }),
      control({ kind: 'start-load', log: null, configuration: {} }),
    );
    const step = await scene.lockStep.take(control({ kind: 'finish-load' }));
    scene.group().generation++;
    const names = scene.invariants.check(step).map(({ invariant }) => invariant);
    expect(names).toEqual(['assignments-are-recorded', 'log-tells-the-group']);
  });
});

it('Each invariant has a test that breaks it', () => {
  const broken = new Set(FAULTS.flatMap(({ breaks }) => breaks));
  expect([...broken].sort()).toEqual([...INVARIANTS].sort());
});
