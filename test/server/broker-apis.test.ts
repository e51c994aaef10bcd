import { afterEach, describe, expect, it } from 'vitest';
import type { MessageBody } from '../../src/protocol/message-body.js';
import { errorCode } from '../../src/spec/errors.js';
import type { KafkaClient } from '../fakes/kafka-client.js';
import { startTestServer, type TestServer, type TestServerOptions } from '../fakes/test-server.js';

const servers: TestServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(
  options?: TestServerOptions,
): Promise<{ server: TestServer; client: KafkaClient }> {
  const server = await startTestServer(options);
  servers.push(server);
  return { server, client: await server.connect() };
}

/** One record batch of format 2 with this many records; what is in them is not looked at. */
function batchOf(records: number, maxTimestamp = 0n): Uint8Array {
  const batch = new Uint8Array(70);
  const view = new DataView(batch.buffer);
  view.setBigInt64(0, 77n); // The producer does not know the place.
  view.setInt32(8, batch.length - 12);
  view.setInt8(16, 2);
  view.setInt32(23, records - 1);
  view.setBigInt64(35, maxTimestamp);
  view.setInt32(57, records);
  return batch;
}

function produce(topic: string, records: Uint8Array | null, index = 0): MessageBody {
  return {
    acks: -1,
    timeoutMs: 1_000,
    topicData: [{ name: topic, partitionData: [{ index, records }] }],
  };
}

function fetchOf(topic: string, fetchOffset: bigint, more: MessageBody = {}): MessageBody {
  return {
    maxWaitMs: 0,
    minBytes: 1,
    topics: [{ topic, partitions: [{ partition: 0, fetchOffset, partitionMaxBytes: 1_000_000 }] }],
    ...more,
  };
}

/** The one partition that an answer is about. */
function partitionIn({ responses, topics }: MessageBody): MessageBody {
  const [topic = {}] = (responses ?? topics) as MessageBody[];
  const [partition = {}] = (topic['partitionResponses'] ?? topic['partitions']) as MessageBody[];
  return partition;
}

describe('Metadata', () => {
  const topics = new Map([['known', 3]]);

  it('names one broker, at the address by which it can be reached', async () => {
    const { server, client } = await start();
    expect(await client.ask('Metadata', 12, { topics: [] })).toMatchObject({
      brokers: [{ nodeId: 1, host: '127.0.0.1', port: server.port }],
      controllerId: 1,
      topics: [],
    });
  });

  it('makes topics for those who ask, with the partitions that were set', async () => {
    const { client } = await start({ topics, autoCreatePartitions: 2 });
    const { topics: made } = await client.ask('Metadata', 4, { topics: [{ name: 'new' }] });
    expect(made).toMatchObject([
      {
        errorCode: 0,
        name: 'new',
        partitions: [{ partitionIndex: 0, leaderId: 1, isrNodes: [1] }, { partitionIndex: 1 }],
      },
    ]);
    const { topics: all } = await client.ask('Metadata', 1, { topics: null });
    expect(all).toMatchObject([{ name: 'known' }, { name: 'new' }]);
  });

  it.each([
    ["does not make them against the client's will", 'new', false, 1, 'UNKNOWN_TOPIC_OR_PARTITION'],
    ['does not make them when it must not', 'new', true, 0, 'UNKNOWN_TOPIC_OR_PARTITION'],
    ['makes none of a name that no topic has', 'a b', true, 1, 'INVALID_TOPIC_EXCEPTION'],
  ])('%s', async (_what, name, allowAutoTopicCreation, autoCreatePartitions, error) => {
    const { server, client } = await start({ autoCreatePartitions });
    const body = { topics: [{ name }], allowAutoTopicCreation };
    expect((await client.ask('Metadata', 4, body))['topics']).toMatchObject([
      { errorCode: errorCode(error), name, partitions: [] },
    ]);
    expect(server.broker.topics.all()).toEqual([]);
  });

  it('makes no more topics than are allowed', async () => {
    const { client } = await start({ topics, limits: { maxPartitions: 3 } });
    expect(
      (await client.ask('Metadata', 4, { topics: [{ name: 'new' }] }))['topics'],
    ).toMatchObject([{ errorCode: errorCode('POLICY_VIOLATION') }]);
  });

  it('finds topics by the ids that it gave', async () => {
    const { client } = await start({ topics });
    const first = await client.ask('Metadata', 12, { topics: [{ name: 'known' }] });
    const [{ topicId } = { topicId: '' }] = first['topics'] as { topicId: string }[];
    const stranger = topicId.replace(/^./, topicId.startsWith('0') ? '1' : '0');
    const asked = [
      { topicId, name: null },
      { topicId: stranger, name: null },
    ];
    expect((await client.ask('Metadata', 12, { topics: asked }))['topics']).toMatchObject([
      { errorCode: 0, name: 'known' },
      { errorCode: errorCode('UNKNOWN_TOPIC_ID'), name: null, topicId: stranger },
    ]);
  });
});

describe('CreateTopics', () => {
  const wanted = {
    name: 'new',
    numPartitions: 3,
    replicationFactor: 1,
    assignments: [],
    configs: [],
  };

  it('makes a topic', async () => {
    const { server, client } = await start({ autoCreatePartitions: 0 });
    expect(await client.ask('CreateTopics', 7, { topics: [wanted] })).toMatchObject({
      topics: [{ errorCode: 0, name: 'new', numPartitions: 3, topicId: expect.any(String) }],
    });
    expect(server.broker.topics.byName('new')?.partitions).toHaveLength(3);
  });

  it('makes none that is only to be validated', async () => {
    const { server, client } = await start();
    const body = { topics: [{ ...wanted, numPartitions: -1 }], validateOnly: true };
    expect(await client.ask('CreateTopics', 5, body)).toMatchObject({
      topics: [{ errorCode: 0, numPartitions: 1 }],
    });
    expect(server.broker.topics.all()).toEqual([]);
  });

  it.each([
    ['of a name that no topic has', { name: '..' }, 'INVALID_TOPIC_EXCEPTION'],
    ['that is there', { name: 'known' }, 'TOPIC_ALREADY_EXISTS'],
    ['of no partitions', { numPartitions: 0 }, 'INVALID_PARTITIONS'],
    ['of too many partitions', { numPartitions: 1_001 }, 'INVALID_PARTITIONS'],
    ['of two replicas', { replicationFactor: 2 }, 'INVALID_REPLICATION_FACTOR'],
    ['when there are too many', { numPartitions: 8 }, 'POLICY_VIOLATION'],
  ])('refuses one %s', async (_what, more, error) => {
    const { client } = await start({
      topics: new Map([['known', 3]]),
      limits: { maxPartitions: 10 },
    });
    const body = { topics: [{ ...wanted, ...more }] };
    expect(await client.ask('CreateTopics', 2, body)).toMatchObject({
      topics: [{ errorCode: errorCode(error), errorMessage: expect.any(String) }],
    });
  });
});

describe('InitProducerId', () => {
  it('gives every producer an id of its own, and none to transactions', async () => {
    const { client } = await start();
    const ask = (transactionalId: string | null) =>
      client.ask('InitProducerId', 4, { transactionalId, transactionTimeoutMs: 1 });
    const [one, other] = [await ask(null), await ask(null)];
    expect(one).toMatchObject({ errorCode: 0, producerEpoch: 0 });
    expect(other['producerId']).not.toBe(one['producerId']);
    expect(await ask('t')).toMatchObject({
      errorCode: errorCode('TRANSACTIONAL_ID_AUTHORIZATION_FAILED'),
      producerId: -1n,
    });
  });
});

describe('FindCoordinator', () => {
  it('names this broker for every group, one or many', async () => {
    const { server, client } = await start();
    const here = { errorCode: 0, nodeId: 1, host: '127.0.0.1', port: server.port };
    expect(await client.ask('FindCoordinator', 0, { key: 'g' })).toMatchObject(here);
    expect(await client.ask('FindCoordinator', 4, { coordinatorKeys: ['g', 'h'] })).toMatchObject({
      coordinators: [
        { key: 'g', ...here },
        { key: 'h', ...here },
      ],
    });
  });

  it('knows of no transactions', async () => {
    const { client } = await start();
    expect(await client.ask('FindCoordinator', 1, { key: 't', keyType: 1 })).toMatchObject({
      errorCode: errorCode('INVALID_REQUEST'),
      nodeId: -1,
    });
  });
});

describe('DescribeConfigs', () => {
  it('tells the settings of the groups', async () => {
    const { client } = await start({ configuration: { 'group.max.size': 7 } });
    const resource = {
      resourceType: 4,
      resourceName: '1',
      configurationKeys: ['group.max.size', 'no.such.setting'],
    };
    expect(
      (await client.ask('DescribeConfigs', 4, { resources: [resource] }))['results'],
    ).toMatchObject([{ errorCode: 0, configs: [{ name: 'group.max.size', value: '7' }] }]);
  });

  it('knows one broker and the topics that there are', async () => {
    const { client } = await start({ topics: new Map([['known', 1]]) });
    const resources = [
      { resourceType: 4, resourceName: '2', configurationKeys: null },
      { resourceType: 2, resourceName: 'known', configurationKeys: null },
      { resourceType: 2, resourceName: 'unknown', configurationKeys: null },
    ];
    const { results } = await client.ask('DescribeConfigs', 1, { resources });
    expect(results).toMatchObject([
      { errorCode: errorCode('INVALID_REQUEST') },
      { errorCode: 0, configs: [] },
      { errorCode: errorCode('UNKNOWN_TOPIC_OR_PARTITION') },
    ]);
  });
});

describe('Records', () => {
  const topics = new Map([['t', 1]]);

  it('are kept, get their place, and are fetched from any offset on', async () => {
    const { client } = await start({ topics });
    expect(partitionIn(await client.ask('Produce', 7, produce('t', batchOf(3))))).toMatchObject({
      errorCode: 0,
      baseOffset: 0n,
    });
    expect(partitionIn(await client.ask('Produce', 7, produce('t', batchOf(2))))).toMatchObject({
      errorCode: 0,
      baseOffset: 3n,
    });
    const placed = (offset: bigint, records: number) => {
      const batch = batchOf(records);
      new DataView(batch.buffer).setBigInt64(0, offset);
      return batch;
    };
    const all = partitionIn(await client.ask('Fetch', 11, fetchOf('t', 0n)));
    expect(all).toMatchObject({ errorCode: 0, highWatermark: 5n, logStartOffset: 0n });
    expect(all['records']).toEqual(new Uint8Array([...placed(0n, 3), ...placed(3n, 2)]));
    const rest = partitionIn(await client.ask('Fetch', 11, fetchOf('t', 4n)));
    expect(rest['records']).toEqual(placed(3n, 2));
  });

  it.each([
    ['of an older format', new Uint8Array(70), 'CORRUPT_MESSAGE'],
    ['cut short', batchOf(1).subarray(0, 65), 'CORRUPT_MESSAGE'],
    ['that are missing', null, 'INVALID_RECORD'],
    ['of more bytes than a partition keeps', batchOf(1), 'MESSAGE_TOO_LARGE'],
  ])('%s are refused', async (what, records, error) => {
    const limits = what.startsWith('of more') ? { maxPartitionBytes: 69 } : {};
    const { client } = await start({ topics, limits });
    const answer = await client.ask('Produce', 7, produce('t', records));
    expect(partitionIn(answer)).toMatchObject({ errorCode: errorCode(error), baseOffset: -1n });
  });

  it('of a topic that is not there are refused', async () => {
    const { client } = await start({ topics });
    const error = errorCode('UNKNOWN_TOPIC_OR_PARTITION');
    expect(partitionIn(await client.ask('Produce', 7, produce('u', batchOf(1))))).toMatchObject({
      errorCode: error,
    });
    expect(partitionIn(await client.ask('Fetch', 11, fetchOf('u', 0n)))).toMatchObject({
      errorCode: error,
    });
  });

  it('go when there are newer ones in their place', async () => {
    const { client } = await start({ topics, limits: { maxPartitionBytes: 150 } });
    for (const _ of [1, 2, 3]) await client.ask('Produce', 7, produce('t', batchOf(1)));
    expect(partitionIn(await client.ask('Fetch', 11, fetchOf('t', 0n)))).toMatchObject({
      errorCode: errorCode('OFFSET_OUT_OF_RANGE'),
    });
    expect(partitionIn(await client.ask('Fetch', 11, fetchOf('t', 1n)))).toMatchObject({
      errorCode: 0,
      logStartOffset: 1n,
      highWatermark: 3n,
    });
  });

  it('are waited for, and delivered when they come', async () => {
    const { server, client } = await start({ topics });
    const producer = await server.connect();
    client.send('Fetch', 11, fetchOf('t', 0n, { maxWaitMs: 600_000 }));
    await producer.ask('Produce', 7, produce('t', batchOf(1)));
    const delivered = partitionIn(await client.answer('Fetch', 11));
    expect(delivered).toMatchObject({ errorCode: 0, highWatermark: 1n });
    expect(delivered['records']).toHaveLength(70);
  });

  it('are not waited for longer than the client wants to', async () => {
    const { client } = await start({ topics });
    const answer = await client.ask('Fetch', 11, fetchOf('t', 0n, { maxWaitMs: 5 }));
    expect(answer).toMatchObject({ sessionId: 0 });
    expect(partitionIn(answer)).toMatchObject({
      errorCode: 0,
      highWatermark: 0n,
      records: new Uint8Array(),
    });
  });

  it('are not waited for beyond their end', async () => {
    const { client } = await start({ topics });
    const answer = await client.ask('Fetch', 11, fetchOf('t', 1n, { maxWaitMs: 600_000 }));
    expect(partitionIn(answer)).toMatchObject({ errorCode: errorCode('OFFSET_OUT_OF_RANGE') });
  });

  it("are found by their topic's id", async () => {
    const { server, client } = await start({ topics });
    const [topic] = server.broker.topics.all();
    const partitions = [{ partition: 0, fetchOffset: 0n, partitionMaxBytes: 1 }];
    const fetchById = (topicId: string) =>
      client.ask('Fetch', 13, { minBytes: 1, topics: [{ topicId, partitions }] });
    expect(partitionIn(await fetchById(topic?.id ?? ''))).toMatchObject({ errorCode: 0 });
    const stranger = '00112233-4455-6677-8899-aabbccddeeff';
    expect(partitionIn(await fetchById(stranger))).toMatchObject({
      errorCode: errorCode('UNKNOWN_TOPIC_ID'),
    });
  });

  it('have offsets at the ends and at times', async () => {
    const { client } = await start({ topics });
    await client.ask('Produce', 7, produce('t', batchOf(2, 1_000n)));
    await client.ask('Produce', 7, produce('t', batchOf(2, 2_000n)));
    const offsetAt = async (timestamp: bigint) => {
      const asked = [{ name: 't', partitions: [{ partitionIndex: 0, timestamp }] }];
      const { errorCode: error, offset } = partitionIn(
        await client.ask('ListOffsets', 5, { replicaId: -1, topics: asked }),
      );
      return { error, offset };
    };
    expect(await offsetAt(-2n)).toEqual({ error: 0, offset: 0n });
    expect(await offsetAt(-1n)).toEqual({ error: 0, offset: 4n });
    expect(await offsetAt(1_001n)).toEqual({ error: 0, offset: 2n });
    expect(await offsetAt(2_001n)).toEqual({ error: 0, offset: -1n });
    expect(await offsetAt(-5n)).toEqual({ error: errorCode('UNSUPPORTED_VERSION'), offset: -1n });
  });
});
