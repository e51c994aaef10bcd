import { partitionOfGroup } from '../../../protocol/group-partition.js';
import { AdapterError } from '../../adapter.js';
import type { WireAddress } from '../address.js';
import { type Advertised, commonVersion } from '../api-versions.js';
import type { Control } from '../control.js';
import { createOffsetsTopic, type OffsetsTopic } from './offsets-topic.js';
import { createPartitionLog, type PartitionLog } from './partition-log.js';
import {
  createPartitionReader,
  type PartitionReader,
  type WatchedGroup,
} from './partition-reader.js';

/**
 * Records of groups as any consumer sees them: the offsets topic is an ordinary one to who may read
 * it.
 *
 *      session ─ watch('g') ─▶ partition of 'g' ─▶ ListOffsets: from here on
 *      session ─ take() ──────▶ one fetch for all who wait, up to the high watermark ─▶ their groups
 */
export interface RecordsSource {
  /** Keeps what is written for the group from now on. Rejects with AdapterError. */
  watch(group: string): Promise<WatchedGroup>;
}

/** Whether the offsets topic can be read, or why not. */
export type RecordsAccess =
  | { readonly kind: 'readable' }
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface RecordsParts {
  /** To any broker of the cluster. */
  readonly control: Control;
  /** To a broker; not shared with requests that show how long it takes to answer. */
  controlOf(address: WireAddress): Control;
  readonly advertised: Advertised;
  /** For one answer, and for a leader to be found, in ms. */
  readonly timeoutMs: number;
  /** A larger answer ends its connection. */
  readonly maxFrameBytes: number;
}

const FETCH_BYTES = 1024 * 1024;
/** What an answer to Fetch has around its records, generously. */
const OVERHEAD_BYTES = 64 * 1024;
const MAX_UNTAKEN = 10_000;

interface Logs {
  readonly topic: OffsetsTopic;
  logOf(partition: number): PartitionLog;
}

/** Tries to read as `watch` and `take` would for this group. */
export async function tryRecords(parts: RecordsParts, group: string): Promise<RecordsAccess> {
  const logs = openLogs(parts);
  if (typeof logs === 'string') return { kind: 'unreadable', reason: logs };
  try {
    const log = logs.logOf(partitionOfGroup(group, await logs.topic.partitions()));
    const end = await log.endOffset();
    await log.fetch(end, { maxBytes: FETCH_BYTES, waitMs: 0 });
    return { kind: 'readable' };
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    return { kind: 'unreadable', reason: error.message };
  }
}

/** Throws AdapterError where {@link tryRecords} has found an API missing. */
export function createRecordsSource(parts: RecordsParts): RecordsSource {
  const logs = openLogs(parts);
  if (typeof logs === 'string') throw new AdapterError(logs);
  const readers = new Map<number, PartitionReader>();
  const { timeoutMs, maxFrameBytes } = parts;
  const maxFetchBytes = Math.max(1, maxFrameBytes - OVERHEAD_BYTES);
  const limits = {
    fetchBytes: Math.min(FETCH_BYTES, maxFetchBytes),
    maxFetchBytes,
    maxUntaken: MAX_UNTAKEN,
    timeoutMs,
  };
  return {
    async watch(group) {
      const partition = partitionOfGroup(group, await logs.topic.partitions());
      const reader = readers.get(partition) ?? createPartitionReader(logs.logOf(partition), limits);
      readers.set(partition, reader);
      return reader.watch(group);
    },
  };
}

/** Later versions of Fetch know topics by their ids alone (KIP-516). */
const NAMED_TOPICS = 12;

/** Or a sentence on the API that is missing. */
function openLogs({ control, controlOf, advertised, timeoutMs }: RecordsParts): Logs | string {
  const metadata = commonVersion(advertised, 'Metadata');
  const fetch = commonVersion(advertised, 'Fetch', NAMED_TOPICS);
  const listOffsets = commonVersion(advertised, 'ListOffsets');
  if (metadata === undefined || fetch === undefined || listOffsets === undefined) {
    const versions = { Metadata: metadata, Fetch: fetch, ListOffsets: listOffsets };
    const missing = Object.entries(versions).filter(([, version]) => version === undefined);
    return `the implementation serves no version of ${missing.map(([api]) => api).join(' and ')} that the kit speaks`;
  }
  const topic = createOffsetsTopic(control, metadata);
  const parts = { topic, controlOf, versions: { fetch, listOffsets }, timeoutMs };
  return { topic, logOf: (partition) => createPartitionLog(parts, partition) };
}
