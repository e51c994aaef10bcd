import { describe, expect, it } from 'vitest';
import { replay } from '../../src/explore/run.js';
import type { GivenFields, Move, RequestMove, Sequence } from '../../src/explore/sequence.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import { changesAnswersTo, withFault } from '../fakes/wrong-adapters.js';
import { groundFor, join, otherReference, sequence, toDeadline } from './exploring.js';

const ask = (api: RequestMove['api'], fields: GivenFields): Move => ({
  kind: 'request',
  client: 'Z',
  api,
  fields,
});
const describeGroup = ask('DescribeGroups', { groups: ['group'] });
const list = ask('ListGroups', {});
const remove = ask('DeleteGroups', { groupsNames: ['group'] });
const failNextAppend: Move = {
  kind: 'control',
  deed: { kind: 'fail-next-append', error: 'NOT_ENOUGH_REPLICAS' },
};
const reload: readonly Move[] = [
  { kind: 'control', deed: { kind: 'unload' } },
  { kind: 'control', deed: { kind: 'start-load', log: null, configuration: {} } },
  { kind: 'control', deed: { kind: 'finish-load' } },
];

/** A join with other fields. */
function joinWith(client: string, memberId: '' | { readonly idOf: string }, fields: GivenFields) {
  const plain = join(client, memberId) as RequestMove;
  return { ...plain, fields: { ...plain.fields, ...fields } };
}

/** A static member of its small letter syncs. */
function syncOf(client: string, protocolName: string): Move {
  return {
    kind: 'request',
    client,
    api: 'SyncGroup',
    fields: {
      groupId: 'group',
      generationId: { generationOf: client, plus: 0 },
      memberId: { idOf: client },
      groupInstanceId: client.toLowerCase(),
      protocolType: 'consumer',
      protocolName,
    },
  };
}

const twice = [
  { name: 'range', metadata: { subscription: 'A' } },
  { name: 'range', metadata: { subscription: 'A' } },
];

/** What is said of an implementation that describes no group, and lists each one twice. */
async function faultIn(played: Sequence) {
  const wrong = withFault(
    withFault(
      otherReference(),
      changesAnswersTo('DescribeGroups', () => ({ groups: [] })),
      true,
    ),
    changesAnswersTo('ListGroups', (body) => {
      const groups = body['groups'] as readonly MessageBody[];
      return { ...body, groups: [...groups, ...groups] };
    }),
    true,
  );
  const ground = { ...(await groundFor(wrong)), kafkaFaults: true };
  const { diverged, knownFault } = await replay(ground, played, 'run');
  expect(diverged).toBe(true);
  return knownFault;
}

const formed = [join('A', ''), join('A', { idOf: 'A' }), toDeadline];
const empty = joinWith('A', '', { protocols: [] });

describe('A fault of Apache Kafka is recognised by its cause:', () => {
  it('a protocol name that came twice', async () => {
    const odd = joinWith('A', { idOf: 'A' }, { protocols: twice });
    const played = sequence(join('A', ''), odd, toDeadline, describeGroup);
    expect(await faultIn(played)).toBe('duplicate-protocol-names');
  });

  it('a first record of a group that was refused while its join timer ran', async () => {
    const played = sequence(
      failNextAppend,
      joinWith('A', '', { groupInstanceId: 'a' }),
      empty,
      describeGroup,
    );
    expect(await faultIn(played)).toBe('generation-raised-by-old-timer');
  });

  it('a tombstone that was refused, where a group is listed twice', async () => {
    expect(await faultIn(sequence(empty, failNextAppend, remove, list))).toBe('group-listed-twice');
    expect(await faultIn(sequence(empty, list))).toBeNull();
  });

  it('two members whose time is up at one instant', async () => {
    const played = sequence(
      join('A', ''),
      join('B', ''),
      join('A', { idOf: 'A' }),
      join('B', { idOf: 'B' }),
      toDeadline,
      toDeadline,
      { kind: 'advance', by: { duration: 'sessionTimeout' } },
      describeGroup,
    );
    expect(await faultIn(played)).toBe('simultaneous-timers');
  });

  it('static members without a rebalance timeout, when all others have left', async () => {
    const sync: Move = {
      kind: 'request',
      client: 'A',
      api: 'SyncGroup',
      fields: {
        groupId: 'group',
        generationId: { generationOf: 'A', plus: 0 },
        memberId: { idOf: 'A' },
        groupInstanceId: 'a',
        protocolType: 'consumer',
        protocolName: 'range',
      },
    };
    const leave = ask('LeaveGroup', {
      groupId: 'group',
      members: [{ memberId: { idOf: 'B' }, groupInstanceId: null }],
    });
    const played = sequence(
      joinWith('A', '', { groupInstanceId: 'a', rebalanceTimeoutMs: 0 }),
      join('B', ''),
      join('B', { idOf: 'B' }),
      toDeadline,
      sync,
      leave,
      describeGroup,
    );
    expect(await faultIn(played)).toBe('spinning-on-zero-timeout');
  });

  it('a static restart that is undone when the member is gone', async () => {
    const restart = joinWith('B2', '', { groupInstanceId: 'b' });
    const leave = ask('LeaveGroup', {
      groupId: 'group',
      members: [{ memberId: '', groupInstanceId: 'b' }],
    });
    const stable = [
      joinWith('A', '', { groupInstanceId: 'a' }),
      joinWith('B', '', { groupInstanceId: 'b' }),
      toDeadline,
      toDeadline,
      syncOf('A', 'range'),
      syncOf('B', 'range'),
    ];
    const hold: Move = { kind: 'control', deed: { kind: 'hold-commits' } };
    const played = sequence(...stable, hold, restart, leave, toDeadline, describeGroup);
    expect(await faultIn(played)).toBe('counters-after-rolled-back-replacement');
    expect(await faultIn(sequence(...stable, hold, restart, toDeadline, describeGroup))).toBeNull();
  });

  it('a static restart that is undone when the group has gone over to another protocol', async () => {
    const offer = (...names: readonly string[]) => ({
      protocols: names.map((name) => ({ name, metadata: { subscription: 'A' } })),
    });
    const stable = [
      joinWith('A', '', { groupInstanceId: 'a', ...offer('sticky', 'range') }),
      joinWith('B', '', { groupInstanceId: 'b', ...offer('sticky') }),
      toDeadline,
      toDeadline,
      syncOf('A', 'sticky'),
    ];
    const hold: Move = { kind: 'control', deed: { kind: 'hold-commits' } };
    const restart = joinWith('B2', '', { groupInstanceId: 'b', ...offer('sticky', 'range') });
    const rejoin = (...names: readonly string[]) =>
      joinWith('A', { idOf: 'A' }, { groupInstanceId: 'a', ...offer(...names) });
    const undone = (...names: readonly string[]) =>
      sequence(...stable, hold, restart, rejoin(...names), toDeadline, describeGroup);
    expect(await faultIn(undone('range'))).toBe('rolled-back-replacement-without-common-protocol');
    expect(await faultIn(undone('range', 'sticky'))).toBeNull();
  });

  it('and nothing is where there is no cause, or where it was in another life of the partition', async () => {
    expect(await faultIn(sequence(...formed, describeGroup))).toBeNull();
    const odd = joinWith('A', { idOf: 'A' }, { protocols: twice });
    const played = sequence(join('A', ''), odd, toDeadline, ...reload, describeGroup);
    expect(await faultIn(played)).toBeNull();
  });
});
