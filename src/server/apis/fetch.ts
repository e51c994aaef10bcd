import type { RequestOf } from '../../protocol/apis.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { errorCode } from '../../spec/errors.js';
import type { Broker } from '../broker.js';
import type { Exchange, Handler } from '../exchange.js';
import type { PartitionLog } from '../partition-log.js';
import type { Topic, Topics } from '../topics.js';

type Body = RequestOf<'Fetch'>;
type RequestedTopic = Body['topics'][number];
type RequestedPartition = RequestedTopic['partitions'][number];

/** From here on topics have ids in place of their names (KIP-516). */
const TOPIC_IDS_SINCE = 13;
/** What one answer holds at most, whatever the client would take, in bytes. */
const MOST_BYTES = 16 * 1024 * 1024;
/** What `setTimeout` takes. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

interface Result {
  readonly body: MessageBody;
  readonly bytes: number;
  /** Whether there is something to say that is not worth waiting for. */
  readonly failed: boolean;
}

/**
 * Waits for records, up to the client's own limit. No fetch sessions are kept (KIP-227): session id
 * 0 in the answer tells a client to name all its partitions every time.
 */
export function fetch(broker: Broker): Handler<'Fetch'> {
  return (exchange) => {
    const { body, version } = exchange;
    if (body.sessionId !== 0) {
      return exchange.answer({ errorCode: errorCode('FETCH_SESSION_ID_NOT_FOUND') });
    }
    const read = () => readAll(broker.topics, body, version);
    const first = read();
    if (first.failed || first.bytes >= body.minBytes || body.maxWaitMs <= 0) {
      return exchange.answer(first.body);
    }
    waitForRecords(broker.topics, exchange, read);
  };
}

function waitForRecords(topics: Topics, exchange: Exchange<'Fetch'>, read: () => Result): void {
  const { body, version, peer } = exchange;
  let stopWaiting: (() => void)[] = [];
  const stop = () => {
    for (const one of stopWaiting) one();
    stopWaiting = [];
  };
  const finish = () => {
    stop();
    exchange.answer(read().body);
  };
  const logs = new Set(
    body.topics.flatMap((topic) =>
      topic.partitions.flatMap(
        ({ partition }) => topicOf(topics, topic, version)?.partitions[partition] ?? [],
      ),
    ),
  );
  const listen = () => {
    stopWaiting = stopWaiting.concat([...logs].map((log) => log.onAppend(onAppend)));
  };
  const onAppend = () => {
    const { bytes, failed } = read();
    if (failed || bytes >= body.minBytes) return finish();
    stop();
    listen();
    watch();
  };
  const deadline = performance.now() + body.maxWaitMs;
  const watch = () => {
    const rest = Math.min(Math.max(0, deadline - performance.now()), LONGEST_WAIT_MS);
    const timer = setTimeout(finish, rest);
    stopWaiting.push(() => clearTimeout(timer), peer.onGone(stop));
  };
  listen();
  watch();
}

function readAll(topics: Topics, body: Body, version: number): Result {
  let room = Math.min(Math.max(body.maxBytes, 0), MOST_BYTES);
  let bytes = 0;
  let failed = false;
  const responses = body.topics.map((requested) => {
    const topic = topicOf(topics, requested, version);
    return {
      topic: requested.topic,
      topicId: requested.topicId,
      partitions: requested.partitions.map((partition) => {
        const log = topic?.partitions[partition.partition];
        const error = whyNotRead(log, partition, version);
        failed ||= error !== null;
        const records = log === undefined || error !== null ? [] : recordsOf(log, partition, room);
        const size = records.reduce((sum, batch) => sum + batch.length, 0);
        room -= size;
        bytes += size;
        return described(partition, log, error, Buffer.concat(records));
      }),
    };
  });
  return { body: { responses }, bytes, failed };
}

function topicOf(
  topics: Topics,
  { topic, topicId }: Pick<RequestedTopic, 'topic' | 'topicId'>,
  version: number,
): Topic | undefined {
  return version < TOPIC_IDS_SINCE ? topics.byName(topic) : topics.byId(topicId);
}

function whyNotRead(
  log: PartitionLog | undefined,
  { fetchOffset }: RequestedPartition,
  version: number,
): string | null {
  if (log === undefined) {
    return version < TOPIC_IDS_SINCE ? 'UNKNOWN_TOPIC_OR_PARTITION' : 'UNKNOWN_TOPIC_ID';
  }
  return fetchOffset < log.startOffset || fetchOffset > log.endOffset
    ? 'OFFSET_OUT_OF_RANGE'
    : null;
}

/** Nothing once the answer is full; the partition's own limit never keeps its first batch back. */
function recordsOf(
  log: PartitionLog,
  { fetchOffset, partitionMaxBytes }: RequestedPartition,
  room: number,
): readonly Uint8Array[] {
  return room <= 0 ? [] : log.read(fetchOffset, Math.min(partitionMaxBytes, room));
}

function described(
  { partition }: RequestedPartition,
  log: PartitionLog | undefined,
  error: string | null,
  records: Uint8Array,
): MessageBody {
  const known = error === null ? log : undefined;
  return {
    partitionIndex: partition,
    errorCode: errorCode(error ?? 'NONE'),
    highWatermark: known?.endOffset ?? -1n,
    lastStableOffset: known?.endOffset ?? -1n,
    logStartOffset: known?.startOffset ?? -1n,
    records,
  };
}
