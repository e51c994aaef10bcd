import type { Configuration } from './configuration.js';
import type { CoordinatorHost } from './coordinator-host.js';
import { isWildcard } from './host-text.js';
import type { Topics } from './topics.js';

/** The one broker of the cluster that clients see. */
export interface Broker {
  readonly nodeId: number;
  readonly clusterId: string;
  readonly configuration: Configuration;
  readonly host: CoordinatorHost;
  readonly topics: Topics;
  /** Partitions of a topic that is made because a client asks for it; 0: none is made so. */
  readonly autoCreatePartitions: number;
  /** What FindCoordinator names while the coordinator is away; null: COORDINATOR_NOT_AVAILABLE. */
  forwarding: Listener | null;
  /** Where this broker listens. */
  readonly listener: Listener;
}

export interface Listener {
  readonly host: string;
  readonly port: number;
}

export const NODE_ID = 1;
/** Node id of a coordinator that has moved away; no broker of the cluster has it. */
export const OTHER_NODE_ID = 2;

/** Where a client can reach this broker, who came in by `localHost`. */
export function listenerFor({ listener }: Broker, localHost: string): Listener {
  return isWildcard(listener.host) ? { host: localHost, port: listener.port } : listener;
}
