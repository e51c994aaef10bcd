import { randomUUID } from 'node:crypto';
import { createHandlers } from './apis/index.js';
import { type Broker, NODE_ID } from './broker.js';
import { createClock } from './clock.js';
import type { Configuration } from './configuration.js';
import type { Connection } from './connection.js';
import {
  type CreateCoordinator,
  createCoordinatorHost,
  type HostOptions,
} from './coordinator-host.js';
import { createDispatch, type Served } from './dispatch.js';
import { createInterferences, type Interferences } from './interference.js';
import { DEFAULT_LIMITS, type ServerLimits } from './limits.js';
import { type KafkaListener, listenForClients } from './listener.js';
import { ServerError } from './server-error.js';
import { createTopics } from './topics.js';

export interface ServerOptions {
  readonly createCoordinator: CreateCoordinator;
  /** Every setting that the coordinator needs, and whatever else DescribeConfigs is to tell. */
  readonly configuration: Configuration;
  /** Bytes that records take as one batch; absent: any number of them fits. */
  readonly sizeOf?: HostOptions['sizeOf'];
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Topics that are there from the beginning, with the number of their partitions. */
  readonly topics: ReadonlyMap<string, number>;
  /** Partitions of a topic that is made because a client asks for it; 0: none is made so. */
  readonly autoCreatePartitions: number;
  readonly limits?: Partial<ServerLimits>;
  readonly onServed?: (served: Served) => void;
  /** The reason is null when the client ended the connection. */
  readonly onClosed?: (connection: Connection, reason: string | null) => void;
  /** What went wrong inside, in a sentence. */
  readonly onFault?: (sentence: string) => void;
}

/** The reference behind a port of its own that speaks Kafka's protocol. */
export interface KafkaServer {
  readonly broker: Broker;
  readonly listener: KafkaListener;
  readonly interferences: Interferences;
  /** Closes every socket and stops every timer. */
  close(): Promise<void>;
}

/** Any will do: clients only compare it. */
const CLUSTER_ID = 'groupspec';

/** @throws ServerError when the address cannot be had */
export async function startServer(options: ServerOptions): Promise<KafkaServer> {
  const { configuration, createCoordinator, sizeOf, onFault = () => {} } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const topics = createTopics(limits);
  for (const [name, partitions] of options.topics) {
    if (topics.create(name, partitions) !== null) continue;
    throw new ServerError(`all topics together may have ${limits.maxPartitions} partitions`);
  }
  const host = createCoordinatorHost({
    createCoordinator,
    configuration,
    ids: randomUUID,
    clock: createClock(),
    onFault,
    ...(sizeOf === undefined ? {} : { sizeOf }),
  });
  const listening = { host: options.host, port: options.port };
  const broker: Broker = {
    nodeId: NODE_ID,
    clusterId: CLUSTER_ID,
    configuration,
    host,
    topics,
    autoCreatePartitions: options.autoCreatePartitions,
    forwarding: null,
    listener: listening,
  };
  const interferences = createInterferences();
  const serve = createDispatch({
    handlers: createHandlers(broker),
    maxElements: limits.maxElements,
    interferences,
    onServed: options.onServed ?? (() => {}),
  });
  try {
    const listener = await listenForClients({
      ...listening,
      limits,
      serve,
      onClosed: options.onClosed ?? (() => {}),
    });
    listening.port = listener.port;
    return {
      broker,
      listener,
      interferences,
      async close() {
        host.close();
        await listener.close();
      },
    };
  } catch (error) {
    host.close();
    throw error;
  }
}
