import type { ResponseOf } from '../../../protocol/apis.js';
import { errorName } from '../../../spec/errors.js';
import { AdapterError } from '../../adapter.js';
import { formatAddress, isSameListener, type WireAddress } from '../address.js';
import type { Control, ControlRequest } from '../control.js';
import { jointRun } from '../joint-run.js';

export const OFFSETS_TOPIC = '__consumer_offsets';

/** Where the partitions of the offsets topic are, as far as Metadata tells. */
export interface OffsetsTopic {
  /** Number of partitions, which never changes. Rejects with AdapterError when it is not known. */
  partitions(): Promise<number>;
  /**
   * The broker that has the log of a partition; undefined while none has. Rejects with
   * AdapterError.
   */
  leaderOf(partition: number): Promise<WireAddress | undefined>;
  /** Asks again. Rejects with AdapterError. */
  refresh(): Promise<void>;
}

interface Layout {
  readonly partitions: number;
  readonly leaders: ReadonlyMap<number, WireAddress>;
}

/**
 * @param control to any broker of the cluster
 * @param version of Metadata
 */
export function createOffsetsTopic(control: Control, version: number): OffsetsTopic {
  let layout: Promise<Layout> | undefined;
  const ask = jointRun(() => askLayout(control, version));

  /** After a failure the next call asks again. */
  function known(): Promise<Layout> {
    return layout ?? asked();
  }

  function asked(): Promise<Layout> {
    const asking = ask();
    layout = asking;
    asking.catch(() => {
      if (layout === asking) layout = undefined;
    });
    return asking;
  }

  return {
    partitions: async () => (await known()).partitions,
    leaderOf: async (partition) => (await known()).leaders.get(partition),
    refresh: async () => void (await asked()),
  };
}

/** Before it Metadata made every topic that it was asked for by name. */
const FIRST_WITHOUT_CREATION = 4;
const FIRST_WITH_INTERNAL = 1;

function metadataRequest(version: number): ControlRequest<'Metadata'> {
  const topics = [{ name: OFFSETS_TOPIC }];
  if (version >= FIRST_WITHOUT_CREATION) {
    return { api: 'Metadata', version, body: { topics, allowAutoTopicCreation: false } };
  }
  // All that there are.
  return { api: 'Metadata', version, body: { topics: version === 0 ? [] : null } };
}

async function askLayout(control: Control, version: number): Promise<Layout> {
  const answer = await control.ask(metadataRequest(version));
  const topic = answer.topics.find(({ name }) => name === OFFSETS_TOPIC);
  const fault = faultOf(topic, version);
  if (topic === undefined || fault !== null) {
    throw new AdapterError(`${formatAddress(control.address)} ${fault}`);
  }
  return {
    partitions: topic.partitions.length,
    leaders: leadersOf(control.address, answer.brokers, topic.partitions),
  };
}

/** Why the topic is none to read records from. */
function faultOf(topic: Metadata['topics'][number] | undefined, version: number): string | null {
  if (topic === undefined) return `has no topic ${OFFSETS_TOPIC}`;
  if (topic.errorCode !== 0) {
    return `answers Metadata for ${OFFSETS_TOPIC} with ${errorName(topic.errorCode)}`;
  }
  if (!topic.isInternal && version >= FIRST_WITH_INTERNAL) {
    return `has a topic ${OFFSETS_TOPIC} that it does not call internal, so it is somebody else's`;
  }
  return topic.partitions.length === 0 ? `has ${OFFSETS_TOPIC} without any partition` : null;
}

type Metadata = ResponseOf<'Metadata'>;

/**
 * A cluster of one broker has all partitions where it was found: it may advertise an address that
 * does not work from here.
 */
function leadersOf(
  given: WireAddress,
  brokers: Metadata['brokers'],
  partitions: Metadata['topics'][number]['partitions'],
): ReadonlyMap<number, WireAddress> {
  const leaders = new Map<number, WireAddress>();
  for (const { partitionIndex, leaderId } of partitions) {
    const leader = brokers.find(({ nodeId }) => nodeId === leaderId);
    if (leader === undefined) continue;
    const isGiven = brokers.length === 1 || isSameListener(given, leader);
    leaders.set(partitionIndex, isGiven ? given : { host: leader.host, port: leader.port });
  }
  return leaders;
}
