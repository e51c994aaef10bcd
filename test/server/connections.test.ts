import { afterEach, describe, expect, it } from 'vitest';
import type { MessageBody } from '../../src/protocol/message-body.js';
import { errorCode } from '../../src/spec/errors.js';
import { startTestServer, type TestServer, type TestServerOptions } from '../fakes/test-server.js';

const DELAY = 'group.initial.rebalance.delay.ms';
/** Longer than any test takes. */
const PARKED = { configuration: { [DELAY]: 600_000 } };

const servers: TestServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options?: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(options);
  servers.push(server);
  return server;
}

/** Of version 0, which asks for no member id first. */
function join(groupId: string): MessageBody {
  return {
    groupId,
    sessionTimeoutMs: 60_000,
    protocolType: 'consumer',
    protocols: [{ name: 'range', metadata: new Uint8Array() }],
  };
}

describe('Requests of one connection', () => {
  it('are answered in their order, one after the other', async () => {
    const server = await start();
    const client = await server.connect();
    const ids = Array.from({ length: 50 }, () => client.send('Metadata', 0, { topics: [] }));
    for (const id of ids) {
      const frame = await client.frame();
      expect(new DataView(frame.buffer, frame.byteOffset).getInt32(0)).toBe(id);
    }
  });

  it('wait behind a parked JoinGroup; those of others do not', async () => {
    const server = await start(PARKED);
    const [blocked, free] = [await server.connect(), await server.connect()];
    blocked.send('JoinGroup', 0, join('g'));
    blocked.send('ApiVersions', 0, {});
    await server.parked('g');
    await free.ask('ApiVersions', 0, {});
    expect(blocked.untaken()).toEqual([]);
    server.broker.host.move('away');
    expect(await blocked.answer('JoinGroup', 0)).toMatchObject({
      errorCode: errorCode('NOT_COORDINATOR'),
    });
    expect(await blocked.answer('ApiVersions', 0)).toMatchObject({ errorCode: 0 });
  });

  it('may come byte by byte', async () => {
    const server = await start();
    const client = await server.connect();
    client.socket.setNoDelay(true);
    const whole = Buffer.from('0000001100120000000000070007706c6f6e6b6572', 'hex');
    for (const byte of whole) client.socket.write(Uint8Array.of(byte));
    expect(await client.answer('ApiVersions', 0)).toMatchObject({ errorCode: 0 });
  });

  it('that want no answer make way for the next', async () => {
    const server = await start();
    const client = await server.connect();
    client.send('Produce', 3, { acks: 0, timeoutMs: 1, topicData: [] });
    const id = client.send('ApiVersions', 0, {});
    const frame = await client.frame();
    expect(new DataView(frame.buffer, frame.byteOffset).getInt32(0)).toBe(id);
  });
});

describe('A connection is closed, and no other,', () => {
  it.each([
    ['a negative size', 'ffffffff', /announces a frame of -1 bytes/],
    ['a size of 2 GiB', '7fffffff', /announces a frame of 2147483647 bytes; the limit is/],
    ['another protocol', Buffer.from('GET / HTTP/1.1\r\n').toString('hex'), /hardly a Kafka port/],
    ['no header', '00000000', /^it sent no request: RequestHeader/],
    ['half a header', '0000000300120000', /^it sent no request: RequestHeader/],
    ['a body that is cut', '0000000c000b000000000001ffff0005', /^it sent no request: JoinGroup/],
    [
      'an unknown API',
      '0000000a03e7000000000001ffff',
      /asked for API 999 in version 0, which is not/,
    ],
    ['an API of another sort of broker', '0000000a001b000100000001ffff', /asked for API 27 in/],
    [
      'SASL, which it has none of',
      '0000000e0011000100000001ffff00026161',
      /asked for SaslHandshake in version 1/,
    ],
    ['a version to come', '0000000a000b006300000001ffff', /asked for JoinGroup in version 99/],
  ])('for %s', async (_what, hex, reason) => {
    const server = await start();
    const [bad, good] = [await server.connect(), await server.connect()];
    bad.socket.write(Buffer.from(hex, 'hex'));
    expect(await server.nextClosed()).toMatch(reason);
    await bad.closed;
    expect(await good.ask('ApiVersions', 0, {})).toMatchObject({ errorCode: 0 });
    expect(server.listener.connections.size).toBe(1);
    expect(server.faults).toEqual([]);
  });

  it('for a request of more entries than anybody needs', async () => {
    const server = await start({ limits: { maxElements: 3 } });
    const client = await server.connect();
    client.send('DescribeGroups', 0, { groups: ['1', '2', '3', '4'] });
    expect(await server.nextClosed()).toMatch(/to more than 3 array elements$/);
  });

  it('when its client leaves its answers unread', async () => {
    const topics = new Map(Array.from({ length: 200 }, (_, number) => [`topic-${number}`, 1_000]));
    const server = await start({ topics, limits: { unreadAnswerMs: 50, maxPartitions: 200_000 } });
    const client = await server.connect();
    client.socket.pause();
    client.send('Metadata', 1, { topics: null });
    client.send('Metadata', 1, { topics: null });
    expect(await server.nextClosed()).toBe('it left an answer unread for 50 ms');
    expect(server.listener.connections.size).toBe(0);
  });

  it('when all clients together have sent too much that waits', async () => {
    const server = await start({ ...PARKED, limits: { maxBufferedBytes: 100_000 } });
    const client = await server.connect();
    client.send('JoinGroup', 0, join('g'));
    client.socket.write(Buffer.alloc(200_000));
    expect(await server.nextClosed()).toMatch(/^all clients together have 100000 bytes/);
    const next = await server.connect();
    expect(await next.ask('ApiVersions', 0, {})).toMatchObject({ errorCode: 0 });
  });

  it('as soon as it comes when there are too many', async () => {
    const server = await start({ limits: { maxConnections: 1 } });
    const first = await server.connect();
    await first.ask('ApiVersions', 0, {});
    const second = await server.connect();
    await second.closed;
    expect(server.listener.refused).toBe(1);
    await first.close();
    expect(await server.nextClosed()).toBeNull();
    const third = await server.connect();
    expect(await third.ask('ApiVersions', 0, {})).toMatchObject({ errorCode: 0 });
  });
});

describe('ApiVersions in a version that is not there', () => {
  it('is answered in version 0 with the versions that are', async () => {
    const server = await start();
    const client = await server.connect();
    client.socket.write(Buffer.from('0000000a0012006300000001ffff', 'hex'));
    const answer = await client.answer('ApiVersions', 0);
    expect(answer).toMatchObject({ errorCode: errorCode('UNSUPPORTED_VERSION') });
    expect(answer['apiKeys']).toContainEqual({ apiKey: 11, minVersion: 0, maxVersion: 9 });
    expect(await client.ask('ApiVersions', 4, {})).toMatchObject({ errorCode: 0 });
  });
});

describe('A client that has ended its side', () => {
  it('gets the answers to what it asked before', async () => {
    const server = await start({ configuration: { [DELAY]: 20 } });
    const client = await server.connect();
    client.send('JoinGroup', 0, join('g'));
    client.send('ApiVersions', 0, {});
    client.socket.end();
    expect(await client.answer('JoinGroup', 0)).toMatchObject({ errorCode: 0, generationId: 1 });
    expect(await client.answer('ApiVersions', 0)).toMatchObject({ errorCode: 0 });
    await client.closed;
    expect(await server.nextClosed()).toBeNull();
  });

  it('does not wait for ever', async () => {
    const server = await start({ ...PARKED, limits: { halfClosedMs: 20 } });
    const client = await server.connect();
    client.send('JoinGroup', 0, join('g'));
    client.socket.end();
    expect(await server.nextClosed()).toBe('its client ended its side 20 ms ago');
    await client.closed;
  });
});

describe('Clients that vanish', () => {
  it('with a parked request leave their member behind until its session ends', async () => {
    const server = await start({ configuration: { [DELAY]: 20 } });
    const client = await server.connect();
    client.send('JoinGroup', 0, { ...join('g'), sessionTimeoutMs: 40 });
    await server.parked('g');
    await client.close();
    expect(await server.nextClosed()).toBeNull();
    const other = await server.connect();
    let described: MessageBody;
    do described = await other.ask('DescribeGroups', 0, { groups: ['g'] });
    while (!JSON.stringify(described).includes('Empty'));
    expect(server.listener.connections.size).toBe(1);
    expect(server.faults).toEqual([]);
  });

  it('leave nothing of a connection, be they ten thousand', async () => {
    const server = await start();
    for (let hundred = 0; hundred < 100; hundred++) {
      const clients = await Promise.all(Array.from({ length: 100 }, () => server.connect()));
      await Promise.all(
        clients.map(async (client, index) => {
          if (index % 2 === 0) client.send('JoinGroup', 5, { ...join('g'), memberId: '' });
          else await client.ask('ApiVersions', 0, {});
        }),
      );
      const gone = clients.map(() => server.nextClosed());
      await Promise.all(clients.map((client) => client.close()));
      await Promise.all(gone);
    }
    expect(server.listener.connections.size).toBe(0);
    const client = await server.connect();
    expect(await client.ask('ApiVersions', 0, {})).toMatchObject({ errorCode: 0 });
  });
});
