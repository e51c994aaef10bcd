import { vi } from 'vitest';
import { createCoordinator } from '../../src/adapter/reference/index.js';
import { loadKitSpec } from '../../src/kit.js';
import type { ApiName } from '../../src/protocol/apis.js';
import type { ServerLimits } from '../../src/server/limits.js';
import { type KafkaServer, type ServerOptions, startServer } from '../../src/server/server.js';
import { connectKafkaClient, type KafkaClient } from './kafka-client.js';

export interface TestServer extends KafkaServer {
  readonly port: number;
  connect(clientId?: string): Promise<KafkaClient>;
  /** The next connection that is over: why the server closed it, or null. */
  nextClosed(): Promise<string | null>;
  /** Resolves when the next request of the API has been answered. */
  nextServed(api: ApiName): Promise<unknown>;
  /** Resolves when a JoinGroup of the group is parked. */
  parked(groupId: string): Promise<unknown>;
  /** What went wrong inside so far. */
  readonly faults: readonly string[];
}

export interface TestServerOptions
  extends Partial<Pick<ServerOptions, 'createCoordinator' | 'topics' | 'autoCreatePartitions'>> {
  readonly configuration?: ServerOptions['configuration'];
  readonly limits?: Partial<ServerLimits>;
}

/** No test has to wait for members that do not come. */
const AT_ONCE = { 'group.initial.rebalance.delay.ms': 0, 'group.min.session.timeout.ms': 1 };

/** The server within this process, on a port of its own; its clients are closed with it. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clients: KafkaClient[] = [];
  const reasons: (string | null)[] = [];
  const waiting: ((reason: string | null) => void)[] = [];
  const faults: string[] = [];
  const watched = new Map<ApiName, (() => void)[]>();
  const server = await startServer({
    createCoordinator,
    host: '127.0.0.1',
    port: 0,
    topics: new Map(),
    autoCreatePartitions: 1,
    ...options,
    configuration: { ...loadKitSpec().defaults, ...AT_ONCE, ...options.configuration },
    onClosed(_connection, reason) {
      const next = waiting.shift();
      if (next === undefined) reasons.push(reason);
      else next(reason);
    },
    onServed({ api }) {
      for (const resolve of watched.get(api) ?? []) resolve();
      watched.delete(api);
    },
    onFault: (sentence) => faults.push(sentence),
  });
  const { port } = server.listener;
  return {
    ...server,
    port,
    async connect(clientId) {
      const client = await connectKafkaClient(port, clientId);
      clients.push(client);
      return client;
    },
    nextClosed() {
      const reason = reasons.shift();
      if (reason !== undefined) return Promise.resolve(reason);
      return new Promise((resolve) => waiting.push(resolve));
    },
    nextServed: (api) =>
      new Promise<void>((resolve) => watched.set(api, [...(watched.get(api) ?? []), resolve])),
    parked: (groupId) =>
      vi.waitUntil(() => server.broker.host.coordinator.groups.get(groupId)?.awaitingJoinCount, {
        timeout: 100_000,
        interval: 1,
      }),
    faults,
    async close() {
      await server.close();
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}
