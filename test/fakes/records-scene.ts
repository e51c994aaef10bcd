import type { Adapter, LogRecord, Session } from '../../src/adapter/adapter.js';
import { createWireAdapter, type WireAdapterOptions } from '../../src/adapter/wire/index.js';
import { fakeOffsetsTopic, type OffsetsTopic } from './offsets-topic.js';
import { type BrokerScript, type ScriptedBroker, startScriptedBroker } from './scripted-broker.js';

/** An adapter and the broker that it reads records from. */
export interface Scene {
  readonly topic: OffsetsTopic;
  readonly broker: ScriptedBroker;
  readonly adapter: Adapter;
}

/** Starts scenes; `close` ends them all. */
export function recordsScenes() {
  const closers: (() => Promise<void>)[] = [];
  return {
    async start(
      topic = fakeOffsetsTopic(),
      script: BrokerScript = {},
      options: Partial<WireAdapterOptions> = {},
    ): Promise<Scene> {
      const handlers = { ...topic.handlers, ...script.handlers };
      const broker = await startScriptedBroker({ ...script, handlers });
      closers.push(broker.close);
      const adapter = createWireAdapter({
        host: '127.0.0.1',
        port: broker.port,
        requestTimeoutMs: 2_000,
        ...options,
      });
      closers.push(() => adapter.close());
      return { topic, broker, adapter };
    },
    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

/** A session that has asked something about each of the groups. */
export async function sessionOf(adapter: Adapter, ...groups: readonly string[]): Promise<Session> {
  const session = await adapter.open({ configuration: {} });
  for (const [index, groupId] of groups.entries()) {
    await heartbeat(session, groupId, index + 1);
  }
  return session;
}

export async function heartbeat(session: Session, groupId: string, id: number): Promise<void> {
  await session.send({
    id,
    connection: 'A',
    clientId: null,
    api: 'Heartbeat',
    version: 4,
    body: { groupId, generationId: 1, memberId: 'a' },
  });
  await session.settle();
}

export function asked(broker: ScriptedBroker, api: string): number {
  return broker.received.filter((request) => request.api === api).length;
}

export const generationsOf = (records: readonly LogRecord[]) =>
  records.map(({ value }) => value?.['generation'] ?? null);
