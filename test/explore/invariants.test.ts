import { describe, expect, it } from 'vitest';
import { createGroup, type Group } from '../../reference/classic/group.js';
import type { Member } from '../../reference/classic/member.js';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { createInvariants, type Invariants } from '../../src/explore/invariants/invariants.js';
import {
  INVARIANTS,
  type InvariantName,
  type Violation,
} from '../../src/explore/invariants/violation.js';
import { THEMES } from '../../src/explore/plan/themes.js';
import { type Ground, playRun } from '../../src/explore/run.js';
import type { Move } from '../../src/explore/sequence.js';
import {
  advance,
  COMPLETING,
  control,
  describeGroup,
  dynamic,
  EMPTY,
  GROUP,
  heartbeat,
  JOINING,
  join,
  kit,
  leave,
  messages,
  openScene,
  type Scene,
  STABLE,
  sync,
} from './scene.js';

it('The reference keeps every invariant in whatever situation a run leads it', async () => {
  const adapter = createReferenceAdapter(kit.defaults, 99);
  const ground: Ground = {
    adapter,
    implementation: await adapter.describe(),
    configuration: kit.defaults,
    messages,
    exact: true,
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
        return found.length === 0;
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

interface Fault {
  readonly when: string;
  readonly before: readonly Move[];
  readonly tamper: (group: Group, scene: Scene) => void;
  /** The move after which it is found; a Heartbeat of B if absent. */
  readonly next?: Move;
  readonly breaks: readonly InvariantName[];
  /** Of the first violation. */
  readonly says: RegExp;
}

const member = (group: Group, position: number): Member => {
  const found = [...group.members.values()][position];
  if (found === undefined) throw new Error(`there is no member ${position}`);
  return found;
};

function cancelWrites({ coordinator: { timer } }: Scene): void {
  for (const { key } of timer.armed()) if (key.kind === 'write') timer.cancel(key);
}

const HELD: Move = control({ kind: 'hold-commits' });
const OTHER: Move = dynamic('Z', { groupId: 'other' });

const FAULTS: readonly Fault[] = [
  {
    when: 'another member leads the same generation',
    before: COMPLETING,
    tamper: (group) => {
      group.leader = member(group, 1).memberId;
    },
    breaks: ['one-leader-a-generation'],
    says: /'group' was led by a-\S+ in generation 1 and is now led by b-\S+ \(STATE-06, STATIC-01\)/,
  },
  {
    when: 'a join phase ends two generations later',
    before: COMPLETING,
    tamper: (group) => {
      group.generation += 2;
    },
    breaks: ['generation-grows-by-one'],
    says: /'group' went from generation 1 to 3 at once \(STATE-03\)/,
  },
  {
    when: 'the generation falls',
    before: [...EMPTY, join('A2')],
    tamper: (group) => {
      group.generation--;
    },
    breaks: ['generation-grows-by-one'],
    says: /went from generation 2 to 1 at once/,
  },
  {
    when: 'the next of several timers finds the generation two later',
    before: JOINING,
    tamper: ({ groupId }, { coordinator, groups }) => {
      coordinator.timer.schedule({ kind: 'session', groupId: 'nobody', memberId: 'x' }, 1);
      const group = groups.get(groupId);
      if (group !== undefined) group.generation = 2;
    },
    next: advance('2 * initialRebalanceDelay'),
    breaks: ['generation-grows-by-one'],
    says: /went from generation 0 to 2 at once/,
  },
  {
    when: 'a new group does not begin at 0',
    before: JOINING,
    tamper: (group, { groups }) => {
      groups.set(GROUP, { ...group, generation: 1 });
    },
    breaks: ['generation-grows-by-one'],
    says: /'group' begins with generation 1 \(STATE-03\)/,
  },
  {
    when: 'a stranger leads',
    before: JOINING,
    tamper: (group) => {
      group.leader = 'stranger';
    },
    breaks: ['leader-is-a-member'],
    says: /'group' is led by stranger, who is not a member \(STATE-06\)/,
  },
  {
    when: 'nobody leads the members',
    before: JOINING,
    tamper: (group) => {
      group.leader = null;
    },
    breaks: ['leader-is-a-member'],
    says: /has 2 members and no leader/,
  },
  {
    when: 'a parked join is not counted',
    before: JOINING,
    tamper: (group) => {
      group.awaitingJoinCount--;
    },
    breaks: ['counts-equal-recounts'],
    says: /counts 1 members who are awaiting-join where there are 2 \(MEMBER-04\)/,
  },
  {
    when: 'a protocol is counted once too often',
    before: JOINING,
    tamper: ({ support }) => {
      support.set('range', 3);
    },
    breaks: ['counts-equal-recounts'],
    says: /counts 3 members who offer protocol 'range' where 2 do \(MEMBER-06\)/,
  },
  {
    when: 'a protocol is not counted',
    before: JOINING,
    tamper: (group) => {
      const offered = [...member(group, 0).protocols, { name: 'new', metadata: new Uint8Array() }];
      member(group, 0).protocols = offered;
    },
    breaks: ['counts-equal-recounts'],
    says: /does not count protocol 'new', which a-\S+ offers/,
  },
  {
    when: 'an instance id is forgotten',
    before: JOINING,
    tamper: ({ staticMembers }) => {
      staticMembers.delete('b');
    },
    breaks: ['counts-equal-recounts', 'counts-equal-recounts'],
    says: /has b-\S+ as member of instance id 'b', which belongs to nobody/,
  },
  {
    when: 'a member is listed under an id that it had',
    before: JOINING,
    tamper: (group) => {
      const second = member(group, 1);
      group.members.delete(second.memberId);
      group.members.set('old id', second);
    },
    breaks: ['counts-equal-recounts'],
    says: /'group' has member b-\S+ under another id than its own \(STATIC-01\)/,
  },
  {
    when: 'a member is pending still',
    before: JOINING,
    tamper: (group) => {
      group.pendingIds.add(member(group, 0).memberId);
    },
    breaks: ['counts-equal-recounts'],
    says: /has a-\S+ both as a member and as a pending id \(MEMBER-03, JOIN-06\)/,
  },
  {
    when: 'somebody has to sync who is no member',
    before: COMPLETING,
    tamper: ({ pendingSync }) => {
      pendingSync.add('gone');
    },
    breaks: ['counts-equal-recounts'],
    says: /waits for the sync of gone, who is neither a member nor a restarted one/,
  },
  {
    when: 'an emptied group keeps a member',
    before: EMPTY,
    tamper: (group, { coordinator }) => {
      const memberId = 'left-over';
      coordinator.timer.schedule({ kind: 'session', groupId: GROUP, memberId }, 1_000);
      group.leader = memberId;
      group.members.set(memberId, {
        memberId,
        groupInstanceId: null,
        clientId: 'L',
        clientHost: '/127.0.0.1',
        sessionTimeoutMs: 1_000,
        rebalanceTimeoutMs: 1_000,
        protocols: [],
        assignment: new Uint8Array(),
        isNew: false,
        parkedJoin: null,
        parkedSync: null,
      });
    },
    breaks: ['counts-equal-recounts', 'log-tells-the-group'],
    says: /'group' is Empty and has the member left-over/,
  },
  {
    when: 'a join phase has no timer',
    before: JOINING,
    tamper: (_group, { coordinator }) => {
      coordinator.timer.cancel({ kind: 'join', groupId: GROUP });
    },
    breaks: ['parked-requests-are-bounded', 'parked-requests-are-bounded'],
    says: /is PreparingRebalance and has a JoinGroup of a-\S+ parked that no timer ends/,
  },
  {
    when: 'a join stays parked after its phase',
    before: COMPLETING,
    tamper: (group) => {
      member(group, 1).parkedJoin = () => {};
      group.awaitingJoinCount++;
    },
    breaks: ['parked-requests-are-bounded'],
    says: /is CompletingRebalance and has a JoinGroup of b-\S+ parked that no timer ends/,
  },
  {
    when: 'everybody is said to have synced while a follower waits for its leader',
    before: [...COMPLETING, sync('B')],
    tamper: ({ pendingSync }) => {
      pendingSync.clear();
    },
    breaks: ['parked-requests-are-bounded'],
    says: /has a SyncGroup of b-\S+ parked that no timer ends \(EXPIRE-05, SYNC-03, RT-03\)/,
  },
  {
    when: 'nothing ends the wait for the record of a restart',
    before: [...STABLE, HELD, join('B2')],
    tamper: (_group, scene) => cancelWrites(scene),
    next: heartbeat('A'),
    breaks: ['parked-requests-are-bounded'],
    says: /is Stable and has a JoinGroup of b-\S+ parked that no timer ends \(STATIC-02, RT-03\)/,
  },
  {
    when: 'nothing ends the wait for the record of the leader',
    before: [...COMPLETING, HELD, sync('B'), sync('A')],
    tamper: (_group, scene) => cancelWrites(scene),
    breaks: ['parked-requests-are-bounded', 'parked-requests-are-bounded'],
    says: /has a SyncGroup of a-\S+ parked that no timer ends/,
  },
  {
    when: 'nothing ends the wait of a Heartbeat for earlier commits',
    before: [...STABLE, HELD, OTHER, heartbeat('A')],
    tamper: (_group, scene) => cancelWrites(scene),
    next: describeGroup,
    breaks: ['parked-requests-are-bounded'],
    says: /^the partition has 1 requests that wait for commits and 0 timers that end that/,
  },
  {
    when: 'a member has other bytes than its leader has sent',
    before: STABLE,
    tamper: (group) => {
      member(group, 1).assignment = new Uint8Array([7]);
    },
    breaks: ['assignments-are-recorded', 'log-tells-the-group'],
    says: /is Stable and b-\S+ has another assignment than its leader has sent \(SYNC-04, RECORD-04\)/,
  },
  {
    when: 'the second assignments of one leader take effect, not the first',
    before: [
      ...COMPLETING,
      HELD,
      sync('A', { A: 'first' }),
      sync('A', { A: 'second' }),
      control({ kind: 'release-commits' }),
    ],
    tamper: (group, { coordinator }) => {
      const last = coordinator.log.records.at(-1);
      if (last?.keyVersion !== 2) throw new Error('the leader has written nothing');
      member(group, 0).assignment = last.value?.members[0]?.assignment ?? new Uint8Array();
    },
    breaks: ['assignments-are-recorded'],
    says: /a-\S+ has another assignment than its leader has sent/,
  },
  {
    when: 'a group is stable that nobody has assigned anything',
    before: COMPLETING,
    tamper: (group) => {
      group.state = 'Stable';
    },
    breaks: ['assignments-are-recorded', 'log-tells-the-group'],
    says: /is Stable in generation 1, of which the log has no record \(SYNC-03, SYNC-04\)/,
  },
  {
    when: 'a stable group has a member that generation does not know',
    before: STABLE,
    tamper: (group, { coordinator }) => {
      const added = { ...member(group, 1), memberId: 'added', groupInstanceId: null };
      coordinator.timer.schedule({ kind: 'session', groupId: GROUP, memberId: 'added' }, 1_000);
      group.members.set('added', added);
      group.support.set('range', 3);
    },
    breaks: ['assignments-are-recorded', 'log-tells-the-group'],
    says: /is Stable with member added, to whom generation 1 assigns nothing/,
  },
  {
    when: 'a stable member changes its session timeout unrecorded',
    before: STABLE,
    tamper: (group) => {
      member(group, 0).sessionTimeoutMs++;
    },
    breaks: ['log-tells-the-group'],
    says: /is Stable in generation 1 and the log has another session timeout of member a-\S+/,
  },
  {
    when: 'a stable member changes its rebalance timeout unrecorded',
    before: STABLE,
    tamper: (group) => {
      member(group, 0).rebalanceTimeoutMs++;
    },
    breaks: ['log-tells-the-group'],
    says: /another rebalance timeout of member a-\S+ \(RECORD-04, LOAD-01\)/,
  },
  {
    when: 'an emptied group is dated from another time',
    before: EMPTY,
    tamper: (group) => {
      group.stateTimestamp++;
    },
    breaks: ['log-tells-the-group'],
    says: /is Empty in generation 2 with time of emptying .* \(RECORD-03, LOAD-01\)/,
  },
  {
    when: 'an emptied group forgets its protocol type',
    before: EMPTY,
    tamper: (group) => {
      group.protocolType = null;
    },
    breaks: ['log-tells-the-group'],
    says: /with protocol type none, and the log gives consumer/,
  },
  {
    when: 'a group vanishes that was not deleted',
    before: EMPTY,
    tamper: (_group, { groups }) => groups.delete(GROUP),
    breaks: ['log-tells-the-group'],
    says: /'group' is gone, and the log has it \(DEL-01, RT-04\)/,
  },
  {
    when: 'a group is there that was never written',
    before: [],
    tamper: (_group, { groups }) => groups.set(GROUP, createGroup(GROUP, 0)),
    breaks: ['log-tells-the-group'],
    says: /'group' is Empty, and the log does not have it \(JOIN-13, RT-04\)/,
  },
  {
    when: 'a member has no session timer',
    before: STABLE,
    tamper: (_group, { coordinator, id }) => {
      coordinator.timer.cancel({ kind: 'session', groupId: GROUP, memberId: id('A') });
    },
    breaks: ['timers-run'],
    says: /'group' has no session timer for member a-\S+ \(EXPIRE-01\)/,
  },
  {
    when: 'a parked newcomer has no session timer',
    before: JOINING,
    tamper: (group, { coordinator }) => {
      const { memberId } = member(group, 0);
      coordinator.timer.cancel({ kind: 'session', groupId: GROUP, memberId });
    },
    breaks: ['timers-run'],
    says: /has no session timer for member a-\S+/,
  },
  {
    when: 'a pending id has no timer',
    before: [...STABLE, dynamic('C')],
    tamper: (_group, { coordinator, id }) => {
      coordinator.timer.cancel({ kind: 'session', groupId: GROUP, memberId: id('C') });
    },
    breaks: ['timers-run'],
    says: /has no session timer for pending id C-\S+ \(JOIN-03, EXPIRE-01\)/,
  },
  {
    when: 'a member may sync as late as it likes',
    before: COMPLETING,
    tamper: (_group, { coordinator }) => {
      coordinator.timer.cancel({ kind: 'sync', groupId: GROUP });
    },
    breaks: ['timers-run'],
    says: /has no sync timer and a-\S+ has not synced \(COMPLETE-07, EXPIRE-05\)/,
  },
  {
    when: 'a deserted join phase has no end',
    before: [dynamic('A'), dynamic('A', { memberId: { idOf: 'A' } }), leave('A')],
    tamper: (_group, { coordinator }) => {
      coordinator.timer.cancel({ kind: 'join', groupId: GROUP });
    },
    breaks: ['timers-run'],
    says: /is deserted and has no join timer \(EXTEND-01, PREP-04\)/,
  },
];

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
