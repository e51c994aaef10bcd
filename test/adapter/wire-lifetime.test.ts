import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Adapter, AdapterError, type Session } from '../../src/adapter/adapter.js';
import { createWireAdapter, type WireAdapterOptions } from '../../src/adapter/wire/index.js';
import { watch } from '../fakes/byte-server.js';
import { type ScriptedBroker, startScriptedBroker } from '../fakes/scripted-broker.js';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(
  options: Partial<WireAdapterOptions> = {},
): Promise<{ broker: ScriptedBroker; adapter: Adapter }> {
  const broker = await startScriptedBroker();
  closers.push(broker.close);
  const adapter = createWireAdapter({
    host: '127.0.0.1',
    port: broker.port,
    quietMs: 1,
    ...options,
  });
  closers.push(() => adapter.close());
  return { broker, adapter };
}

function open(adapter: Adapter): Promise<Session> {
  return adapter.open({ configuration: {} });
}

function realClock({ clock }: Session) {
  if (clock.kind !== 'real') throw new Error('a wire session has a real clock');
  return clock;
}

async function park(session: Session, connections: readonly string[]): Promise<void> {
  for (const [id, connection] of connections.entries()) {
    const body = { groupId: 'g' };
    await session.send({ id, connection, clientId: null, api: 'JoinGroup', version: 9, body });
  }
}

describe('the clock of a wire session', () => {
  it('waits until a point in time, not less', async () => {
    const { adapter } = await start();
    const clock = realClock(await open(adapter));
    const time = clock.now() + 15.5;
    await clock.waitUntil(time);
    expect(clock.now()).toBeGreaterThanOrEqual(time);
    await clock.waitUntil(0);
    await clock.waitUntil(-1);
  });

  it('wakes when asked to after an answer, and at once when there is nothing to wait for', async () => {
    const { broker, adapter } = await start();
    const session = await open(adapter);
    const clock = realClock(session);
    await clock.waitUntil(Number.POSITIVE_INFINITY, () => true);
    await park(session, ['A', 'B']);
    let asked = 0;
    const timers = vi.spyOn(globalThis, 'setTimeout');
    closers.push(async () => timers.mockRestore());
    // Far beyond what one timer can be set to: Node would run it at once.
    const waiting = clock.waitUntil(Number.MAX_SAFE_INTEGER, () => asked++ === 2);
    for (const _ of [1, 2]) (await broker.next('JoinGroup')).answer({});
    await waiting;
    for (const [, delay] of timers.mock.calls) expect(delay).toBeLessThan(2 ** 31);
    expect(asked).toBe(3);
    expect(session.takeAnswers()).toHaveLength(2);
  });

  it('has what arrived in time in the queue when the time is over, also on a busy machine', async () => {
    const { broker, adapter } = await start();
    const session = await open(adapter);
    const clock = realClock(session);
    await park(session, ['A']);
    const parked = await broker.next('JoinGroup');
    const waiting = clock.waitUntil(clock.now() + 5);
    parked.answer({});
    const busyUntil = performance.now() + 20;
    while (performance.now() < busyUntil);
    await waiting;
    expect(session.takeAnswers()).toHaveLength(1);
  });

  it('passes on what goes wrong in the question', async () => {
    const { adapter } = await start();
    const clock = realClock(await open(adapter));
    const broken = () => {
      throw new Error('broken question');
    };
    await expect(clock.waitUntil(10_000, broken)).rejects.toThrow('broken question');
  });

  it('tells how late the event loop of this process was', async () => {
    const { adapter } = await start();
    const clock = realClock(await open(adapter));
    clock.takeLag();
    const busyUntil = performance.now() + 80;
    while (performance.now() < busyUntil);
    // The monitor looks every 10 ms, and a delay counts from when it should have looked.
    expect(clock.takeLag()).toBeGreaterThanOrEqual(70);
  });
});

describe('the end of a wire session', () => {
  it('closes its connections and those only', async () => {
    const { broker, adapter } = await start();
    const [one, other] = [await open(adapter), await open(adapter)];
    await park(one, ['A', 'B']);
    await park(other, ['A']);
    const parked = await Promise.all([1, 2, 3].map(() => broker.next('JoinGroup')));
    await one.close();
    await Promise.all(parked.slice(0, 2).map(({ peer }) => peer.closed));
    parked[2]?.answer({});
    await realClock(other).waitUntil(
      Number.POSITIVE_INFINITY,
      () => other.takeAnswers().length > 0,
    );
    await one.close();
  });

  it('leaves no socket of the adapter behind, whatever it was doing', async () => {
    const { broker, adapter } = await start();
    const session = await open(adapter);
    await park(session, ['A', 'B', 'C']);
    const settling = session.settle();
    const waiting = realClock(session).waitUntil(Number.POSITIVE_INFINITY);
    const endings = Promise.allSettled([settling, waiting]);
    await adapter.close();
    await broker.idle();
    for (const ending of await endings) {
      expect(ending).toMatchObject({ status: 'rejected', reason: expect.any(AdapterError) });
    }
    expect(process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap')).toEqual([]);
    await adapter.close();
  });

  it('does not wait for the other side to agree', async () => {
    const stubborn = createServer({ allowHalfOpen: true });
    const server = await watch(stubborn);
    closers.push(server.close);
    const adapter = createWireAdapter({ host: '127.0.0.1', port: server.port });
    const refused = expect(adapter.describe()).rejects.toThrow(AdapterError);
    const [socket] = (await once(stubborn, 'connection')) as [Socket];
    await once(socket, 'data');
    await adapter.close();
    await refused;
  });

  it('stops the monitor of the event loop', async () => {
    const starts = vi.spyOn(globalThis, 'setInterval');
    const stops = vi.spyOn(globalThis, 'clearInterval');
    closers.push(async () => {
      starts.mockRestore();
      stops.mockRestore();
    });
    const { adapter } = await start();
    await open(adapter);
    await open(adapter);
    await adapter.close();
    expect(starts).toHaveBeenCalledTimes(1);
    expect(stops).toHaveBeenCalledExactlyOnceWith(starts.mock.results[0]?.value);
  });

  it('can come while the handshake is under way', async () => {
    const { adapter } = await start();
    const describing = adapter.describe();
    await adapter.close();
    await expect(describing).rejects.toThrow(AdapterError);
    await expect(open(adapter)).rejects.toThrow(AdapterError);
  });

  it('has no records to show', async () => {
    const { adapter } = await start();
    await expect((await open(adapter)).takeRecords()).rejects.toThrow(AdapterError);
  });

  it('controls no log', async () => {
    const { adapter } = await start();
    const holding = (await open(adapter)).control({ kind: 'hold-commits' });
    await expect(holding).rejects.toThrow(new AdapterError('the wire adapter cannot hold commits'));
  });
});

describe('the number of sessions at once', () => {
  it('is bounded by the connections they need; the next one waits for an end', async () => {
    const { adapter } = await start({ maxConnections: 4, connectionsPerSession: 2 });
    const [one] = [await open(adapter), await open(adapter)];
    const opened: string[] = [];
    const third = open(adapter).then(() => opened.push('third'));
    const fourth = open(adapter).then(
      () => opened.push('fourth'),
      (error) => opened.push(error.name),
    );
    await adapter.describe();
    expect(opened).toEqual([]);
    await one?.close();
    await third;
    expect(opened).toEqual(['third']);
    // Closing twice makes room once.
    await one?.close();
    await adapter.describe();
    expect(opened).toEqual(['third']);
    await adapter.close();
    await fourth;
    expect(opened).toEqual(['third', 'AdapterError']);
  });

  it('is never none', async () => {
    const { adapter } = await start({ maxConnections: 1 });
    await open(adapter);
  });
});
