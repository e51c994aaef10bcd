import { afterEach, describe, expect, it } from 'vitest';
import { createWireAdapter } from '../../src/adapter/wire/index.js';
import { groupOf } from '../../src/adapter/wire/routing.js';
import type { ApiName } from '../../src/protocol/apis.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import {
  type BrokerScript,
  coordinatorAnswer,
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

/** Two brokers that both know of each other; the second one coordinates groups named `far…`. */
async function startCluster(nameOfFirst = '127.0.0.1') {
  const far = await startBroker();
  const near: ScriptedBroker = await startBroker({
    Metadata: () => ({
      brokers: [
        { nodeId: 1, host: nameOfFirst, port: near.port },
        { nodeId: 2, host: '127.0.0.1', port: far.port },
      ],
    }),
    FindCoordinator(request) {
      const [group] = request.body.coordinatorKeys as string[];
      const node = group?.startsWith('far')
        ? { nodeId: 2, host: '127.0.0.1', port: far.port }
        : { nodeId: 1, host: nameOfFirst, port: near.port };
      return coordinatorAnswer(request, node);
    },
  });
  return { near, far };
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

  it('sends requests without a group to the given address', async () => {
    const { near } = await startCluster();
    const { send, session } = await openAt(near.port);
    await near.next('ListGroups');
    await send('ListGroups', 5, {});
    await near.next('ListGroups');
    await session.settle();
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
    const { near } = await startCluster('127.9.9.9');
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
