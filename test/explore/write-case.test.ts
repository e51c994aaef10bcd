import { beforeAll, describe, expect, it } from 'vitest';
import { createMessages } from '../../src/explore/lock-step/messages.js';
import type { Move, Sequence } from '../../src/explore/sequence.js';
import { caseOf, type WriteOptions } from '../../src/explore/write-case/case-of.js';
import { namingOnce } from '../../src/explore/write-case/repeated-names.js';
import { tryCase } from '../../src/explore/write-case/try-case.js';
import { loadKit } from '../../src/kit.js';
import { loadMutants } from '../../src/mutants/load-mutants.js';
import { runMutants } from '../../src/mutants/run-mutants.js';
import { decidedOtherwise } from '../../src/spec/differing.js';
import { heartbeat, join, sequence, toDeadline } from './exploring.js';
import { administer, HAND_WRITTEN, stable, sync, withFields } from './hand-written.js';

const kit = loadKit();

const write = (own: Sequence, changes: Partial<WriteOptions> = {}) =>
  caseOf(own, {
    defaults: kit.defaults,
    messages: createMessages(kit.comparison),
    known: kit.known,
    origin: null,
    otherwise: new Set(),
    comments: [],
    records: false,
    schemaPath: null,
    ...changes,
  });

const stepsOf = async (own: Sequence, changes: Partial<WriteOptions> = {}) =>
  (await write(own, changes)).own.data.steps;

describe('A sequence written as a case', () => {
  let mutants: ReturnType<typeof loadMutants>;
  beforeAll(() => {
    mutants = loadMutants({ ruleIds: kit.known.ruleIds });
  });

  it.each(HAND_WRITTEN)(
    'passes on the reference and fails on a mutant: $what',
    async ({ sequence: own, records = false, mutant }) => {
      const written = await write(own, { records });
      // The reference itself goes first there, and has to pass.
      const judged = await runMutants({
        kit: { ...kit, cases: [written.own] },
        mutants: mutants.filter(({ name }) => name === mutant),
        jobs: 1,
      });
      expect(judged.map(({ fate }) => fate.kind)).toEqual(['failed']);
    },
    30_000,
  );

  it('is short: what the members remember goes without saying', async () => {
    expect(await stepsOf(sequence(...stable('A'), heartbeat('A')))).toEqual([
      { A: 'JoinGroup', expect: { errorCode: 'MEMBER_ID_REQUIRED', memberId: '$A' } },
      { A: 'JoinGroup', expect: 'parked' },
      {
        advance: 'initialRebalanceDelay',
        releases: { A: { joined: { generation: 1, leader: 'A', members: ['A'] } } },
      },
      { A: 'SyncGroup', with: { assignments: { A: 'for-A' } }, expect: { synced: 'for-A' } },
      { A: 'Heartbeat', expect: 'NONE' },
    ]);
  });

  it('runs at every version at which it holds, not only at the one that was played', async () => {
    const { own } = await write(sequence(...stable('A'), heartbeat('A')));
    expect(own.data).toMatchObject({ sweep: 'Heartbeat', versions: { JoinGroup: '4+' } });
    const old = { ...sequence().versions, JoinGroup: 1 };
    const { own: other } = await write({ ...sequence(join('A', '')), versions: old });
    expect(other.data).toMatchObject({ sweep: 'JoinGroup', versions: { JoinGroup: '0-3' } });
  });

  it('says times as what they are, however long they happen to be', async () => {
    const half: Move = { kind: 'advance', by: { duration: 'sessionTimeout / 2' } };
    const late: Move = { kind: 'advance', by: { deadline: -1 } };
    const steps = await stepsOf(sequence(...stable('A'), half, late, heartbeat('A')));
    expect(steps.flatMap((step) => step['advance'] ?? [])).toEqual([
      'initialRebalanceDelay',
      'sessionTimeout / 2',
      'sessionTimeout / 2 - ε',
    ]);
  });

  it('is called by the time that it is about, not by one that passes later', async () => {
    const half: Move = { kind: 'advance', by: { duration: 'sessionTimeout / 2' } };
    const moves = [...stable('A'), half, toDeadline, join('B', ''), toDeadline];
    const titleAt = async (telling: number) => (await write(sequence(...moves), { telling })).title;
    expect(await titleAt(4)).toBe('The time sessionTimeout / 2 answers nobody');
    expect(await titleAt(moves.length - 1)).toBe('The time sessionTimeout answers nobody');
  });

  it('names the member that has an id which nobody has been told', async () => {
    const old = { ...sequence().versions, JoinGroup: 3 };
    const own = sequence(join('A', ''), administer('DescribeGroups', { groups: ['group'] }));
    const steps = await stepsOf({ ...own, versions: old });
    expect(steps[1]?.['expect']).toEqual({
      described: { state: 'PreparingRebalance', members: { A: {} } },
    });
  });

  it('takes another name for a client that joins without an id though it has one', async () => {
    const steps = await stepsOf(sequence(join('A', ''), join('A', '')));
    expect(steps[1]).toEqual({
      A2: 'JoinGroup',
      expect: { errorCode: 'MEMBER_ID_REQUIRED', memberId: '$A2' },
    });
  });

  it('holds under other broker settings, or says that it is about these', async () => {
    const first = sequence(join('A', ''), join('A', { idOf: 'A' }));
    expect((await write(first)).own.data.configuration).toEqual({
      'group.initial.rebalance.delay.ms': 3_000,
    });
    expect((await write(sequence(...first.moves, toDeadline))).own.data).not.toHaveProperty(
      'configuration',
    );
  });

  it('is about every other setting without which it is something else, too', async () => {
    const timeout = sequence(
      ...stable('A').slice(0, -1),
      { kind: 'control', deed: { kind: 'hold-commits' } },
      sync('A', 'A'),
      // Longer than a commit may take, and said as a time of its own.
      { kind: 'advance', by: { duration: '5100' } },
    );
    const { own } = await write(timeout);
    expect(own.data.steps.at(-1)).toMatchObject({ advance: 5_100, releases: {} });
    expect(own.data.configuration).toEqual({ 'offsets.commit.timeout.ms': 5_000 });
    const others = { 'offsets.commit.timeout.ms': 5_302 };
    const elsewhere = {
      configuration: { ...kit.defaults, ...others },
      clock: 'virtual',
      epsilon: 1,
    } as const;
    expect(await tryCase(own, kit.known, { ...elsewhere, configurable: true })).toMatchObject({
      kind: 'held',
    });
    expect(await tryCase(own, kit.known, { ...elsewhere, configurable: false })).toMatchObject({
      kind: 'skipped',
    });
  });

  it('needs a virtual clock where two deadlines are too close to be told apart', async () => {
    const short: Move = { kind: 'advance', by: { duration: 'ε' } };
    const { own } = await write(
      sequence(...stable('A', 'B'), short, heartbeat('B'), toDeadline, heartbeat('B')),
    );
    const plain = await write(sequence(...stable('A'), heartbeat('A')));
    expect(plain.own.data.needs).toBeUndefined();
    expect(own.data.needs).toEqual(['virtual-clock']);
  });

  it('is refused with the reason where the format cannot say it', async () => {
    const restarts = Array.from({ length: 10 }, (_none, index) =>
      join(index === 0 ? 'A' : `A${index + 1}`, ''),
    );
    await expect(write(sequence(...restarts))).rejects.toThrow('A starts more than nine times');
    await expect(write(sequence())).rejects.toThrow('the sequence has no moves');
    const leaderless = sequence(
      ...stable('A', 'B', 'C'),
      withFields(join('B', { idOf: 'B' }), {
        protocols: [{ name: 'range', metadata: { text: '' } }],
      }),
      join('C', { idOf: 'C' }),
      toDeadline,
      toDeadline,
      sync('B'),
    );
    await expect(write(leaderless)).rejects.toThrow('a choice that Apache Kafka leaves open');
  });

  it('is refused where Apache Kafka counts a name twice, unless that JoinGroup is refused', async () => {
    const range = { name: 'range', metadata: { subscription: 'A' } };
    const twice = (move: Move, more = {}) =>
      withFields(move, { protocols: [range, { ...range, name: 'sticky' }, range], ...more });
    const letIn = sequence(twice(join('A', '')), twice(join('A', { idOf: 'A' })), toDeadline);
    await expect(write(letIn)).rejects.toThrow('a member names a protocol twice');
    expect(await stepsOf(namingOnce(letIn))).toHaveLength(3);
    const refused = sequence(...stable('A'), twice(join('B', ''), { protocolType: 'connect' }));
    expect((await stepsOf(refused)).at(-1)?.['expect']).toBe('INCONSISTENT_GROUP_PROTOCOL');
  });

  it('is refused where one cleanup removes two groups and the log is looked at', async () => {
    const refused = (client: string, groupId: string) =>
      withFields(join(client, ''), { groupId, protocols: [] });
    const cleanup: Move = { kind: 'advance', by: { duration: '2 * newMemberJoinTimeout' } };
    const both = sequence(refused('A', 'group'), refused('B', 'other'), cleanup);
    await expect(write(both, { records: true, telling: 0 })).rejects.toThrow(
      'in an order that Apache Kafka leaves open',
    );
    await expect(write(both, { telling: 0 })).resolves.toBeDefined();
    const one = sequence(refused('A', 'group'), cleanup);
    await expect(write(one, { records: true, telling: 0 })).resolves.toBeDefined();
  });

  it('is refused where members that nobody has been told of look alike', async () => {
    const old = { ...sequence().versions, JoinGroup: 3 };
    const described = administer('DescribeGroups', { groups: ['group'] });
    const alike = { ...sequence(join('A', ''), join('A2', ''), described), versions: old };
    await expect(write(alike)).rejects.toThrow('members that look alike');
    const different = { ...sequence(join('A', ''), join('B', ''), described), versions: old };
    await expect(write(different)).resolves.toBeDefined();
  });

  it('cites what other releases decide otherwise, wherever it rests on that', async () => {
    const broken = withFields(join('B', { idOf: 'B' }), {
      protocols: [{ name: 'range', metadata: { text: 'not a subscription' } }],
    });
    const moves = [join('B', ''), broken, toDeadline, heartbeat('B')];
    const plain = await write(sequence(...moves));
    expect(plain.rules).not.toContain('MEMBER-12');
    const otherwise = decidedOtherwise(kit.spec);
    expect((await write(sequence(...moves), { otherwise })).rules).toContain('MEMBER-12');
  });
});
