import { afterEach, describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/adapter/adapter.js';
import { createWireAdapter } from '../../src/adapter/wire/index.js';
import { encodeResponseFrame } from '../../src/protocol/frames.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import {
  apiVersionsAnswer,
  type BrokerScript,
  coordinatorAnswer,
  type Received,
  type ScriptedBroker,
  startScriptedBroker,
} from '../fakes/scripted-broker.js';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(
  script: BrokerScript = {},
  requestTimeoutMs = 2_000,
): Promise<{ broker: ScriptedBroker; adapter: Adapter }> {
  const broker = await startScriptedBroker(script);
  closers.push(broker.close);
  const adapter = createWireAdapter({
    host: '127.0.0.1',
    port: broker.port,
    requestTimeoutMs,
  });
  closers.push(() => adapter.close());
  return { broker, adapter };
}

function versionsAsked(broker: ScriptedBroker, api: string): number[] {
  return broker.received.filter((request) => request.api === api).map(({ version }) => version);
}

function answerInVersion0({ api, correlationId, peer }: Received, body: MessageBody): undefined {
  peer.write(encodeResponseFrame({ api, version: 0, correlationId, body }));
}

const CLASSIC = { FindCoordinator: { min: 0, max: 2 }, JoinGroup: { min: 0, max: 5 } };

describe('the handshake of a wire adapter', () => {
  it('describes the broker as one without capabilities and with a real clock', async () => {
    const { broker, adapter } = await start();
    const implementation = await adapter.describe();
    expect(implementation.name).toBe(`tcp:127.0.0.1:${broker.port}`);
    expect([...implementation.capabilities]).toEqual([]);
    expect(implementation.clock).toBe('real');
    expect(implementation.apis.get('JoinGroup')).toEqual({ min: 0, max: 9 });
  });

  it('names its software, which brokers refuse to be left empty', async () => {
    const { broker, adapter } = await start();
    await adapter.describe();
    const { body } = await broker.next('ApiVersions');
    expect(body.clientSoftwareName).toBe('groupspec');
    expect(body.clientSoftwareVersion).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('keeps what broker and kit both speak, also when the broker speaks more or nonsense', async () => {
    const { adapter } = await start({
      apis: {
        FindCoordinator: { min: 0, max: 6 },
        Heartbeat: { min: 0, max: 99 },
        JoinGroup: { min: 3, max: 5 },
        LeaveGroup: { min: 4, max: 2 },
        SyncGroup: { min: 90, max: 99 },
      },
    });
    const { apis } = await adapter.describe();
    expect(Object.fromEntries(apis)).toEqual({
      FindCoordinator: { min: 0, max: 6 },
      Heartbeat: { min: 0, max: 4 },
      JoinGroup: { min: 3, max: 5 },
    });
  });

  it('falls back to version 0 when the newest ApiVersions is answered by error 35 in version 0', async () => {
    const { broker, adapter } = await start({
      handlers: {
        ApiVersions(request) {
          if (request.version === 0) return apiVersionsAnswer(CLASSIC);
          return answerInVersion0(request, apiVersionsAnswer({}, 35));
        },
      },
    });
    expect([...(await adapter.describe()).apis.keys()].sort()).toEqual(Object.keys(CLASSIC));
    expect(versionsAsked(broker, 'ApiVersions')).toEqual([4, 0]);
  });

  it('takes the version that the refusal offers (KIP-511)', async () => {
    const { broker, adapter } = await start({
      handlers: {
        ApiVersions(request) {
          if (request.version <= 2) return apiVersionsAnswer(CLASSIC);
          return answerInVersion0(
            request,
            apiVersionsAnswer({ ApiVersions: { min: 0, max: 2 } }, 35),
          );
        },
      },
    });
    await adapter.describe();
    expect(versionsAsked(broker, 'ApiVersions')).toEqual([4, 2]);
  });

  it('tries version 0 with a broker that cuts the connection on a newer one', async () => {
    const { broker, adapter } = await start({
      handlers: {
        ApiVersions(request) {
          if (request.version === 0) return apiVersionsAnswer(CLASSIC);
          request.peer.cut();
          return undefined;
        },
      },
    });
    expect((await adapter.describe()).apis.size).toBe(2);
    expect(versionsAsked(broker, 'ApiVersions')).toEqual([4, 0]);
  });

  it('tries version 0 with a broker that answers every version in the form of 0', async () => {
    const { broker, adapter } = await start({
      handlers: {
        ApiVersions: (request) => answerInVersion0(request, apiVersionsAnswer(CLASSIC)),
      },
    });
    expect((await adapter.describe()).apis.size).toBe(2);
    expect(versionsAsked(broker, 'ApiVersions')).toEqual([4, 0]);
  });

  it('asks for the coordinator until the offsets topic is there and loaded', async () => {
    const lookups = [15, 14, 0];
    const descriptions = [16, 14, 0];
    const lists = [14, 0];
    const { broker, adapter } = await start({
      handlers: {
        FindCoordinator: (request) =>
          coordinatorAnswer(request, { nodeId: 1, host: 'x', port: 1 }, lookups.shift()),
        DescribeGroups: () => ({
          groups: [{ groupId: 'g', errorCode: descriptions.shift() ?? 0 }],
        }),
        ListGroups: () => ({ errorCode: lists.shift() ?? 0 }),
      },
    });
    await adapter.describe();
    expect([lookups, descriptions, lists]).toEqual([[], [], []]);
    expect(versionsAsked(broker, 'FindCoordinator')).toHaveLength(3);
  });

  it.each([0, 1, 3, 4, 6])('reads FindCoordinator version %i', async (version) => {
    const { broker, adapter } = await start({
      apis: { FindCoordinator: { min: version, max: version }, Heartbeat: { min: 0, max: 4 } },
    });
    await adapter.describe();
    expect((await broker.next('FindCoordinator')).version).toBe(version);
  });

  it('does without FindCoordinator, Metadata and DescribeConfigs when they are not offered', async () => {
    const { broker, adapter } = await start({ apis: { Heartbeat: { min: 0, max: 4 } } });
    const implementation = await adapter.describe();
    expect(implementation.configuration).toEqual({});
    expect(broker.received.map(({ api }) => api)).toEqual(['ApiVersions']);
  });

  it('happens once for several callers', async () => {
    const { broker, adapter } = await start();
    await Promise.all([
      adapter.describe(),
      adapter.describe(),
      adapter.open({ configuration: {} }),
    ]);
    await adapter.describe();
    expect(versionsAsked(broker, 'ApiVersions')).toEqual([4]);
  });

  it('is tried again by the next caller after it failed', async () => {
    const errors = [58, 58];
    const { broker, adapter } = await start({
      handlers: { ApiVersions: () => apiVersionsAnswer(CLASSIC, errors.shift()) },
    });
    await expect(adapter.describe()).rejects.toThrow('SASL_AUTHENTICATION_FAILED');
    expect((await adapter.describe()).apis.size).toBe(2);
    expect(versionsAsked(broker, 'ApiVersions')).toEqual([4, 0, 4]);
  });
});

describe('the configuration of a broker', () => {
  const described = (configs: Record<string, string | null>, errorCode = 0) => ({
    results: [
      {
        errorCode,
        resourceType: 4,
        resourceName: '1',
        configs: Object.entries(configs).map(([name, value]) => ({ name, value })),
      },
    ],
  });

  it('is what DescribeConfigs says of the names that matter', async () => {
    const { broker, adapter } = await start({
      handlers: {
        DescribeConfigs: () =>
          described({
            'group.min.session.timeout.ms': '100',
            'group.coordinator.append.linger.ms': '-1',
            'group.max.size': null,
            'offsets.commit.timeout.ms': 'often',
            'log.dirs': '7',
          }),
      },
    });
    expect((await adapter.describe()).configuration).toEqual({
      'group.min.session.timeout.ms': 100,
      'group.coordinator.append.linger.ms': -1,
    });
    const { body } = await broker.next('DescribeConfigs');
    expect(body.resources).toMatchObject([
      {
        resourceType: 4,
        resourceName: '1',
        configurationKeys: expect.arrayContaining(['group.max.size']),
      },
    ]);
  });

  it('is unknown when DescribeConfigs is refused, cut, unreadable or not answered', async () => {
    const refused = await start({ handlers: { DescribeConfigs: () => described({}, 31) } });
    expect((await refused.adapter.describe()).configuration).toEqual({});
    const cut = await start({
      handlers: {
        DescribeConfigs(request) {
          request.peer.cut();
          return undefined;
        },
      },
    });
    expect((await cut.adapter.describe()).configuration).toEqual({});
    const silent = await start({ handlers: { DescribeConfigs: () => undefined } }, 100);
    expect((await silent.adapter.describe()).configuration).toEqual({});
    const garbled = await start({
      handlers: {
        DescribeConfigs: (request) => answerInVersion0(request, described({})),
      },
    });
    expect((await garbled.adapter.describe()).configuration).toEqual({});
  });

  it('is asked of the node at the given address, and of others if that one is not the broker', async () => {
    const asked: string[] = [];
    const { adapter } = await start({
      handlers: {
        Metadata: () => ({
          brokers: [
            { nodeId: 7, host: 'kafka-7', port: 9092 },
            { nodeId: 8, host: 'kafka-8', port: 9092 },
          ],
        }),
        FindCoordinator: (request) =>
          coordinatorAnswer(request, {
            nodeId: 9,
            host: '127.0.0.1',
            port: request.peer.localPort,
          }),
        DescribeConfigs(request) {
          const [resource] = request.body.resources as { resourceName: string }[];
          asked.push(resource?.resourceName ?? '');
          return resource?.resourceName === '9'
            ? described({ 'group.max.size': '5' })
            : described({}, 42);
        },
      },
    });
    expect((await adapter.describe()).configuration).toEqual({ 'group.max.size': 5 });
    expect(asked).toEqual(['7', '8', '9']);
  });
});
