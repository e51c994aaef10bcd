import type { LogRecord, OffsetKey } from '../../../reference/runtime/log.js';
import { recordSchema } from '../../protocol/apis.js';
import { GROUP_METADATA_KEY_VERSION } from '../../protocol/group-records.js';
import { messageSize } from '../../protocol/message-size.js';

/** Header of a record batch of format 2, up to and including the number of records. */
const BATCH_OVERHEAD = 61;

/** Both key and value say their version first. */
const VERSION_BYTES = 2;

/** Attributes, timestamp delta and number of headers, each 0 and so one byte. */
const RECORD_OVERHEAD = 3;

/** Bytes that the log takes for the records as one uncompressed batch of format 2 (RT-05). */
export function batchSize(records: readonly LogRecord[]): number {
  return records.reduce(
    (size, record, offsetDelta) => size + recordSize(record, offsetDelta),
    BATCH_OVERHEAD,
  );
}

function recordSize(record: LogRecord, offsetDelta: number): number {
  const key = keySize(record);
  const value = valueSize(record);
  const body =
    RECORD_OVERHEAD +
    varintSize(offsetDelta) +
    varintSize(key) +
    key +
    varintSize(value ?? -1) +
    (value ?? 0);
  return varintSize(body) + body;
}

function keySize(record: LogRecord): number {
  return record.keyVersion === 1
    ? offsetKeySize(record.key)
    : VERSION_BYTES +
        messageSize(recordSchema('GroupMetadataKey'), GROUP_METADATA_KEY_VERSION, record.key);
}

/** RECORD-08: version, group and topic with their lengths, partition. */
function offsetKeySize({ group, topic }: OffsetKey): number {
  return 2 + 2 + Buffer.byteLength(group) + 2 + Buffer.byteLength(topic) + 4;
}

/** Null for a tombstone. Offsets are written as tombstones only. */
function valueSize({ keyVersion, valueVersion, value }: LogRecord): number | null {
  if (keyVersion === 1 || valueVersion === null || value === null) return null;
  return VERSION_BYTES + messageSize(recordSchema('GroupMetadataValue'), valueVersion, value);
}

/** Zigzag, 7 bits a byte. */
function varintSize(value: number): number {
  let rest = ((value << 1) ^ (value >> 31)) >>> 0;
  let size = 1;
  for (; rest > 0x7f; rest >>>= 7) size++;
  return size;
}
