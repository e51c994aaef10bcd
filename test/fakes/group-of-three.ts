import { Kafka, logLevel } from 'kafkajs';
import { expect, vi } from 'vitest';
import type { Group } from '../../reference/classic/group.js';
import { decodeAssignment } from '../../src/protocol/consumer-protocol.js';
import { startTestServer, type TestServer } from './test-server.js';

/** One consumer of a client library that runs. */
export interface RunningConsumer {
  /** Leaves its group and ends. */
  stop(): Promise<void>;
}

export interface ConsumerParts {
  /** `host:port` */
  readonly bootstrap: string;
  readonly clientId: string;
  readonly groupId: string;
  readonly topic: string;
  /** Told the value of every record. */
  readonly onRecord: (value: string) => void;
}

export type StartConsumer = (parts: ConsumerParts) => Promise<RunningConsumer>;

const TOPIC = 'orders';
const GROUP = 'shop';
const CLIENTS = ['one', 'two', 'three'];
const PARTITIONS = [0, 1, 2];
/** Guards against hangs only: libraries retry at their own pace. */
const PATIENCE = { timeout: 100_000, interval: 20 };

/**
 * Three consumers of a library form a group and take a partition each; one leaves, the others share
 * its partition, and all go on from where they were, also after the coordinator was away. Throws where
 * one of that is not so.
 *
 * @param looksForItsCoordinator whether the library does so when it is told NOT_COORDINATOR
 */
export async function formAGroupOfThree(
  startConsumer: StartConsumer,
  looksForItsCoordinator = true,
): Promise<void> {
  const server = await startTestServer({
    topics: new Map([[TOPIC, PARTITIONS.length]]),
    autoCreatePartitions: 0,
    // Most come within it, which spares rebalances.
    configuration: { 'group.initial.rebalance.delay.ms': 500 },
  });
  const bootstrap = `127.0.0.1:${server.port}`;
  const seen = new Map<string, string[]>(CLIENTS.map((clientId) => [clientId, []]));
  const running = new Map<string, RunningConsumer>();
  try {
    await Promise.all(
      CLIENTS.map(async (clientId) => {
        const onRecord = (value: string) => seen.get(clientId)?.push(value);
        const parts = { bootstrap, clientId, groupId: GROUP, topic: TOPIC, onRecord };
        running.set(clientId, await startConsumer(parts));
      }),
    );
    const { generation } = await stableGroup(server, CLIENTS);
    await produce(bootstrap, 'early');
    await arrived(seen, CLIENTS, 'early');
    expect([...seen.values()].map((values) => values.length)).toEqual([1, 1, 1]);

    const [leaver = '', ...stayers] = CLIENTS;
    await running.get(leaver)?.stop();
    running.delete(leaver);
    const rebalanced = await stableGroup(server, stayers);
    expect(rebalanced.generation).toBeGreaterThan(generation);
    await produce(bootstrap, 'late');
    await arrived(seen, stayers, 'late');
    expect(seen.get(leaver)?.filter((value) => value.startsWith('late'))).toEqual([]);

    if (looksForItsCoordinator) {
      const lookedFor = server.nextServed('FindCoordinator');
      server.broker.host.move('away');
      await lookedFor;
      server.broker.host.move('here');
    }
    await produce(bootstrap, 'last');
    await arrived(seen, stayers, 'last');
    await stableGroup(server, stayers);

    await Promise.all([...running.values()].map((consumer) => consumer.stop()));
    running.clear();
    await vi.waitUntil(() => groupOf(server)?.state === 'Empty', PATIENCE);
    const committed = server.broker.host.offsets.of(GROUP);
    expect(committed.map(([{ partition }]) => partition).sort()).toEqual(PARTITIONS);
    expect(committed.map(([, { offset }]) => offset)).toEqual([3n, 3n, 3n]);
    expect(server.faults).toEqual([]);
  } finally {
    await Promise.all([...running.values()].map((consumer) => consumer.stop()));
    await server.close();
  }
}

function groupOf(server: TestServer): Group | undefined {
  return server.broker.host.coordinator.groups.get(GROUP);
}

/** The group once these clients are its members and have shared all partitions. */
function stableGroup(
  server: TestServer,
  clients: readonly string[],
): Promise<Pick<Group, 'generation'>> {
  return vi.waitUntil(() => {
    const group = groupOf(server);
    if (group?.state !== 'Stable') return undefined;
    const members = [...group.members.values()];
    const there = members.map(({ clientId }) => clientId).sort();
    if (there.join() !== [...clients].sort().join()) return undefined;
    const shared = members.flatMap(({ assignment }) => partitionsIn(assignment)).sort();
    return shared.join() === PARTITIONS.join() ? { generation: group.generation } : undefined;
  }, PATIENCE);
}

function partitionsIn(assignment: Uint8Array): number[] {
  const { assignedPartitions } = decodeAssignment(assignment).body;
  return (assignedPartitions as { partitions: number[] }[]).flatMap(({ partitions }) => partitions);
}

/** One record into each partition. */
async function produce(bootstrap: string, name: string): Promise<void> {
  const kafka = new Kafka({
    brokers: [bootstrap],
    clientId: 'producer',
    logLevel: logLevel.NOTHING,
  });
  const producer = kafka.producer();
  await producer.connect();
  const messages = PARTITIONS.map((partition) => ({ partition, value: `${name}-${partition}` }));
  await producer.send({ topic: TOPIC, messages });
  await producer.disconnect();
}

function arrived(
  seen: ReadonlyMap<string, readonly string[]>,
  clients: readonly string[],
  name: string,
): Promise<boolean> {
  const wanted = PARTITIONS.map((partition) => `${name}-${partition}`);
  return vi.waitUntil(() => {
    const values = clients.flatMap((clientId) => seen.get(clientId) ?? []);
    return wanted.every((value) => values.includes(value));
  }, PATIENCE);
}
