import type { ResponseOf } from '../../../protocol/apis.js';
import { errorName } from '../../../spec/errors.js';
import { AdapterError } from '../../adapter.js';
import { formatAddress, isSameListener, type WireAddress } from '../address.js';
import type { Control } from '../control.js';
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

/** From version 4 on Metadata can be asked without making what it is asked for. */
const FIRST_WITHOUT_CREATION = 4;

async function askLayout(control: Control, version: number): Promise<Layout> {
  const topics = [{ name: OFFSETS_TOPIC }];
  const body =
    version >= FIRST_WITHOUT_CREATION ? { topics, allowAutoTopicCreation: false } : { topics };
  const answer = await control.ask({ api: 'Metadata', version, body });
  const where = formatAddress(control.address);
  const topic = answer.topics.find(({ name }) => name === OFFSETS_TOPIC);
  if (topic === undefined) {
    throw new AdapterError(`${where} answers Metadata for ${OFFSETS_TOPIC} without that topic`);
  }
  if (topic.errorCode !== 0) {
    throw new AdapterError(
      `${where} answers Metadata for ${OFFSETS_TOPIC} with ${errorName(topic.errorCode)}`,
    );
  }
  if (topic.partitions.length === 0) {
    throw new AdapterError(`${where} has ${OFFSETS_TOPIC} without any partition`);
  }
  return {
    partitions: topic.partitions.length,
    leaders: leadersOf(control.address, answer.brokers, topic.partitions),
  };
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
