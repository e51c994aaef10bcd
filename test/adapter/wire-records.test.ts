import { afterEach, describe, expect, it } from 'vitest';
import { emptyGroup, fakeOffsetsTopic, tombstone } from '../fakes/offsets-topic.js';
import {
  asked,
  generationsOf,
  heartbeat,
  recordsScenes,
  type Scene,
  sessionOf,
} from '../fakes/records-scene.js';
import { bytesOf } from '../protocol/support/bytes.js';

const { start, close } = recordsScenes();
afterEach(close);

describe('A wire adapter whose broker lets the offsets topic be read', () => {
  it('shows records', async () => {
    const { adapter } = await start();
    const { capabilities, lacking } = await adapter.describe();
    expect([...capabilities]).toEqual(['records']);
    expect(lacking).toBeUndefined();
  });

  it('does not make the topic by asking for it', async () => {
    const { broker, adapter } = await start();
    await adapter.describe();
    const bodies = broker.received.filter(({ api }) => api === 'Metadata').map(({ body }) => body);
    expect(bodies.map((body) => body['allowAutoTopicCreation'])).toEqual([false, false]);
  });

  // Those would make the topic: all that there are are asked for instead.
  it.each([
    [0, []],
    [3, null],
  ])('does not ask Metadata version %i for it by name', async (version, topics) => {
    const apis = { ...VERSIONS, Metadata: { min: 0, max: version } };
    const { broker, adapter } = await start(undefined, { apis });
    expect([...(await adapter.describe()).capabilities]).toEqual(['records']);
    const asked = broker.received.filter(({ api }) => api === 'Metadata').at(-1);
    expect(asked?.body['topics']).toEqual(topics);
  });
});

describe('A wire adapter shows no records, and says why,', () => {
  async function reasonOf({ adapter }: Scene): Promise<string | undefined> {
    const { capabilities, lacking } = await adapter.describe();
    expect([...capabilities]).toEqual([]);
    await expect((await adapter.open({ configuration: {} })).takeRecords()).rejects.toThrow(
      'the records of this session cannot be read',
    );
    return lacking?.get('records');
  }

  it.each([
    ['Metadata', 3, 'answers Metadata for __consumer_offsets with UNKNOWN_TOPIC_OR_PARTITION'],
    ['Metadata', 29, 'answers Metadata for __consumer_offsets with TOPIC_AUTHORIZATION_FAILED'],
    [
      'ListOffsets',
      29,
      'answers ListOffsets for __consumer_offsets-0 with TOPIC_AUTHORIZATION_FAILED',
    ],
    ['Fetch', 29, 'answers Fetch for __consumer_offsets-0 with TOPIC_AUTHORIZATION_FAILED'],
  ] as const)('when %s is answered error %i', async (api, error, reason) => {
    const topic = fakeOffsetsTopic();
    // The handshake asks Metadata for the brokers first.
    topic.of('any').errors[api].push(...(api === 'Metadata' ? [error, error] : [error]));
    const scene = await start(topic, {}, {});
    expect(await reasonOf(scene)).toBe(`127.0.0.1:${scene.broker.port} ${reason}`);
  });

  it('when there is no such topic, or one of somebody else', async () => {
    const none = await start(undefined, { handlers: { Metadata: () => ({ topics: [] }) } });
    expect(await reasonOf(none)).toContain('has no topic __consumer_offsets');
    const ordinary = await start();
    ordinary.topic.isInternal = false;
    expect(await reasonOf(ordinary)).toContain('that it does not call internal');
    const empty = await start(fakeOffsetsTopic(0));
    expect(await reasonOf(empty)).toContain('has __consumer_offsets without any partition');
  });

  it('when the whole Fetch is refused, or cut', async () => {
    const refused = await start(undefined, { handlers: { Fetch: () => ({ errorCode: 31 }) } });
    expect(await reasonOf(refused)).toContain('with CLUSTER_AUTHORIZATION_FAILED');
    const cut = await start(undefined, {
      handlers: {
        Fetch(request) {
          request.peer.cut();
          return undefined;
        },
      },
    });
    expect(await reasonOf(cut)).toContain('did not answer Fetch version 12');
  });

  it('when it leaves the partition out of its answer', async () => {
    const scene = await start(undefined, { handlers: { ListOffsets: () => ({ topics: [] }) } });
    expect(await reasonOf(scene)).toContain('without that partition');
  });

  it('when an API is missing', async () => {
    const heartbeatOnly = { Heartbeat: { min: 0, max: 4 }, Metadata: { min: 0, max: 9 } };
    const scene = await start(undefined, { apis: heartbeatOnly });
    expect(await reasonOf(scene)).toBe(
      'the implementation serves no version of Fetch and ListOffsets that the kit speaks',
    );
  });

  it('when it is told to leave them alone', async () => {
    const scene = await start(undefined, {}, { readRecords: false });
    expect(await reasonOf(scene)).toBe('reading them is switched off');
    expect(asked(scene.broker, 'Fetch') + asked(scene.broker, 'ListOffsets')).toBe(0);
  });
});

describe('The records of a session', () => {
  it('are those of its groups, decoded, in their order', async () => {
    const { topic, adapter } = await start();
    const session = await sessionOf(adapter, 'g', 'h');
    const offset = { key: bytesOf('0001 0001 67 0001 74 00000003'), value: null };
    await topic.write('g', emptyGroup('g', 1), offset, emptyGroup('stranger', 7));
    await topic.write('g', {
      ...offset,
      key: bytesOf('0000 0001 68 0001 74 00000000'),
      value: bytesOf('0003 ff'),
    });
    await topic.write('g', tombstone('g'));
    expect(await session.takeRecords()).toEqual([
      {
        keyVersion: 2,
        key: { group: 'g' },
        valueVersion: 3,
        value: {
          protocolType: 'consumer',
          generation: 1,
          protocol: null,
          leader: null,
          currentStateTimestamp: 5n,
          members: [],
        },
      },
      {
        keyVersion: 1,
        key: { group: 'g', topic: 't', partition: 3 },
        valueVersion: null,
        value: null,
      },
      { keyVersion: 2, key: { group: 'g' }, valueVersion: null, value: null },
      {
        keyVersion: 0,
        key: { group: 'h', topic: 't', partition: 0 },
        valueVersion: 3,
        value: {},
      },
    ]);
  });

  it('do not include other kinds, nameless ones and keys that are damaged', async () => {
    const { topic, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    const value = bytesOf('00');
    await topic.write(
      'g',
      { key: bytesOf('0003 0001 67'), value },
      { key: null, value },
      { key: bytesOf('00'), value },
      { key: bytesOf('0002 0009 67'), value },
      { key: bytesOf('ffff 0001 67'), value },
      tombstone('g'),
    );
    expect(await session.takeRecords()).toHaveLength(1);
  });

  it('that cannot be decoded are shown as a finding', async () => {
    const { topic, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    const { key } = emptyGroup('g', 1);
    await topic.write(
      'g',
      { key, value: bytesOf('0003 0008 63') },
      { key, value: bytesOf('0009 00') },
      { key, value: bytesOf('07') },
    );
    expect(await session.takeRecords()).toMatchObject([
      { valueVersion: 3, value: { undecodable: expect.stringContaining('protocolType at byte') } },
      { valueVersion: 9, value: { undecodable: expect.stringContaining('no such version') } },
      { valueVersion: -1, value: { undecodable: expect.stringContaining('needs 2 bytes') } },
    ]);
  });

  it('begin with its first request about the group, and come once', async () => {
    const { topic, adapter } = await start();
    await topic.write('g', emptyGroup('g', 1));
    const session = await sessionOf(adapter, 'g');
    await topic.write('g', emptyGroup('g', 2));
    expect(generationsOf(await session.takeRecords())).toEqual([2]);
    expect(await session.takeRecords()).toEqual([]);
    await topic.write('g', emptyGroup('g', 3), emptyGroup('g', 4));
    expect(generationsOf(await session.takeRecords())).toEqual([3, 4]);
  });

  it('may be in several partitions', async () => {
    const { topic, adapter } = await start(fakeOffsetsTopic(5));
    expect(topic.of('group')).not.toBe(topic.of('other'));
    const session = await sessionOf(adapter, 'group', 'other');
    await topic.write('other', emptyGroup('other', 1));
    await topic.write('group', emptyGroup('group', 2));
    await topic.write('other', emptyGroup('other', 3));
    const records = await session.takeRecords();
    expect(records.map(({ key }) => key['group'])).toEqual(['group', 'other', 'other']);
    expect(generationsOf(records)).toEqual([2, 1, 3]);
  });

  it('are those of every group that a request names', async () => {
    const { topic, adapter } = await start();
    const session = await adapter.open({ configuration: {} });
    const body = { groupsNames: ['g', 'h'] };
    await session.send({
      id: 1,
      connection: 'A',
      clientId: null,
      api: 'DeleteGroups',
      version: 2,
      body,
    });
    await topic.write('g', tombstone('g'), tombstone('h'), tombstone('i'));
    expect(await session.takeRecords()).toHaveLength(2);
  });

  it('are watched before the request is sent', async () => {
    const topic = fakeOffsetsTopic();
    let open = 0;
    const { broker, adapter } = await start(topic, {
      handlers: {
        ListOffsets: (request) =>
          open++ === 0 ? topic.handlers.ListOffsets?.(request) : undefined,
      },
    });
    const session = await adapter.open({ configuration: {} });
    await broker.next('ListOffsets');
    const sent = heartbeat(session, 'g', 1);
    const held = await broker.next('ListOffsets');
    expect(asked(broker, 'Heartbeat')).toBe(0);
    held.answer(topic.handlers.ListOffsets?.(held) ?? {});
    await sent;
    expect(asked(broker, 'Heartbeat')).toBe(1);
  });

  it('are none beyond what is committed', async () => {
    const { topic, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    topic.of('g').highWatermark = 1n;
    await topic.write('g', emptyGroup('g', 1));
    await topic.write('g', emptyGroup('g', 2));
    expect(generationsOf(await session.takeRecords())).toEqual([1]);
    topic.of('g').highWatermark = null;
    expect(generationsOf(await session.takeRecords())).toEqual([2]);
  });

  it('are read behind what the coordinator still has to do to the group', async () => {
    const { broker, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    const before = broker.received.length;
    await session.takeRecords();
    const requests = broker.received
      .slice(before)
      // Settling may still be on its way.
      .filter(({ api }) => api !== 'ApiVersions');
    expect(requests.map(({ api }) => api)).toEqual(['DescribeGroups', 'DescribeGroups', 'Fetch']);
    expect(requests.map(({ body }) => body['groups'])).toEqual([['g'], ['g'], undefined]);
  });

  it('are read without descriptions where there are none', async () => {
    const { Fetch, ListOffsets, Metadata, Heartbeat } = VERSIONS;
    const { topic, adapter } = await start(undefined, {
      apis: { Fetch, ListOffsets, Metadata, Heartbeat },
    });
    const session = await sessionOf(adapter, 'g');
    await topic.write('g', emptyGroup('g', 1));
    expect(generationsOf(await session.takeRecords())).toEqual([1]);
  });

  it.each([4, 11])(
    'are read by Fetch version %i and the oldest ListOffsets, too',
    async (version) => {
      const apis = {
        ...VERSIONS,
        Fetch: { min: 4, max: version },
        ListOffsets: { min: 0, max: 1 },
      };
      const { topic, broker, adapter } = await start(undefined, { apis });
      const session = await sessionOf(adapter, 'g');
      await topic.write('g', emptyGroup('g', 1));
      expect(generationsOf(await session.takeRecords())).toEqual([1]);
      expect((await broker.next('Fetch')).version).toBe(version);
    },
  );
});

const VERSIONS = {
  Fetch: { min: 4, max: 12 },
  ListOffsets: { min: 1, max: 7 },
  Metadata: { min: 0, max: 8 },
  Heartbeat: { min: 0, max: 4 },
  FindCoordinator: { min: 0, max: 4 },
};

describe('Sessions side by side', () => {
  it('share one fetch', async () => {
    const { topic, broker, adapter } = await start();
    const names = Array.from({ length: 30 }, (_, index) => `g${index}`);
    const sessions = await Promise.all(names.map((name) => sessionOf(adapter, name)));
    for (const name of names) await topic.write(name, emptyGroup(name, 1));
    const before = asked(broker, 'Fetch');
    const taken = await Promise.all(sessions.map((session) => session.takeRecords()));
    expect(taken.map(generationsOf)).toEqual(names.map(() => [1]));
    expect(asked(broker, 'Fetch') - before).toBeLessThanOrEqual(3);
  });

  it('each take the records of a group that they share', async () => {
    const { topic, adapter } = await start();
    const one = await sessionOf(adapter, 'g');
    await topic.write('g', emptyGroup('g', 1));
    const other = await sessionOf(adapter, 'g');
    await topic.write('g', emptyGroup('g', 2));
    expect(generationsOf(await one.takeRecords())).toEqual([1, 2]);
    expect(generationsOf(await other.takeRecords())).toEqual([2]);
    await one.close();
    await topic.write('g', emptyGroup('g', 3));
    expect(generationsOf(await other.takeRecords())).toEqual([3]);
  });

  it('cost nothing where nobody wants records', async () => {
    const { broker, adapter } = await start();
    await adapter.describe();
    const before = asked(broker, 'ListOffsets');
    const session = await adapter.open({ configuration: {}, records: false });
    await heartbeat(session, 'g', 1);
    expect(asked(broker, 'ListOffsets')).toBe(before);
    await expect(session.takeRecords()).rejects.toThrow('cannot be read');
  });
});
