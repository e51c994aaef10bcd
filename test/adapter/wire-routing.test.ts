import { afterEach, describe, expect, it } from 'vitest';
import type { Answer, Session } from '../../src/adapter/adapter.js';
import { createWireAdapter } from '../../src/adapter/wire/index.js';
import { groupOf } from '../../src/adapter/wire/routing.js';
import type { ApiName } from '../../src/protocol/apis.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import {
  type BrokerScript,
  coordinatorAnswer,
  type Handler,
  type Received,
  type ScriptedBroker,
  startScriptedBroker,
} from '../fakes/scripted-broker.js';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startBroker(handlers: BrokerScript['handlers'] = {}): Promise<ScriptedBroker> {
  const broker = await startScriptedBroker({ handlers: { ...handlers } });
  closers.push(broker.close);
  return broker;
}

async function openAt(port: number) {
  const adapter = createWireAdapter({ host: '127.0.0.1', port, quietMs: 1 });
  closers.push(() => adapter.close());
  const session = await adapter.open({ configuration: {} });
  let id = 0;
  return {
    session,
    send: (api: ApiName, version: number, body: MessageBody) =>
      session.send({ id: ++id, connection: 'A', clientId: null, api, version, body }),
  };
}

const NOT_COORDINATOR = 16;

interface ClusterScript {
  readonly nameOfFirst?: string;
  /** Groups that the brokers list. */
  readonly near?: readonly string[];
  readonly far?: readonly string[];
  readonly errorAtFar?: number;
  readonly heartbeatAtFar?: number;
  /** Every broker denies being the coordinator, and the cluster then names the other one. */
  readonly circle?: boolean;
}

/** Two brokers that both know of each other; the second one coordinates groups named `far…`. */
async function startCluster(script: ClusterScript = {}) {
  const { nameOfFirst = '127.0.0.1', circle = false } = script;
  const moved = new Set<string>();
  let beaten = 0;
  const listing = (groups: readonly string[] = [], errorCode = 0) => ({
    errorCode,
    groups: groups.map((groupId) => ({ groupId })),
  });
  const isFar = (group: string) =>
    circle && beaten > 0 ? beaten % 2 === 0 : group.startsWith('far') !== moved.has(group);
  const heartbeat = (here: 'near' | 'far', groupId: string) => {
    beaten++;
    if (circle || isFar(groupId) !== (here === 'far')) return { errorCode: NOT_COORDINATOR };
    return { errorCode: here === 'far' ? (script.heartbeatAtFar ?? 0) : 0 };
  };
  const deleted: Handler = ({ body }) => ({
    results: (body['groupsNames'] as string[]).map((groupId) => ({ groupId })),
  });
  let loaded = false;
  const far = await startBroker({
    ListGroups: () => listing(script.far, loaded ? script.errorAtFar : 0),
    Heartbeat: ({ body }) => heartbeat('far', String(body['groupId'])),
    DeleteGroups: deleted,
  });
  const near: ScriptedBroker = await startBroker({
    Metadata: () => ({
      brokers: [
        { nodeId: 1, host: nameOfFirst, port: near.port },
        { nodeId: 2, host: '127.0.0.1', port: far.port },
      ],
    }),
    FindCoordinator(request) {
      const [group = ''] = request.body.coordinatorKeys as string[];
      const node = isFar(group)
        ? { nodeId: 2, host: '127.0.0.1', port: far.port }
        : { nodeId: 1, host: nameOfFirst, port: near.port };
      return coordinatorAnswer(request, node);
    },
    ListGroups: () => listing(script.near),
    Heartbeat: ({ body }) => heartbeat('near', String(body['groupId'])),
    DescribeConfigs: () => {
      // The last request of the handshake.
      loaded = true;
      return { results: [] };
    },
    DeleteGroups: deleted,
  });
  return { near, far, move: (group: string) => moved.add(group), heartbeats: () => beaten };
}

/** Resolves with the next answers that come. */
async function answersOf({ clock, takeAnswers }: Session): Promise<readonly Answer[]> {
  if (clock.kind !== 'real') throw new Error('a wire session has a real clock');
  const answers: Answer[] = [];
  await clock.waitUntil(Number.POSITIVE_INFINITY, () => {
    answers.push(...takeAnswers());
    return answers.length > 0;
  });
  return answers;
}

/** The next request of `api` that is about the group; the handshake asks about groups of its own. */
async function nextAbout(broker: ScriptedBroker, api: ApiName, group: string): Promise<Received> {
  for (;;) {
    const request = await broker.next(api);
    const named = Object.values(request.body).find(Array.isArray) ?? [];
    if ((named as readonly unknown[]).includes(group)) return request;
  }
}

describe('a wire session on several brokers', () => {
  it('sends a request to the coordinator of its group', async () => {
    const { near, far } = await startCluster();
    const { send } = await openAt(near.port);
    await send('JoinGroup', 9, { groupId: 'far-1' });
    await far.next('JoinGroup');
    await send('JoinGroup', 9, { groupId: 'near-1' });
    await near.next('JoinGroup');
  });

  it('asks for the coordinator of a group once', async () => {
    const { near, far } = await startCluster();
    const { send } = await openAt(near.port);
    const lookups = () => near.received.filter(({ api }) => api === 'FindCoordinator').length;
    const before = lookups();
    await send('JoinGroup', 9, { groupId: 'far-1' });
    await send('Heartbeat', 4, { groupId: 'far-1' });
    await far.next('Heartbeat');
    expect(lookups()).toBe(before + 1);
  });

  it('lists the groups of all brokers as one', async () => {
    const { near, far } = await startCluster({ near: ['near-1'], far: ['far-1', 'far-2'] });
    const { send, session } = await openAt(near.port);
    await send('ListGroups', 5, {});
    const [answer] = await answersOf(session);
    expect(answer).toMatchObject({
      kind: 'response',
      body: {
        errorCode: 0,
        groups: [{ groupId: 'near-1' }, { groupId: 'far-1' }, { groupId: 'far-2' }],
      },
    });
    expect(far.received.at(-1)?.api).toBe('ListGroups');
  });

  it.each(['DescribeGroups', 'DeleteGroups'] as const)(
    'splits %s by coordinator and makes one answer of what comes',
    async (api) => {
      const { near, far } = await startCluster();
      const { send, session } = await openAt(near.port);
      const groups = ['far-1', 'near-1', 'far-2'];
      const [field, version] = api === 'DescribeGroups' ? ['groups', 5] : ['groupsNames', 2];
      await send(api, version, { [field]: groups });
      const atFar = await nextAbout(far, api, 'far-1');
      const atNear = await nextAbout(near, api, 'near-1');
      expect([atFar.body[field], atNear.body[field]]).toEqual([['far-1', 'far-2'], ['near-1']]);
      const list = api === 'DescribeGroups' ? 'groups' : 'results';
      const answers = ['far-1', 'far-2', 'near-1'].map((groupId) => ({ groupId }));
      expect(await answersOf(session)).toMatchObject([
        { kind: 'response', body: { [list]: answers } },
      ]);
    },
  );

  it('hands on the first refusal of a request that several brokers answer', async () => {
    const { near } = await startCluster({ near: [], far: [], errorAtFar: 14 });
    const { send, session } = await openAt(near.port);
    await send('ListGroups', 5, {});
    expect(await answersOf(session)).toMatchObject([{ body: { errorCode: 14, groups: [] } }]);
  });

  it('follows a coordinator that has moved', async () => {
    const { near, far, move } = await startCluster();
    const { send, session } = await openAt(near.port);
    await send('Heartbeat', 4, { groupId: 'near-1' });
    await near.next('Heartbeat');
    await answersOf(session);
    move('near-1');
    await send('Heartbeat', 4, { groupId: 'near-1' });
    await far.next('Heartbeat');
    expect(await answersOf(session)).toMatchObject([{ requestId: 2, body: { errorCode: 0 } }]);
  });

  it('hands on the denial of a coordinator that the cluster still names', async () => {
    const { near, far } = await startCluster({
      near: [],
      far: [],
      heartbeatAtFar: NOT_COORDINATOR,
    });
    const { send, session } = await openAt(near.port);
    await send('Heartbeat', 4, { groupId: 'far-1' });
    await far.next('Heartbeat');
    expect(await answersOf(session)).toMatchObject([{ body: { errorCode: NOT_COORDINATOR } }]);
    expect(far.received.filter(({ api }) => api === 'Heartbeat')).toHaveLength(1);
  });

  it('gives up following when coordinators deny it in turn', async () => {
    const { near, far, heartbeats } = await startCluster({ near: [], far: [], circle: true });
    const { send, session } = await openAt(near.port);
    await send('Heartbeat', 4, { groupId: 'far-1' });
    expect(await answersOf(session)).toMatchObject([{ body: { errorCode: NOT_COORDINATOR } }]);
    expect(heartbeats()).toBe(4);
    expect(far.received.length).toBeGreaterThan(0);
  });

  it('probes the broker that owes an answer', async () => {
    const { near, far } = await startCluster();
    const { send, session } = await openAt(near.port);
    await send('JoinGroup', 9, { groupId: 'far-1' });
    await session.settle();
    expect(far.received.map(({ api }) => api).sort()).toEqual(['ApiVersions', 'JoinGroup']);
  });

  it('stays at the given address when the coordinator is the same port under another name', async () => {
    // Nothing listens there: only the port tells that it is the same broker.
    const { near } = await startCluster({ nameOfFirst: '127.9.9.9' });
    const { send } = await openAt(near.port);
    await send('JoinGroup', 9, { groupId: 'near-1' });
    await near.next('JoinGroup');
  });
});

describe('a wire session on a single broker', () => {
  it('uses the given address, whatever the broker calls itself', async () => {
    const broker = await startBroker({
      Metadata: () => ({ brokers: [{ nodeId: 1, host: 'somewhere.invalid', port: 9092 }] }),
      FindCoordinator: (request) =>
        coordinatorAnswer(request, { nodeId: 2, host: 'elsewhere.invalid', port: 9093 }),
    });
    const { send } = await openAt(broker.port);
    await send('JoinGroup', 9, { groupId: 'g' });
    await broker.next('JoinGroup');
  });

  it('needs no FindCoordinator that can be read', async () => {
    const broker = await startBroker({
      FindCoordinator(request) {
        request.peer.cut();
        return undefined;
      },
    });
    const { send } = await openAt(broker.port);
    await send('JoinGroup', 9, { groupId: 'g' });
    await broker.next('JoinGroup');
  });
});

describe('the group of a request', () => {
  it.each([
    [{ groupId: 'g' }, 'g'],
    [{ groups: ['g', 'h'] }, 'g'],
    [{ groups: [{ groupId: 'g' }] }, 'g'],
    [{ groupsNames: ['g'] }, 'g'],
    [{ groupIds: ['g'] }, 'g'],
    [{ groupId: '' }, undefined],
    [{ groupId: null }, undefined],
    [{ groups: [] }, undefined],
    [{}, undefined],
  ])('%j is %s', (body, group) => {
    expect(groupOf(body as MessageBody)).toBe(group);
  });
});
