import { afterEach, describe, expect, it } from 'vitest';
import type { MessageBody, MessageValue } from '../../src/protocol/message-body.js';
import { errorCode, errorName } from '../../src/spec/errors.js';
import type { KafkaClient } from '../fakes/kafka-client.js';
import { startTestServer, type TestServer, type TestServerOptions } from '../fakes/test-server.js';

const servers: TestServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(
  options: TestServerOptions = {},
): Promise<{ server: TestServer; client: KafkaClient }> {
  const server = await startTestServer({ topics: new Map([['t', 2]]), ...options });
  servers.push(server);
  return { server, client: await server.connect() };
}

interface Committer {
  readonly memberId?: string;
  readonly generation?: number;
  readonly instance?: string | null;
  readonly version?: number;
}

/** The error of the one partition. */
async function commit(
  client: KafkaClient,
  { memberId = '', generation = -1, instance = null, version = 8 }: Committer = {},
  partition: MessageBody = {},
): Promise<string> {
  const body = {
    groupId: 'g',
    generationIdOrMemberEpoch: generation,
    memberId,
    ...(version >= 7 ? { groupInstanceId: instance } : {}),
    topics: [
      { name: 't', partitions: [{ partitionIndex: 0, committedOffset: 42n, ...partition }] },
    ],
  };
  const { topics } = await client.ask('OffsetCommit', version, body);
  return errorName(Number(onlyPartition(topics)['errorCode']));
}

async function fetched(client: KafkaClient): Promise<MessageBody> {
  const topics = [{ name: 't', partitionIndexes: [0] }];
  const answer = await client.ask('OffsetFetch', 6, { groupId: 'g', topics });
  return onlyPartition(answer['topics']);
}

function onlyPartition(topics: MessageValue | undefined): MessageBody {
  const [topic = {}] = topics as MessageBody[];
  const [partition = {}] = topic['partitions'] as MessageBody[];
  return partition;
}

const JOIN = {
  groupId: 'g',
  sessionTimeoutMs: 60_000,
  rebalanceTimeoutMs: 60_000,
  memberId: '',
  protocolType: 'consumer',
  protocols: [{ name: 'range', metadata: new Uint8Array() }],
};

async function join(client: KafkaClient, more: MessageBody = {}): Promise<string> {
  const { memberId } = await client.ask('JoinGroup', 5, { ...JOIN, ...more });
  return String(memberId);
}

function sync(client: KafkaClient, memberId: string): Promise<MessageBody> {
  return client.ask('SyncGroup', 3, { groupId: 'g', generationId: 1, memberId, assignments: [] });
}

describe('An offset', () => {
  it('is fetched as it was committed', async () => {
    const { client } = await start();
    const more = { committedLeaderEpoch: 3, committedMetadata: 'note' };
    expect(await commit(client, {}, more)).toBe('NONE');
    expect(await fetched(client)).toEqual({
      partitionIndex: 0,
      committedOffset: 42n,
      committedLeaderEpoch: 3,
      metadata: 'note',
      errorCode: 0,
    });
  });

  it('that nobody committed is -1, and no error (OFF-07)', async () => {
    const { client } = await start();
    expect(await fetched(client)).toMatchObject({
      committedOffset: -1n,
      metadata: '',
      errorCode: 0,
    });
    const everything = { groups: [{ groupId: 'g', topics: null }] };
    expect(await client.ask('OffsetFetch', 8, everything)).toMatchObject({
      groups: [{ groupId: 'g', topics: [], errorCode: 0 }],
    });
  });

  it('is among all those of its group', async () => {
    const { client } = await start();
    await commit(client);
    await commit(client, {}, { partitionIndex: 1 });
    const everything = { groups: [{ groupId: 'g', topics: null }] };
    const { groups } = await client.ask('OffsetFetch', 8, everything);
    expect(groups).toMatchObject([
      { topics: [{ name: 't', partitions: [{ partitionIndex: 0 }, { partitionIndex: 1 }] }] },
    ]);
  });

  it('is refused for a partition that is not there', async () => {
    const { client } = await start();
    expect(await commit(client, {}, { partitionIndex: 2 })).toBe('UNKNOWN_TOPIC_OR_PARTITION');
  });

  it('is refused with too much metadata (OFF-03)', async () => {
    const { client } = await start({ configuration: { 'offset.metadata.max.bytes': 4 } });
    expect(await commit(client, {}, { committedMetadata: 'four' })).toBe('NONE');
    expect(await commit(client, {}, { committedMetadata: 'fives' })).toBe(
      'OFFSET_METADATA_TOO_LARGE',
    );
  });

  it('is a record of the log, and goes with its group (DEL-01)', async () => {
    const { server, client } = await start();
    const memberId = await join(client, { groupInstanceId: 'i' });
    await sync(client, memberId);
    expect(await commit(client, { memberId, generation: 1, instance: 'i' })).toBe('NONE');
    await client.ask('LeaveGroup', 3, {
      groupId: 'g',
      members: [{ memberId, groupInstanceId: 'i' }],
    });
    const deleted = await client.ask('DeleteGroups', 1, { groupsNames: ['g'] });
    expect(deleted['results']).toMatchObject([{ errorCode: 0 }]);
    expect(await fetched(client)).toMatchObject({ committedOffset: -1n });
    const ofOffsets = server.broker.host.history
      .from(0)
      .filter(({ record }) => record.keyVersion === 1)
      .map(({ record }) => record.value === null);
    expect(ofOffsets).toEqual([false, true]);
  });

  it('outlives a move of the coordinator, which then knows a group by it (TYPE-09)', async () => {
    const { server, client } = await start();
    await commit(client);
    server.broker.host.move('away');
    expect(await commit(client)).toBe('NOT_COORDINATOR');
    server.broker.host.move('loading');
    expect(await commit(client)).toBe('COORDINATOR_LOAD_IN_PROGRESS');
    expect(await client.ask('OffsetFetch', 2, { groupId: 'g', topics: null })).toMatchObject({
      errorCode: errorCode('COORDINATOR_LOAD_IN_PROGRESS'),
    });
    server.broker.host.move('here');
    expect(await fetched(client)).toMatchObject({ committedOffset: 42n });
    expect(await client.ask('ListGroups', 0, {})).toMatchObject({ groups: [{ groupId: 'g' }] });
  });

  it('is not stored when its record cannot be written (OFF-10)', async () => {
    const { server, client } = await start();
    server.broker.host.coordinator.log.failNextAppend('NOT_ENOUGH_REPLICAS');
    expect(await commit(client)).toBe('COORDINATOR_NOT_AVAILABLE');
    expect(await fetched(client)).toMatchObject({ committedOffset: -1n });
  });
});

describe('A commit is judged by its group (OFF-00)', () => {
  it.each([
    ['generation', 8, 'ILLEGAL_GENERATION'],
    ['generation', 9, 'GROUP_ID_NOT_FOUND'],
  ])('without a group, with a %s, in version %i: %s', async (_what, version, error) => {
    const { client } = await start();
    expect(await commit(client, { generation: 1, memberId: 'm', version })).toBe(error);
  });

  it('in Stable', async () => {
    const { server, client } = await start();
    const memberId = await join(client, { groupInstanceId: 'i' });
    const member = { memberId, generation: 1, instance: 'i' };
    expect(server.broker.host.coordinator.groups.get('g')?.state).toBe('CompletingRebalance');
    expect(await commit(client, member)).toBe('REBALANCE_IN_PROGRESS');
    await sync(client, memberId);
    expect(await commit(client, member)).toBe('NONE');
    expect(await commit(client, { ...member, generation: 2 })).toBe('ILLEGAL_GENERATION');
    expect(await commit(client, { ...member, generation: -1 })).toBe('ILLEGAL_GENERATION');
    expect(await commit(client, { ...member, memberId: 'other' })).toBe('FENCED_INSTANCE_ID');
    expect(await commit(client, { memberId: 'other', generation: 1 })).toBe('UNKNOWN_MEMBER_ID');
    expect(await commit(client)).toBe('UNKNOWN_MEMBER_ID');
  });

  it('in Empty', async () => {
    const { client } = await start();
    const memberId = await join(client, { groupInstanceId: 'i' });
    await client.ask('LeaveGroup', 3, {
      groupId: 'g',
      members: [{ memberId, groupInstanceId: 'i' }],
    });
    expect(await commit(client, { memberId: 'anybody' })).toBe('NONE');
    expect(await commit(client, { memberId, generation: 1 })).toBe('UNKNOWN_MEMBER_ID');
  });

  it('and is a sign of life (OFF-02)', async () => {
    const { server, client } = await start();
    const memberId = await join(client, { groupInstanceId: 'i' });
    await sync(client, memberId);
    const { timer } = server.broker.host.coordinator;
    const deadline = () => timer.armed().find(({ key }) => key.kind === 'session')?.deadline ?? 0;
    const before = deadline();
    while (timer.now + 60_000 <= before)
      await client.ask('Heartbeat', 0, { groupId: 'other', generationId: 1, memberId });
    await commit(client, { memberId, generation: 1, instance: 'i' });
    expect(deadline()).toBeGreaterThan(before);
  });
});
