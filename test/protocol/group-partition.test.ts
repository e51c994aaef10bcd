import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partitionOfGroup } from '../../src/protocol/group-partition.js';

test('the partition of a group follows the hash that Java has of its id', () => {
  // Their hashes are 99162322 and -1693017210.
  expect(partitionOfGroup('hello', 50)).toBe(22);
  expect(partitionOfGroup('analytics', 50)).toBe(10);
  expect(partitionOfGroup('', 50)).toBe(0);
});

test('the least of all hashes counts as 0', () => {
  expect(partitionOfGroup('polygenelubricants', 7)).toBe(0);
});

test('it is the absolute value of the hash in 32 bits, over UTF-16 units', () => {
  const property = fc.property(
    fc.string({ unit: 'binary' }),
    fc.integer({ min: 1, max: 1_000 }),
    (id, partitions) => {
      const units = Array.from({ length: id.length }, (_, index) => BigInt(id.charCodeAt(index)));
      const sum = units.reduce((hash, unit) => hash * 31n + unit, 0n);
      const hash = BigInt.asIntN(32, sum);
      const positive = hash === -(2n ** 31n) ? 0n : hash < 0n ? -hash : hash;
      expect(partitionOfGroup(id, partitions)).toBe(Number(positive % BigInt(partitions)));
    },
  );
  fc.assert(property);
});
