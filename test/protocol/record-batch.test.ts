import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LogEntry, readLogEntries } from '../../src/protocol/record-batch.js';
import {
  type BatchToWrite,
  recordBatch,
  sealed,
  withAttributes,
} from './support/record-batches.js';

const text = (value: string) => new TextEncoder().encode(value);
const two = {
  records: [
    { key: text('a'), value: text('1') },
    { key: text('b'), value: null },
  ],
};

async function entryOf(batch: BatchToWrite): Promise<LogEntry | undefined> {
  return readLogEntries(await recordBatch(batch)).entries[0];
}

function reasonOf(bytes: Uint8Array): string {
  const [entry] = readLogEntries(bytes).entries;
  return entry?.kind === 'unreadable' ? entry.reason : `it is ${entry?.kind}`;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

describe('A record batch', () => {
  const bytes = fc.option(fc.uint8Array({ maxLength: 300 }), { nil: null });
  const record = fc.record({ key: bytes, value: bytes });

  test.each(['none', 'gzip'] as const)(
    'of kafkajs, compressed by %s, is read as it was meant',
    async (compression) => {
      const property = fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 5 }),
        fc.bigInt({ min: 0n, max: 2n ** 40n }),
        async (records, baseOffset) => {
          expect(await entryOf({ baseOffset, records, compression })).toEqual({
            kind: 'records',
            baseOffset,
            nextOffset: baseOffset + BigInt(records.length),
            transactional: false,
            records: records.map(({ key, value }, index) => ({
              offset: baseOffset + BigInt(index),
              key,
              value,
            })),
          });
        },
      );
      await fc.assert(property, { numRuns: 50 });
    },
  );

  test('that compaction has been at keeps its offsets and its end', async () => {
    const entry = await entryOf({
      baseOffset: 10n,
      lastOffsetDelta: 9,
      records: [
        { offsetDelta: 2, key: text('a'), value: text('1') },
        { offsetDelta: 7, key: text('b'), value: text('2') },
      ],
    });
    expect(entry).toMatchObject({ nextOffset: 20n, records: [{ offset: 12n }, { offset: 17n }] });
  });

  test('of which compaction has left nothing still says where the log goes on', async () => {
    const entry = await entryOf({ baseOffset: 10n, lastOffsetDelta: 4, records: [] });
    expect(entry).toMatchObject({ kind: 'records', nextOffset: 15n, records: [] });
  });

  test('may have headers, which are passed over', async () => {
    const [record] = two.records;
    const entry = await entryOf({
      records: [
        { key: text('a'), value: text('1'), headers: { trace: 'x', other: 'y' } },
        ...two.records,
      ],
    });
    expect(entry).toMatchObject({ records: [{}, record, { key: text('b'), value: null }] });
  });

  test('tells a transaction, and a control batch is not looked into', async () => {
    expect(await entryOf({ ...two, transactional: true })).toMatchObject({ transactional: true });
    const control = withAttributes(await recordBatch(two), 0x30);
    expect(readLogEntries(control).entries).toEqual([
      { kind: 'control', baseOffset: 0n, nextOffset: 2n },
    ]);
  });
});

describe('A batch that cannot be read', () => {
  test('says so when a byte of it has changed', async () => {
    const batch = await recordBatch(two);
    const property = fc.property(fc.integer({ min: 17, max: batch.length - 1 }), (at) => {
      const damaged = Uint8Array.from(batch);
      damaged[at] = (damaged[at] ?? 0) ^ 0x20;
      expect(reasonOf(damaged)).toMatch(
        /^its CRC-32C is [0-9a-f]{8}, that of its bytes is [0-9a-f]{8}$/,
      );
    });
    fc.assert(property);
  });

  test.each([
    [2, 'snappy'],
    [3, 'lz4'],
    [4, 'zstd'],
    [7, 'compression 7'],
  ])('names a compression that the kit lacks (%i)', async (attributes, name) => {
    expect(reasonOf(withAttributes(await recordBatch(two), attributes))).toBe(
      `it is compressed by ${name}; the kit reads none and gzip`,
    );
  });

  test('names a format of old', async () => {
    const old = await recordBatch(two);
    old[16] = 1;
    expect(reasonOf(old)).toBe('its format has magic 1; the kit reads 2');
  });

  test('is one that announces what it does not have', async () => {
    const batch = await recordBatch(two);
    const view = new DataView(batch.buffer);
    view.setInt32(57, 3);
    expect(reasonOf(sealed(batch))).toContain('needs 1 byte');
    view.setInt32(57, 1);
    expect(reasonOf(sealed(batch))).toContain('too many at the end');
    view.setInt32(57, -1);
    expect(reasonOf(sealed(batch))).toContain('announces -1 records');
    view.setInt32(57, 2 ** 31 - 1);
    expect(reasonOf(sealed(batch))).toContain('announces 2147483647 elements');
  });

  test('is one whose last offset is before its first, or whose size is none', async () => {
    const backwards = await recordBatch({ ...two, lastOffsetDelta: -2 });
    expect(reasonOf(backwards)).toBe('its last offset is before its first');
    const batch = await recordBatch(two);
    new DataView(batch.buffer).setInt32(8, -5);
    expect(reasonOf(batch)).toBe('it says to be 7 bytes long, which is no batch');
  });

  test('is one that would unpack to more than the limit, or is not packed at all', async () => {
    const value = new Uint8Array(100_000);
    const batch = await recordBatch({ records: [{ key: null, value }], compression: 'gzip' });
    const [entry] = readLogEntries(batch, { maxDecompressedBytes: 50_000 }).entries;
    expect(entry).toMatchObject({ kind: 'unreadable', nextOffset: 1n });
    expect(reasonOf(withAttributes(await recordBatch(two), 1))).toContain('unpacked by gzip');
  });

  test('is followed by what comes behind it', async () => {
    const damaged = await recordBatch(two);
    damaged[30] = 0xff;
    const next = await recordBatch({ ...two, baseOffset: 2n });
    const kinds = readLogEntries(joined(damaged, next)).entries.map(({ kind }) => kind);
    expect(kinds).toEqual(['unreadable', 'records']);
  });
});

describe('The end of a fetch', () => {
  test('may cut the last batch anywhere', async () => {
    const first = await recordBatch(two);
    const second = await recordBatch({ ...two, baseOffset: 2n });
    for (let cut = 0; cut < second.length; cut++) {
      const { entries, unfinishedBytes } = readLogEntries(joined(first, second.subarray(0, cut)));
      expect(entries).toHaveLength(1);
      expect(unfinishedBytes).toBe(cut === 0 ? null : cut < 12 ? 12 : second.length);
    }
  });

  test('is read without an error whatever it is', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(readLogEntries(bytes).entries.every(({ kind }) => kind === 'unreadable')).toBe(true);
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('is read without an error where only the checksum is right', async () => {
    const batch = await recordBatch(two);
    const property = fc.property(
      fc.integer({ min: 23, max: batch.length - 1 }),
      fc.integer({ min: 0, max: 255 }),
      (at, byte) => {
        const changed = Uint8Array.from(batch);
        changed[at] = byte;
        expect(readLogEntries(sealed(changed)).entries).toHaveLength(1);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});
