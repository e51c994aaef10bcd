import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createCoordinator } from '../../src/adapter/reference/index.js';
import { type Control, startControl } from '../../src/server/control/index.js';
import type { CreateCoordinator } from '../../src/server/coordinator-host.js';
import { errorCode } from '../../src/spec/errors.js';
import type { KafkaClient } from '../fakes/kafka-client.js';
import { startTestServer, type TestServer, type TestServerOptions } from '../fakes/test-server.js';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Its heartbeats are answered NONE whatever they say. */
const heartbeatsAreBelieved: CreateCoordinator = (options) => {
  const coordinator = createCoordinator(options);
  return {
    ...coordinator,
    get groups() {
      return coordinator.groups;
    },
    handle(asked, reply) {
      const answer = reply as (body: object) => void;
      if (asked.api === 'Heartbeat') answer({ throttleTimeMs: 0, errorCode: 0 });
      else coordinator.handle(asked, reply);
    },
  };
};

/** It throws on every heartbeat. */
const heartbeatsThrow: CreateCoordinator = (options) => {
  const coordinator = createCoordinator(options);
  return {
    ...coordinator,
    get groups() {
      return coordinator.groups;
    },
    handle(asked, reply) {
      if (asked.api === 'Heartbeat') throw new Error('no heart');
      coordinator.handle(asked, reply);
    },
  };
};

const MUTANTS: Readonly<Record<string, CreateCoordinator>> = {
  believing: heartbeatsAreBelieved,
  throwing: heartbeatsThrow,
};

interface Started {
  readonly server: TestServer;
  readonly client: KafkaClient;
  get(path: string): Promise<unknown>;
  post(path: string, body?: unknown): Promise<unknown>;
  call(method: string, path: string, body?: string): Promise<{ status: number; body: unknown }>;
}

async function start(options?: TestServerOptions): Promise<Started> {
  const server = await startTestServer(options);
  closers.push(server.close);
  const control = await startControl(
    {
      server,
      mutant: null,
      coordinatorOf: async (name) => {
        const create = name === null ? createCoordinator : MUTANTS[name];
        if (create === undefined) throw new Error(`there is no mutant '${name}'`);
        return create;
      },
    },
    0,
  );
  closers.push(control.close);
  const call: Started['call'] = async (method, path, body) => {
    const response = await fetch(url(control, path), {
      method,
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, body: await response.json() };
  };
  const expectOk = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body === undefined ? undefined : JSON.stringify(body));
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  return {
    server,
    client: await server.connect('tester'),
    get: (path) => expectOk('GET', path),
    post: (path, body) => expectOk('POST', path, body),
    call,
  };
}

const url = ({ host, port }: Control, path: string) => `http://${host}:${port}${path}`;

const JOIN = {
  groupId: 'g',
  sessionTimeoutMs: 60_000,
  rebalanceTimeoutMs: 60_000,
  memberId: '',
  groupInstanceId: 'instance',
  protocolType: 'consumer',
  protocols: [{ name: 'range', metadata: Uint8Array.of(1, 2) }],
};
const HEARTBEAT = { groupId: 'g', generationId: 9, memberId: 'nobody' };

describe('The control API shows', () => {
  it('what it can do', async () => {
    const { get } = await start();
    const list = (await get('/')) as string[];
    expect(list).toContainEqual('GET /groups/:name: the state of one group');
    expect(list.length).toBeGreaterThan(10);
  });

  it('the server as a whole', async () => {
    const { server, get } = await start({ topics: new Map([['t', 2]]) });
    expect(await get('/status')).toMatchObject({
      address: { host: '127.0.0.1', port: server.port },
      coordinator: { at: 'here', forwarding: null },
      mutant: null,
      groups: 0,
      records: 0,
      connections: 1,
      topics: [{ name: 't', partitions: 2 }],
      configuration: { 'group.initial.rebalance.delay.ms': 0 },
    });
  });

  it('groups with all that is known of them', async () => {
    const { client, get } = await start();
    const { memberId } = await client.ask('JoinGroup', 5, JOIN);
    const group = {
      groupId: 'g',
      state: 'CompletingRebalance',
      generation: 1,
      protocolType: 'consumer',
      protocolName: 'range',
      leader: memberId,
      joinPhaseEndsInMs: null,
      members: [
        {
          memberId,
          groupInstanceId: 'instance',
          clientId: 'tester',
          clientHost: '/127.0.0.1',
          sessionTimeoutMs: 60_000,
          protocols: [{ name: 'range', metadata: 'AQI=' }],
          assignment: '',
          assignedPartitions: null,
          waitsFor: null,
        },
      ],
      staticMembers: { instance: memberId },
      pendingSyncMemberIds: [memberId],
      committedOffsets: [],
    };
    expect(await get('/groups')).toMatchObject([group]);
    expect(await get('/groups/g')).toMatchObject(group);
    expect(
      ((await get('/groups/g')) as { syncPhaseEndsInMs: number }).syncPhaseEndsInMs,
    ).toBeGreaterThan(0);
  });

  it('records as they were written', async () => {
    const { client, get } = await start();
    await client.ask('JoinGroup', 5, JOIN);
    await client.ask('JoinGroup', 5, { ...JOIN, groupId: 'h/ä' });
    const ofGroup = { keyVersion: 2, key: { group: 'h/ä' }, valueVersion: 3 };
    const { end, records } = (await get('/records?group=h%2F%C3%A4')) as {
      end: number;
      records: { number: number }[];
    };
    expect(records).toMatchObject([{ ...ofGroup, value: { generation: 0, members: [] } }]);
    expect(await get(`/records?from=${end}`)).toEqual({ end, records: [] });
    expect(await get('/groups/h%2F%C3%A4')).toMatchObject({ groupId: 'h/ä' });
  });

  it('who is connected', async () => {
    const { client, get } = await start();
    await client.ask('ApiVersions', 0, {});
    expect(await get('/connections')).toMatchObject([
      { clientId: 'tester', address: `127.0.0.1:${client.socket.localPort}` },
    ]);
  });
});

describe('The control API', () => {
  it('drops connections of one client, or all', async () => {
    const { server, client, post } = await start();
    const other = await server.connect('other');
    await Promise.all([client, other].map((one) => one.ask('ApiVersions', 0, {})));
    expect(await post('/connections/drop', { clientId: 'other' })).toEqual({ dropped: 1 });
    await other.closed;
    expect(await client.ask('ApiVersions', 0, {})).toMatchObject({ errorCode: 0 });
    expect(await post('/connections/drop')).toEqual({ dropped: 1 });
    await client.closed;
  });

  it('delays answers of an API, as often as it is told', async () => {
    const { server, client, post, get } = await start();
    const ms = 30;
    await post('/delays', { api: 'Heartbeat', ms, times: 1 });
    expect(await get('/status')).toMatchObject({ delays: [{ api: 'Heartbeat', delayMs: ms }] });
    const asked = performance.now();
    await client.ask('ApiVersions', 0, {});
    await client.ask('Heartbeat', 0, HEARTBEAT);
    expect(performance.now() - asked).toBeGreaterThanOrEqual(ms - 1);
    expect(server.interferences.pending()).toEqual([]);
  });

  it('keeps answers back from a client until its connection is dropped', async () => {
    const { server, client, post, call } = await start();
    await post('/delays', { clientId: 'tester', ms: null });
    client.send('ApiVersions', 0, {});
    const other = await server.connect('other');
    await other.ask('ApiVersions', 0, {});
    await other.ask('ApiVersions', 0, {});
    expect(client.untaken()).toEqual([]);
    expect(await call('DELETE', '/delays')).toEqual({ status: 200, body: { delays: [] } });
    await post('/connections/drop', { clientId: 'tester' });
    await client.closed;
    await expect((await server.connect('tester')).ask('ApiVersions', 0, {})).resolves.toBeDefined();
  });

  it('lets the next appends fail', async () => {
    const { client, post } = await start();
    expect(await post('/appends/fail', { error: 'NOT_ENOUGH_REPLICAS', times: 2 })).toEqual({
      appendsToFail: 2,
    });
    const errors = [];
    for (const _ of [1, 2, 3]) errors.push((await client.ask('JoinGroup', 5, JOIN))['errorCode']);
    const refused = errorCode('COORDINATOR_NOT_AVAILABLE');
    expect(errors).toEqual([refused, refused, 0]);
  });

  it('moves the coordinator away, to somewhere or nowhere, and back', async () => {
    const { server, client, post } = await start();
    await client.ask('JoinGroup', 5, JOIN);
    await post('/coordinator', { at: 'away', host: 'elsewhere', port: 9093 });
    const find = () => client.ask('FindCoordinator', 1, { key: 'g' });
    const beat = async () => (await client.ask('Heartbeat', 0, HEARTBEAT))['errorCode'];
    expect(await find()).toMatchObject({ errorCode: 0, nodeId: 2, host: 'elsewhere', port: 9093 });
    expect(await beat()).toBe(errorCode('NOT_COORDINATOR'));
    await post('/coordinator', { at: 'away' });
    expect(await find()).toMatchObject({ errorCode: errorCode('COORDINATOR_NOT_AVAILABLE') });
    await post('/coordinator', { at: 'loading' });
    expect(await find()).toMatchObject({ errorCode: 0, nodeId: 1, port: server.port });
    // HB-05
    expect(await beat()).toBe(errorCode('NONE'));
    expect((await client.ask('JoinGroup', 5, JOIN))['errorCode']).toBe(
      errorCode('COORDINATOR_LOAD_IN_PROGRESS'),
    );
    expect(await post('/coordinator', { at: 'here' })).toMatchObject({
      coordinator: { at: 'here', forwarding: null },
      groups: 1,
    });
    expect(await beat()).toBe(errorCode('UNKNOWN_MEMBER_ID'));
  });

  it('puts a mistake in, which keeps groups and offsets, and takes it out again', async () => {
    const { client, post, get } = await start();
    await client.ask('JoinGroup', 5, JOIN);
    const beat = async () => (await client.ask('Heartbeat', 0, HEARTBEAT))['errorCode'];
    expect(await beat()).toBe(errorCode('UNKNOWN_MEMBER_ID'));
    expect(await post('/mutant', { name: 'believing' })).toMatchObject({ mutant: 'believing' });
    expect(await beat()).toBe(errorCode('NONE'));
    expect(await get('/groups/g')).toMatchObject({ state: 'Empty' });
    expect(await post('/mutant', { name: null })).toMatchObject({ mutant: null });
    expect(await beat()).toBe(errorCode('UNKNOWN_MEMBER_ID'));
  });

  it('tells those who are parked that their coordinator is another now', async () => {
    const { server, client, post } = await start({
      configuration: { 'group.initial.rebalance.delay.ms': 600_000 },
    });
    client.send('JoinGroup', 5, JOIN);
    await server.parked('g');
    await post('/mutant', { name: 'believing' });
    expect(await client.answer('JoinGroup', 5)).toMatchObject({
      errorCode: errorCode('NOT_COORDINATOR'),
    });
  });

  it('serves on when a mistake makes the coordinator throw', async () => {
    const { server, client, post } = await start();
    await post('/mutant', { name: 'throwing' });
    client.send('Heartbeat', 0, HEARTBEAT);
    await client.closed;
    expect(await server.nextClosed()).toBe('the coordinator threw on Heartbeat');
    expect(server.faults).toEqual(['the coordinator threw on Heartbeat: no heart']);
    const next = await server.connect();
    expect(await next.ask('JoinGroup', 5, JOIN)).toMatchObject({ errorCode: 0 });
  });
});

describe('The control API refuses', () => {
  it.each([
    ['GET', '/group', undefined, 404, /^there is no \/group; known are \/, \/status, /],
    ['GET', '/groups/none', undefined, 404, "there is no group 'none'"],
    ['GET', '/groups/%E0', undefined, 400, "'%E0' is not properly encoded for a URL"],
    ['GET', '/records?from=x', undefined, 400, "'from' must be a whole number"],
    ['POST', '/groups', '{}', 405, '/groups takes GET, not POST'],
    ['POST', '/mutant', '{}', 400, "the field 'name' is missing"],
    ['POST', '/mutant', '{"name":"x"}', 400, "there is no mutant 'x'"],
    ['POST', '/mutant', '{"nmae":"x"}', 400, "there is no field 'nmae'; did you mean 'name'?"],
    ['POST', '/delays', '{', 400, /^the body is no JSON: /],
    ['POST', '/delays', '[]', 400, 'the body must be a JSON object'],
    ['POST', '/delays', '{"ms":-1}', 400, "'ms' must be a whole number from 0 to 2147483647"],
    ['POST', '/delays', '{"ms":1,"api":"Join"}', 400, /^'api' cannot be 'Join'; did you mean/],
    ['POST', '/delays', '{"ms":1,"clientId":1}', 400, "'clientId' must be a text"],
    ['POST', '/appends/fail', '{}', 400, "the field 'error' is missing"],
    ['POST', '/appends/fail', '{"error":"NONE"}', 400, /^'error' cannot be 'NONE'; did you mean/],
    ['POST', '/coordinator', '{"at":"away","host":"h"}', 400, "'host' and 'port' go together"],
    ['POST', '/coordinator', '{"at":"here","host":"h","port":1}', 400, /^only a coordinator that/],
    [
      'POST',
      '/connections/drop',
      `{"clientId":"${'x'.repeat(70_000)}"}`,
      413,
      /^the body has more/,
    ],
  ])('%s %s %.40s with %i', async (method, path, body, status, error) => {
    const { call } = await start();
    const answer = await call(method, path, body);
    expect(answer.status).toBe(status);
    expect((answer.body as { error: string }).error).toMatch(error);
  });

  it.each([
    ['pages of the web', { origin: 'http://example.org' }],
    ['names that somebody else has made lead here', { host: 'example.org' }],
  ])('%s', async (_what, headers) => {
    const { server } = await start();
    const control = await startControl(
      { server, mutant: null, coordinatorOf: async () => createCoordinator },
      0,
    );
    closers.push(control.close);
    const status = await new Promise((resolve) => {
      request(url(control, '/status'), { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(403);
  });
});
