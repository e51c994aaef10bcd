import type { LogRecord } from '../../reference/runtime/log.js';

/**
 * What a compacted topic keeps: of each key the last record, in the order of those, and no
 * tombstones. A load makes the same groups of it.
 */
export function compacted(records: readonly LogRecord[]): LogRecord[] {
  const last = new Map<string, LogRecord>();
  for (const record of records) {
    const key = keyOf(record);
    last.delete(key);
    if (record.value !== null) last.set(key, record);
  }
  return [...last.values()];
}

function keyOf(record: LogRecord): string {
  return record.keyVersion === 1
    ? JSON.stringify([record.key.group, record.key.topic, record.key.partition])
    : JSON.stringify([record.key.group]);
}
