import { afterEach, describe, expect, it } from 'vitest';
import {
  type Adapter,
  AdapterError,
  ImplementationGoneError,
  type OutgoingRequest,
  type Session,
} from '../../src/adapter/adapter.js';
import { createWireAdapter, type WireAdapterOptions } from '../../src/adapter/wire/index.js';
import { encodeResponseFrame } from '../../src/protocol/frames.js';
import {
  type BrokerScript,
  type ScriptedBroker,
  startScriptedBroker,
} from '../fakes/scripted-broker.js';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Started {
  readonly broker: ScriptedBroker;
  readonly adapter: Adapter;
  readonly session: RealSession;
}

interface RealSession extends Session {
  readonly clock: Extract<Session['clock'], { kind: 'real' }>;
}

async function start(
  handlers: BrokerScript['handlers'] = {},
  options: Partial<WireAdapterOptions> = {},
): Promise<Started> {
  const broker = await startScriptedBroker({ handlers: { ...handlers } });
  closers.push(broker.close);
  const adapter = createWireAdapter({
    host: '127.0.0.1',
    port: broker.port,
    requestTimeoutMs: 2_000,
    quietMs: 1,
    ...options,
  });
  closers.push(() => adapter.close());
  const session = await open(adapter);
  // The handshake's own.
  await broker.next('ApiVersions');
  return { broker, adapter, session };
}

async function open(adapter: Adapter): Promise<RealSession> {
  const session = await adapter.open({ configuration: {} });
  if (session.clock.kind !== 'real') throw new Error('a wire session has a real clock');
  return session as RealSession;
}

function join(id: number, connection = 'A', groupId = 'g'): OutgoingRequest {
  return { id, connection, clientId: 'test', api: 'JoinGroup', version: 9, body: { groupId } };
}

function heartbeat(id: number, connection = 'A'): OutgoingRequest {
  return { id, connection, clientId: null, api: 'Heartbeat', version: 4, body: { groupId: 'g' } };
}

/** Resolves when `count` answers have come, whatever the clock says. */
async function answered(session: RealSession, count: number) {
  const answers = session.takeAnswers();
  await session.clock.waitUntil(Number.POSITIVE_INFINITY, () => {
    answers.push(...session.takeAnswers());
    return answers.length >= count;
  });
  return answers;
}

describe('a request of a wire session', () => {
  it('is sent as it is given, and its answer comes out once with its id', async () => {
    const { broker, session } = await start();
    await session.send(heartbeat(7));
    const { api, version, clientId, body } = await broker.next('Heartbeat');
    expect({ api, version, clientId }).toEqual({ api: 'Heartbeat', version: 4, clientId: null });
    expect(body).toMatchObject({ groupId: 'g', groupInstanceId: null });
    const [answer] = await answered(session, 1);
    expect(answer).toMatchObject({ kind: 'response', requestId: 7, body: { errorCode: 0 } });
    expect(session.takeAnswers()).toEqual([]);
  });

  it('does not wait for its answer, which may come much later', async () => {
    const { broker, session } = await start();
    await session.send(join(1));
    const parked = await broker.next('JoinGroup');
    await session.settle();
    expect(session.takeAnswers()).toEqual([]);
    const settledAt = session.clock.now();
    parked.answer({ memberId: 'late' });
    const [answer] = await answered(session, 1);
    expect(answer).toMatchObject({ kind: 'response', requestId: 1, body: { memberId: 'late' } });
    expect(answer?.at).toBeGreaterThanOrEqual(settledAt);
  });

  it('is answered in the order of arrival, over all connections and within one', async () => {
    const { broker, session } = await start();
    await session.send(join(1, 'A', 'g1'));
    await session.send(join(2, 'B', 'g2'));
    await session.send(join(3, 'A', 'g3'));
    const parked = await Promise.all([1, 2, 3].map(() => broker.next('JoinGroup')));
    const order: (number | undefined)[] = [];
    for (const groupId of ['g3', 'g2', 'g1']) {
      parked.find(({ body }) => body.groupId === groupId)?.answer({});
      const [answer] = await answered(session, 1);
      order.push(answer?.requestId);
    }
    expect(order).toEqual([3, 2, 1]);
  });

  it('shares its connection with those of the same name, in the order of sending', async () => {
    const { broker, session } = await start();
    await Promise.all(
      [1, 2, 3].map((id) => session.send(join(id, id === 2 ? 'B' : 'A', `g${id}`))),
    );
    const requests = await Promise.all([1, 2, 3].map(() => broker.next('JoinGroup')));
    const groupsOf = (number: number) =>
      requests.filter(({ peer }) => peer.number === number).map(({ body }) => body.groupId);
    const peers = [...new Set(requests.map(({ peer }) => peer.number))];
    expect(peers.map(groupsOf).sort()).toEqual([['g1', 'g3'], ['g2']]);
  });

  it('whose answer cannot be decoded leaves its connection in use', async () => {
    const { broker, session } = await start({
      Heartbeat: ({ api, correlationId, peer }) =>
        void peer.write(encodeResponseFrame({ api, version: 0, correlationId, body: {} })),
    });
    await session.send(heartbeat(1));
    expect(await answered(session, 1)).toMatchObject([
      {
        kind: 'undecodable',
        requestId: 1,
        reason: expect.stringContaining('HeartbeatResponse v4'),
      },
    ]);
    await session.send(join(2));
    const { peer } = await broker.next('JoinGroup');
    expect(peer.number).toBe((await broker.next('Heartbeat')).peer.number);
  });

  it('that the connection does not survive is answered so; the next one gets a new connection', async () => {
    const { broker, session } = await start();
    await session.send(join(1));
    await session.send(join(2));
    const { peer } = await broker.next('JoinGroup');
    peer.cut();
    expect(await answered(session, 2)).toMatchObject([
      { kind: 'connection-closed', requestId: 1, reason: 'the other side closed the connection' },
      { kind: 'connection-closed', requestId: 2 },
    ]);
    await session.send(heartbeat(3));
    expect(await answered(session, 1)).toMatchObject([{ kind: 'response', requestId: 3 }]);
  });

  it('cut in the middle of its answer is told from one that was not answered at all', async () => {
    const { broker, session } = await start();
    await session.send(join(1));
    const { peer } = await broker.next('JoinGroup');
    peer.write(Buffer.from([0, 0, 0, 9, 0]));
    peer.cut();
    expect(await answered(session, 1)).toMatchObject([
      { kind: 'connection-closed', reason: expect.stringContaining('in the middle of a frame') },
    ]);
  });

  it('is undecodable when its connection carries no frames or unknown correlation ids', async () => {
    const { broker, session } = await start();
    await session.send(join(1));
    (await broker.next('JoinGroup')).peer.write(Buffer.from('7fffffff', 'hex'));
    expect(await answered(session, 1)).toMatchObject([
      { kind: 'undecodable', requestId: 1, reason: expect.stringContaining('2147483647 bytes') },
    ]);
    await session.send(join(2));
    const { peer } = await broker.next('JoinGroup');
    peer.write(Buffer.from('00000004 00001267'.replace(' ', ''), 'hex'));
    expect(await answered(session, 1)).toMatchObject([
      {
        kind: 'undecodable',
        requestId: 2,
        reason: 'correlation id 4711 was answered, which no request had',
      },
    ]);
  });

  it('keeps an answer that came in front of bytes which are no frame', async () => {
    const { broker, session } = await start({
      Heartbeat({ api, version, correlationId, peer }) {
        const frame = encodeResponseFrame({ api, version, correlationId, body: {} });
        peer.write(Buffer.concat([frame, Buffer.from('7fffffff', 'hex')]));
        return undefined;
      },
    });
    await session.send(join(1));
    await broker.next('JoinGroup');
    await session.send(heartbeat(2));
    expect(await answered(session, 2)).toMatchObject([
      { kind: 'response', requestId: 2 },
      { kind: 'undecodable', requestId: 1, reason: expect.stringContaining('2147483647 bytes') },
    ]);
  });

  it('tells of a second answer to the request before it', async () => {
    const { broker, session } = await start({
      Heartbeat(request) {
        request.answer({});
        return {};
      },
    });
    await session.send(heartbeat(1));
    await answered(session, 1);
    await (await broker.next('Heartbeat')).peer.closed;
    await session.send(heartbeat(3));
    expect(await answered(session, 1)).toMatchObject([
      {
        kind: 'undecodable',
        requestId: 3,
        reason: 'before this request on its connection, correlation id 1 was answered twice',
      },
    ]);
  });

  it('that its version cannot carry is a fault of the kit and leaves nothing open', async () => {
    const { broker, session } = await start();
    const request = { ...heartbeat(1), body: { groupId: 'g', colour: 'red' } };
    await expect(session.send(request)).rejects.toThrow(AdapterError);
    await expect(session.send(request)).rejects.toThrow(
      /^Heartbeat version 4 cannot be encoded: .*colour/,
    );
    await session.settle();
    expect(broker.received.map(({ api }) => api)).not.toContain('Heartbeat');
  });

  it('to a broker that is gone says that it was there', async () => {
    const { broker, session } = await start();
    await broker.close();
    await expect(session.send(join(1))).rejects.toThrow(
      new ImplementationGoneError(
        `the implementation at 127.0.0.1:${broker.port} answered before, but nothing listens there any more`,
      ),
    );
  });

  it('may not take the id of an open one, nor come after the end', async () => {
    const { session } = await start();
    await session.send(join(1));
    await expect(session.send(join(1))).rejects.toThrow(AdapterError);
    await session.close();
    await expect(session.send(join(2))).rejects.toThrow(AdapterError);
  });
});

describe('settling a wire session', () => {
  it('returns at once when everything is answered', async () => {
    const { broker, session } = await start();
    await session.settle();
    await session.send(heartbeat(1));
    await answered(session, 1);
    await session.settle();
    expect(broker.received.filter(({ api }) => api === 'ApiVersions')).toHaveLength(1);
  });

  it('waits for a round trip that began after it, when something is open', async () => {
    const { session, probes } = await startWithHeldProbes();
    await session.send(join(1));
    const settling = watched(settled(session));
    const probe = await probes.next();
    expect(settling.done).toBe(false);
    probe.answer({});
    await settling.promise;
    expect(session.takeAnswers()).toEqual([]);
  });

  it('ends with the last answer, however long the round trip takes', async () => {
    const { broker, session, probes } = await startWithHeldProbes();
    await session.send(join(1));
    const settling = watched(settled(session));
    await probes.next();
    (await broker.next('JoinGroup')).answer({});
    await settling.promise;
    expect(session.takeAnswers()).toHaveLength(1);
  });

  it('keeps quiet for twice as long as the round trip took', async () => {
    const { session, probes } = await startWithHeldProbes();
    await session.send(join(1));
    const settling = session.settle();
    const probe = await probes.next();
    const start = session.clock.now();
    while (session.clock.now() < start + 20);
    probe.answer({});
    await settling;
    expect(session.clock.now() - start).toBeGreaterThanOrEqual(20 + 2 * 20);
  });

  it('shares a round trip with other sessions as long as it is not on its way', async () => {
    const { adapter, session, probes } = await startWithHeldProbes();
    const others = await Promise.all([open(adapter), open(adapter), open(adapter)]);
    await Promise.all([session, ...others].map((each) => each.send(join(1))));
    const first = session.settle();
    const underWay = await probes.next();
    const later = others.map((each) => watched(settled(each)));
    underWay.answer({});
    await first;
    expect(later.map(({ done }) => done)).toEqual([false, false, false]);
    (await probes.next()).answer({});
    await Promise.all(later.map(({ promise }) => promise));
    expect(probes.count()).toBe(2);
  });

  it('does without a round trip that fails', async () => {
    const { session, probes } = await startWithHeldProbes();
    await session.send(join(1));
    const settling = session.settle();
    (await probes.next()).peer.cut();
    await settling;
  });
});

/** A broker that answers ApiVersions only when told to, but for that of the handshake. */
async function startWithHeldProbes() {
  const handshakes = [true];
  const started = await start(
    {
      ApiVersions: () =>
        handshakes.pop()
          ? { apiKeys: [11, 10, 12].map((apiKey) => ({ apiKey, minVersion: 0, maxVersion: 4 })) }
          : undefined,
    },
    { requestTimeoutMs: 60_000 },
  );
  let count = 0;
  return {
    ...started,
    probes: {
      async next() {
        const probe = await started.broker.next('ApiVersions');
        count += 1;
        return probe;
      },
      count: () => count,
    },
  };
}

async function settled(session: Session): Promise<void> {
  await session.settle();
}

function watched(promise: Promise<void>) {
  const state = { done: false, promise };
  promise.then(() => {
    state.done = true;
  });
  return state;
}
