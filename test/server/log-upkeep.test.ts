import { describe, expect, it } from 'vitest';
import type { LogRecord } from '../../reference/runtime/log.js';
import { completeGroupMetadataValue } from '../../src/protocol/group-records.js';
import { offsetRecord, offsetTombstone } from '../../src/server/committed-offsets.js';
import { compacted } from '../../src/server/compaction.js';
import { createRecordHistory } from '../../src/server/record-history.js';

function group(id: string, generation: number | null): LogRecord {
  const value = generation === null ? null : completeGroupMetadataValue({ generation });
  return { keyVersion: 2, key: { group: id }, valueVersion: value && 3, value };
}

function offset(id: string, partition: number, at: bigint): LogRecord {
  const key = { group: id, topic: 't', partition };
  return offsetRecord(key, { offset: at, leaderEpoch: -1, metadata: '', commitTimestamp: 0n });
}

describe('A compacted log', () => {
  it('has the last record of every key, in their order', () => {
    const log = [
      group('a', 1),
      offset('a', 0, 1n),
      group('b', 1),
      offset('a', 0, 2n),
      group('a', 2),
    ];
    expect(compacted(log)).toEqual([group('b', 1), offset('a', 0, 2n), group('a', 2)]);
  });

  it('has nothing of what was removed', () => {
    const key = { group: 'a', topic: 't', partition: 0 };
    const log = [group('a', 1), offset('a', 0, 1n), offset('a', 1, 1n), offsetTombstone(key)];
    expect(compacted([...log, group('a', null)])).toEqual([offset('a', 1, 1n)]);
  });

  it('takes a group and the offset of a topic for two things', () => {
    const log = [group('a', 1), offset('a', 0, 1n)];
    expect(compacted(log)).toEqual(log);
  });
});

describe('The history of records', () => {
  const numbers = (from: { number: number }[]) => from.map(({ number }) => number);

  it('counts on while it forgets the oldest', () => {
    const history = createRecordHistory({ maxRecords: 2, maxBytes: 100 });
    for (const generation of [1, 2, 3]) history.add(group('a', generation), 1);
    expect(history.end).toBe(3);
    expect(history.from(0)).toEqual([
      { number: 1, record: group('a', 2) },
      { number: 2, record: group('a', 3) },
    ]);
    expect(numbers(history.from(2))).toEqual([2]);
    expect(history.from(3)).toEqual([]);
  });

  it('has few large records, but always the last', () => {
    const history = createRecordHistory({ maxRecords: 100, maxBytes: 10 });
    for (const bytes of [4, 4, 4]) history.add(group('a', 1), bytes);
    expect(numbers(history.from(0))).toEqual([1, 2]);
    history.add(group('a', 1), 1_000);
    expect(numbers(history.from(0))).toEqual([3]);
  });
});
