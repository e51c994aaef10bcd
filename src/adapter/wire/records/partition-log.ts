import { setTimeout as delay } from 'node:timers/promises';
import type { ResponseOf } from '../../../protocol/apis.js';
import { errorCode, errorName, errorTable } from '../../../spec/errors.js';
import { AdapterError, ImplementationGoneError } from '../../adapter.js';
import { formatAddress, type WireAddress } from '../address.js';
import type { Control } from '../control.js';
import { OFFSETS_TOPIC, type OffsetsTopic } from './offsets-topic.js';

/** The log of one partition of the offsets topic, wherever its leader is. */
export interface PartitionLog {
  /** For messages, e.g. `__consumer_offsets-3`. */
  readonly name: string;
  /** Where the next record becomes readable. Rejects with AdapterError. */
  endOffset(): Promise<bigint>;
  /** What there is from an offset on, or that it is not in the log. Rejects with AdapterError. */
  fetch(from: bigint, options: FetchOptions): Promise<Fetched | 'out-of-range'>;
}

export interface FetchOptions {
  readonly maxBytes: number;
  /** How long the broker may wait, in ms, for anything to be there. */
  readonly waitMs: number;
}

export interface Fetched {
  readonly records: Uint8Array;
  /** The end of what can be read: records beyond it are not committed yet. */
  readonly highWatermark: bigint;
  /** How long the broker wants not to be asked again (KIP-219), in ms. */
  readonly throttleTimeMs: number;
}

export interface PartitionLogParts {
  readonly topic: OffsetsTopic;
  controlOf(address: WireAddress): Control;
  readonly versions: { readonly fetch: number; readonly listOffsets: number };
  /** For one answer, all moves of the leader included, in ms. */
  readonly timeoutMs: number;
}

/** What was asked for, or the error that was answered in its place. */
type Reply<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'refused'; readonly errorCode: number };

/** Not a replica, and what is not committed by its transaction may be read as well. */
const CONSUMER = { replicaId: -1, isolationLevel: 0 } as const;
/** ListOffsets takes it for the end of the log. */
const LATEST = -1n;
const FIRST_WITH_ISOLATION_LEVEL = 2;
const RETRY_DELAY_MS = 50;

export function createPartitionLog(parts: PartitionLogParts, partition: number): PartitionLog {
  const { topic, versions, timeoutMs } = parts;
  const name = `${OFFSETS_TOPIC}-${partition}`;

  /** Asks the leader, and follows it when it moves. */
  async function ask<Value>(
    api: 'Fetch' | 'ListOffsets',
    read: (leader: Control) => Promise<Reply<Value>>,
  ): Promise<Value> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const leader = await topic.leaderOf(partition);
      const reply = leader === undefined ? noLeader() : await askAt(leader, read);
      if (reply.kind === 'value') return reply.value;
      const inTime = performance.now() + RETRY_DELAY_MS <= deadline;
      if (!inTime || errorTable().byCode.get(reply.errorCode)?.retriable !== true) {
        throw new AdapterError(
          leader === undefined
            ? `${name} has had no leader for ${timeoutMs} ms`
            : `${formatAddress(leader)} answers ${api} for ${name} with ${errorName(reply.errorCode)}`,
        );
      }
      await delay(RETRY_DELAY_MS);
      await topic.refresh();
    }
  }

  /** A leader that cannot be asked may have been succeeded by another. */
  async function askAt<Value>(
    leader: WireAddress,
    read: (leader: Control) => Promise<Reply<Value>>,
  ): Promise<Reply<Value>> {
    try {
      return await read(parts.controlOf(leader));
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      await topic.refresh().catch((second: unknown) => {
        throw second instanceof ImplementationGoneError ? second : error;
      });
      const now = await topic.leaderOf(partition);
      if (now !== undefined && formatAddress(now) === formatAddress(leader)) throw error;
      return noLeader();
    }
  }

  /** Of the partition's part of an answer. */
  function replyOf<Part extends { readonly errorCode: number }, Value>(
    leader: Control,
    api: string,
    part: Part | undefined,
    value: (part: Part) => Value,
  ): Reply<Value> {
    if (part === undefined) {
      const where = formatAddress(leader.address);
      throw new AdapterError(`${where} answers ${api} for ${name} without that partition`);
    }
    return part.errorCode === 0 ? { kind: 'value', value: value(part) } : refused(part);
  }

  return {
    name,

    endOffset: () =>
      ask('ListOffsets', async (leader) => {
        const { replicaId, isolationLevel } = CONSUMER;
        const partitions = [{ partitionIndex: partition, timestamp: LATEST }];
        const answer = await leader.ask({
          api: 'ListOffsets',
          version: versions.listOffsets,
          body: {
            replicaId,
            ...(versions.listOffsets < FIRST_WITH_ISOLATION_LEVEL ? {} : { isolationLevel }),
            topics: [{ name: OFFSETS_TOPIC, partitions }],
          },
        });
        const part = listedPart(answer, partition);
        return replyOf(leader, 'ListOffsets', part, ({ offset }) => offset);
      }),

    fetch: (from, { maxBytes, waitMs }) =>
      ask<Fetched | 'out-of-range'>('Fetch', async (leader) => {
        const wanted = { partition, fetchOffset: from, partitionMaxBytes: maxBytes };
        const answer = await leader.ask({
          api: 'Fetch',
          version: versions.fetch,
          body: {
            ...CONSUMER,
            maxWaitMs: waitMs,
            minBytes: waitMs > 0 ? 1 : 0,
            maxBytes,
            topics: [{ topic: OFFSETS_TOPIC, partitions: [wanted] }],
          },
        });
        if (answer.errorCode !== 0) return refused(answer);
        const part = fetchedPart(answer, partition);
        if (part !== undefined && errorName(part.errorCode) === 'OFFSET_OUT_OF_RANGE') {
          return { kind: 'value', value: 'out-of-range' };
        }
        const { throttleTimeMs } = answer;
        return replyOf(leader, 'Fetch', part, ({ records, highWatermark }) => {
          return { records: records ?? new Uint8Array(), highWatermark, throttleTimeMs };
        });
      }),
  };
}

function refused({ errorCode }: { readonly errorCode: number }): Reply<never> {
  return { kind: 'refused', errorCode };
}

function noLeader(): Reply<never> {
  return { kind: 'refused', errorCode: errorCode('LEADER_NOT_AVAILABLE') };
}

function listedPart(answer: ResponseOf<'ListOffsets'>, partition: number) {
  return answer.topics
    .find(({ name }) => name === OFFSETS_TOPIC)
    ?.partitions.find(({ partitionIndex }) => partitionIndex === partition);
}

function fetchedPart(answer: ResponseOf<'Fetch'>, partition: number) {
  return answer.responses
    .find(({ topic }) => topic === OFFSETS_TOPIC)
    ?.partitions.find(({ partitionIndex }) => partitionIndex === partition);
}
