import { describe, expect, it } from 'vitest';
import { interleave } from '../../scripts/bench/interleave.js';
import { comparison } from '../../scripts/bench/row.js';
import { spreadOf, spreadOfRatios } from '../../scripts/bench/statistics.js';
import { table } from '../../scripts/bench/table.js';

describe('A spread', () => {
  it('is the median between its quartiles, whatever the order', () => {
    expect(spreadOf([9, 1, 5, 3, 7])).toEqual({ median: 5, low: 3, high: 7 });
  });

  it('lies between two values where there is none in the middle', () => {
    expect(spreadOf([1, 2, 3, 4])).toEqual({ median: 2.5, low: 1.75, high: 3.25 });
  });

  it('of a single value is that value', () => {
    expect(spreadOf([4])).toEqual({ median: 4, low: 4, high: 4 });
  });

  it('of nothing is an error', () => {
    expect(() => spreadOf([])).toThrow('nothing was measured');
  });

  it('of ratios compares what was measured in the same round', () => {
    // One round was ten times as slow for both.
    expect(spreadOfRatios([2, 20, 2], [1, 10, 1])).toEqual({ median: 2, low: 2, high: 2 });
  });
});

describe('A comparison', () => {
  const other = { name: 'theirs', times: [4, 40, 6] };

  it('says how many times as fast we are, and whether that was the goal', () => {
    const row = comparison('it', 'µs', [2, 20, 3], other, 2);
    expect(row.ratio?.median).toBe(2);
    expect(row.goal).toEqual({ text: '2 times as fast', held: true });
    expect(comparison('it', 'µs', [2, 20, 3], other, 3).goal?.held).toBe(false);
  });

  it('has no goal unless one is given', () => {
    expect(comparison('it', 'µs', [2, 20, 3], other, null).goal).toBeNull();
  });
});

describe('Interleaving', () => {
  it('takes sides in turn, the other way round every second time, and forgets the warm-up', async () => {
    const order: string[] = [];
    let count = 0;
    const side = (name: string) => () => {
      order.push(name);
      return ++count;
    };
    const measured = await interleave({ a: side('a'), b: side('b') }, { rounds: 2, warmUp: 1 });
    expect(order.join('')).toBe('baabba');
    expect(measured).toEqual({ a: [3, 6], b: [4, 5] });
  });
});

describe('The table', () => {
  const spread = { median: 1.23456, low: 1, high: 2345.6 };

  it('shows every number with no more digits than mean something, in columns', () => {
    const rows = [
      comparison('heartbeat', 'µs', [0.5], { name: 'theirs', times: [1] }, 1),
      { what: 'cases', unit: '/s', ours: spread, other: null, ratio: null, goal: null },
    ];
    expect(table(rows).split('\n')).toEqual([
      '           groupspec         other              times as good  goal',
      'heartbeat  0.5 (0.5–0.5) µs  1 (1–1) µs theirs  2 (2–2)        1 times as fast: held',
      'cases      1.23 (1–2346) /s',
      '',
    ]);
  });

  it('marks a goal that is not held', () => {
    const row = comparison('heartbeat', 'µs', [2], { name: 'theirs', times: [1] }, 1);
    expect(table([row])).toContain('1 times as fast: NOT HELD');
  });
});
