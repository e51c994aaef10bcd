import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCoordinator } from '../../src/adapter/reference/index.js';
import { loadKitSpec } from '../../src/kit.js';
import { completeRequest } from '../../src/protocol/apis.js';
import {
  type CoordinatorHost,
  type CreateCoordinator,
  createCoordinatorHost,
} from '../../src/server/coordinator-host.js';

const hosts: CoordinatorHost[] = [];

afterEach(() => {
  for (const host of hosts.splice(0)) host.close();
  vi.useRealTimers();
});

interface Started {
  readonly host: CoordinatorHost;
  readonly faults: string[];
}

/** Time is that of vitest's fake timers. */
function start(create: CreateCoordinator = createCoordinator): Started {
  vi.useFakeTimers();
  const faults: string[] = [];
  const origin = Date.now();
  const host = createCoordinatorHost({
    createCoordinator: create,
    configuration: { ...loadKitSpec().defaults, 'group.initial.rebalance.delay.ms': 1_000 },
    ids: () => '00112233-4455-6677-8899-aabbccddeeff',
    clock: { now: () => Date.now() - origin, until: (time) => time - (Date.now() - origin) },
    onFault: (sentence) => faults.push(sentence),
  });
  hosts.push(host);
  return { host, faults };
}

function join(host: CoordinatorHost, groupId: string, answers: number[] = []): boolean {
  const body = completeRequest('JoinGroup', {
    groupId,
    sessionTimeoutMs: 10_000,
    rebalanceTimeoutMs: 10_000,
    protocolType: 'consumer',
    protocols: [{ name: 'range' }],
  });
  const request = { api: 'JoinGroup', version: 0, clientId: 'c', clientHost: '/h', body } as const;
  return host.handle(request, ({ errorCode }) => answers.push(errorCode));
}

describe('The coordinator in real time', () => {
  it('fires its timers when they are due, one after the other', () => {
    const { host } = start();
    const answers: number[] = [];
    join(host, 'g', answers);
    vi.advanceTimersByTime(999);
    expect(answers).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(answers).toEqual([0]);
    // No leader syncs, so the member goes after its rebalance timeout.
    vi.advanceTimersByTime(20_000);
    expect(host.coordinator.groups.get('g')?.state).toBe('Empty');
  });

  it('has fired what is due before a request is handled, be the timer late or not', () => {
    const { host } = start();
    const answers: number[] = [];
    join(host, 'g', answers);
    vi.setSystemTime(Date.now() + 5_000);
    join(host, 'h');
    expect(answers).toEqual([0]);
  });

  it('leaves no timer behind', () => {
    const { host } = start();
    join(host, 'g');
    expect(vi.getTimerCount()).toBe(1);
    host.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps its log short, and loads the same groups of it', () => {
    const { host } = start();
    join(host, 'g');
    vi.advanceTimersByTime(1_000);
    for (let time = 0; time < 20_000; time++) {
      host.perform(({ log }) => {
        const key = { group: 'g', topic: 't', partition: time % 2 };
        log.append([{ keyVersion: 1, key, valueVersion: 3, value: { offset: BigInt(time) } }]);
      });
    }
    expect(host.coordinator.log.end).toBeLessThan(10);
    expect(host.history.end).toBeGreaterThanOrEqual(20_000);
    expect(host.offsets.get('g', 't', 1)).toEqual({ offset: 19_999n });
    host.move('away');
    host.move('here');
    expect(host.coordinator.groups.get('g')).toMatchObject({ groupId: 'g', generation: 0 });
  });

  it('says what it threw on, and serves on', () => {
    const { host, faults } = start((options) => {
      const coordinator = createCoordinator(options);
      const { append } = coordinator.log;
      coordinator.log.append = (batch) => {
        if (batch.some(({ key }) => key.group === 'bad')) throw new Error('a bad one');
        return append(batch);
      };
      return coordinator;
    });
    expect(join(host, 'bad')).toBe(false);
    expect(join(host, 'good')).toBe(true);
    expect(faults).toEqual(['the coordinator threw on JoinGroup: a bad one']);
  });

  it('rests after a timer that throws, instead of firing it for ever', () => {
    let advances = 0;
    const { host, faults } = start((options) => {
      const coordinator = createCoordinator(options);
      coordinator.timer.advance = () => {
        advances++;
        throw new Error('time stands still');
      };
      return coordinator;
    });
    join(host, 'g');
    vi.advanceTimersByTime(2_000);
    expect(advances).toBeGreaterThan(1);
    expect(advances).toBeLessThan(30);
    expect(faults[0]).toBe('the coordinator threw while a timer fired: time stands still');
  });
});
