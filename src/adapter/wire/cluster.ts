import type { ResponseOf } from '../../protocol/apis.js';
import { AdapterError, type Configuration } from '../adapter.js';
import { isSameListener, type WireAddress } from './address.js';
import { type Advertised, commonVersion } from './api-versions.js';
import { type Control, UnreadableAnswerError } from './control.js';

export interface BrokerNode extends WireAddress {
  readonly nodeId: number;
}

/**
 * Brokers as Metadata lists them. Empty when the broker does not tell: the kit then takes the given
 * address for the only one. Rejects with AdapterError when there is no answer at all.
 *
 * @param explain called when the answer is unreadable or the connection was cut; throws if it
 *   knows why
 */
export async function askNodes(
  control: Control,
  advertised: Advertised,
  explain: () => Promise<void>,
): Promise<readonly BrokerNode[]> {
  const version = commonVersion(advertised, 'Metadata');
  if (version === undefined) return [];
  const body = version >= 4 ? { topics: [], allowAutoTopicCreation: false } : { topics: [] };
  try {
    return (await control.ask({ api: 'Metadata', version, body })).brokers;
  } catch (error) {
    if (!(error instanceof UnreadableAnswerError)) throw error;
    await explain();
    return [];
  }
}

/** Broker configuration that cases depend on. */
const RELEVANT_CONFIGURATION = [
  'group.min.session.timeout.ms',
  'group.max.session.timeout.ms',
  'group.initial.rebalance.delay.ms',
  'group.max.size',
  'offsets.commit.timeout.ms',
  'group.coordinator.append.linger.ms',
];

const BROKER_RESOURCE = 4;
/** A broker describes only itself, so nodes are tried in turn; a large cluster is not searched. */
const MAX_NODES_ASKED = 8;

type DescribedResource = ResponseOf<'DescribeConfigs'>['results'][number];

/**
 * What DescribeConfigs says. Brokers without it, or that refuse it, leave everything unknown: that
 * is no fault, the suite has defaults.
 *
 * @param nodeIds the likely ids of the broker at the given address, likeliest first
 */
export async function askConfiguration(
  control: Control,
  advertised: Advertised,
  nodeIds: readonly number[],
): Promise<Configuration> {
  const version = commonVersion(advertised, 'DescribeConfigs');
  if (version === undefined) return {};
  for (const nodeId of nodeIds.slice(0, MAX_NODES_ASKED)) {
    const resource = {
      resourceType: BROKER_RESOURCE,
      resourceName: String(nodeId),
      configurationKeys: RELEVANT_CONFIGURATION,
    };
    try {
      const answer = await control.ask({
        api: 'DescribeConfigs',
        version,
        body: { resources: [resource] },
      });
      const [described] = answer.results;
      if (described?.errorCode === 0) return numbersOf(described);
    } catch (error) {
      if (error instanceof AdapterError) return {};
      throw error;
    }
  }
  return {};
}

function numbersOf(resource: DescribedResource): Configuration {
  const found: Record<string, number> = {};
  for (const { name, value } of resource.configs) {
    if (RELEVANT_CONFIGURATION.includes(name) && value !== null && /^-?\d+$/.test(value)) {
      found[name] = Number(value);
    }
  }
  return found;
}

/** Ids of the nodes, the one at the given address first. */
export function nodeIdsFor(
  given: WireAddress,
  nodes: readonly BrokerNode[],
  coordinatorId: number | undefined,
): number[] {
  const matching = nodes.filter((node) => isSameListener(given, node));
  const ids = [...matching, ...nodes].map((node) => node.nodeId);
  // Some mocks name a coordinator that their Metadata does not list.
  return [...new Set(coordinatorId === undefined ? ids : [...ids, coordinatorId])];
}
