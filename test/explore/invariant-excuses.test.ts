import { describe, expect, it } from 'vitest';
import type { Move } from '../../src/explore/sequence.js';
import {
  advance,
  COMPLETING,
  control,
  dynamic,
  GROUP,
  heartbeat,
  join,
  leave,
  openScene,
  STABLE,
  sync,
} from './scene.js';

const HOLD: Move = control({ kind: 'hold-commits' });
const RELEASE: Move = control({ kind: 'release-commits' });
const FAIL: Move = control({ kind: 'fail-next-append', error: 'NOT_ENOUGH_REPLICAS' });
const RELOAD: readonly Move[] = [
  control({ kind: 'unload' }),
  control({ kind: 'start-load', log: null, configuration: {} }),
  control({ kind: 'finish-load' }),
];

/** These would be violations if the rules did not say so; `takeAll` throws at the first violation. */
describe('Nothing is violated when', () => {
  it('a restarted member leaves its old id among those who have to sync (STATIC-06)', async () => {
    const { takeAll, group, id } = await openScene();
    await takeAll(...COMPLETING, sync('A'), join('B2'), heartbeat('A'));
    expect([...group().pendingSync]).toEqual([id('B')]);
    expect(group().members.has(id('B'))).toBe(false);
  });

  it('the leader sends assignments twice before the first are committed (SYNC-08)', async () => {
    const { takeAll, group, id } = await openScene();
    const twice = [sync('A', { B: 'first' }), sync('A', { B: 'second' })];
    await takeAll(...COMPLETING, HOLD, ...twice, RELEASE, heartbeat('A'));
    expect(assignmentOf(group().members.get(id('B')))).toBe('first');
    await takeAll(...RELOAD);
    expect(assignmentOf(group().members.get(id('B')))).toBe('second');
  });

  it('the record of an emptied group cannot be written (COMPLETE-05)', async () => {
    const { takeAll, group } = await openScene();
    await takeAll(...STABLE, leave('A'), FAIL, leave('B'));
    expect(group()).toMatchObject({ state: 'Empty', generation: 2 });
    await takeAll(...RELOAD);
    expect(group()).toMatchObject({ state: 'Stable', generation: 1 });
  });

  it('the log knew no more than an offset of the group that was emptied (TYPE-09)', async () => {
    const { takeAll, group } = await openScene();
    const log = [{ kind: 'offset', group: GROUP, partition: 0 }] as const;
    await takeAll(control({ kind: 'unload' }));
    await takeAll(control({ kind: 'start-load', log, configuration: {} }));
    await takeAll(control({ kind: 'finish-load' }));
    await takeAll(join('A'), advance('initialRebalanceDelay'), FAIL, leave('A'));
    expect(group()).toMatchObject({ state: 'Empty', generation: 2 });
  });

  it('a restart is given up while its record stays in the log (RT-03, STATIC-03)', async () => {
    const { takeAll, group, id } = await openScene();
    const old = async () => group().members.has(id('B'));
    await takeAll(...STABLE, HOLD, join('B2'), advance('5001'), RELEASE);
    expect(await old()).toBe(true);
    await takeAll(...RELOAD);
    expect(await old()).toBe(false);
  });

  it('a restart is given up after its new id was given an assignment (STATIC-03)', async () => {
    const { takeAll, group, id } = await openScene();
    const restarted = [join('B2'), advance('1000'), leave('A'), sync('B2', { B2: 'for B2' })];
    await takeAll(...STABLE, HOLD, ...restarted, advance('4001'), RELEASE);
    expect(group()).toMatchObject({ state: 'Stable', generation: 2 });
    expect(assignmentOf(group().members.get(id('B')))).toBe('');
    await takeAll(join('B3'), heartbeat('B3'));
    expect(assignmentOf(group().members.get(id('B3')))).toBe('');
  });

  it('a late commit answers a restart whose session has ended (EXPIRE-01, EXPIRE-04)', async () => {
    const { takeAll, group, id, coordinator } = await openScene({
      'offsets.commit.timeout.ms': 20_000,
    });
    const half = advance('sessionTimeout / 2');
    await takeAll(...STABLE, HOLD, join('B2'), half, heartbeat('A'), half, advance('1'), RELEASE);
    const memberId = id('B2');
    expect(group().members.get(memberId)?.parkedJoin).toBeNull();
    expect(coordinator.timer.isArmed({ kind: 'session', groupId: GROUP, memberId })).toBe(false);
  });

  it('a late commit tells a restarted follower of a stand-in (STATIC-07)', async () => {
    const { take, takeAll, id } = await openScene();
    await takeAll(join('A'), join('B'), join('C'), advance('2 * initialRebalanceDelay'));
    await takeAll(sync('A'), sync('B'), sync('C'), HOLD, join('B2'), leave('A'));
    const { step, violations } = await take(RELEASE);
    expect(violations).toEqual([]);
    const joined = step.answers.find(({ request }) => request.api === 'JoinGroup');
    expect(joined?.answer.body).toMatchObject({ generationId: 1, leader: id('C') });
  });

  it('absent static members without a rebalance timeout are waited for (COMPLETE-04)', async () => {
    const { takeAll, group, coordinator } = await openScene();
    const half = advance('sessionTimeout / 2');
    const patience = { rebalanceTimeoutMs: 0 };
    await takeAll(...STABLE, join('A2', patience), join('B2', patience));
    await takeAll(half, heartbeat('A2'), half, advance('1'));
    expect(group().state).toBe('PreparingRebalance');
    expect(coordinator.timer.isArmed({ kind: 'join', groupId: GROUP })).toBe(false);
  });

  it('an id outlives the group that handed it out (TYPE-10)', async () => {
    const { takeAll, coordinator } = await openScene();
    await takeAll(dynamic('C'), {
      kind: 'request',
      client: 'A',
      api: 'DeleteGroups',
      fields: { groupsNames: [GROUP] },
    });
    expect(coordinator.groups.get(GROUP)).toBeUndefined();
    await takeAll(dynamic('D'), advance('2 * sessionTimeout'));
  });

  it('a load begins a rebalance whose timer fires in the same step (MEMBER-11, TIMER-05)', async () => {
    const { takeAll, group } = await openScene();
    const patience = { rebalanceTimeoutMs: 0 };
    const [unload, , finish] = RELOAD;
    if (unload === undefined || finish === undefined) throw new Error('no load');
    const start = control({
      kind: 'start-load',
      log: null,
      configuration: { 'group.max.size': 1 },
    });
    await takeAll(join('A', patience), join('B'), advance('2 * initialRebalanceDelay'));
    await takeAll(sync('A'), join('B2', patience), unload, start, finish);
    expect(group()).toMatchObject({ state: 'PreparingRebalance', generation: 1 });
    await takeAll(heartbeat('A'));
  });

  it('a log gives two members one instance id, as no coordinator would', async () => {
    const { takeAll, group } = await openScene();
    const [unload, , finish] = RELOAD;
    if (unload === undefined || finish === undefined) throw new Error('no load');
    const member = (client: string) => ({
      memberId: { idOf: client },
      groupInstanceId: 'i',
      clientId: client,
      clientHost: '/127.0.0.1',
      rebalanceTimeout: 60_000,
      sessionTimeout: 10_000,
      subscription: { subscription: client },
      assignment: { text: client },
    });
    const fields = {
      protocolType: 'consumer',
      generation: 3,
      protocol: 'range',
      leader: { idOf: 'A' },
      currentStateTimestamp: 0,
      members: [member('A'), member('B')],
    };
    const log = [{ kind: 'group', group: GROUP, valueVersion: 3, fields }] as const;
    const start = control({ kind: 'start-load', log, configuration: {} });
    await takeAll(unload, start, finish, heartbeat('A'));
    expect([group().members.size, group().staticMembers.size]).toEqual([2, 1]);
  });
});

function assignmentOf(member: { readonly assignment: Uint8Array } | undefined): string {
  return Buffer.from(member?.assignment ?? []).toString();
}
