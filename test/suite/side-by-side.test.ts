import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sideBySide } from '../../src/suite/plan/side-by-side.js';

/** Runs items that are given back once if `late` says so; tells what ran and how many at once. */
async function watched(count: number, jobs: number, late: (item: number) => boolean) {
  const order: string[] = [];
  let now = 0;
  const most = { first: 0, again: 0 };
  const items = Array.from({ length: count }, (_, index) => ({ index, again: false }));
  await sideBySide(items, { jobs, calmJobs: 2, signal: undefined }, async (item) => {
    const round = item.again ? 'again' : 'first';
    order.push(item.again ? `${item.index} again` : `${item.index}`);
    now++;
    most[round] = Math.max(most[round], now);
    // The later an item begins, the sooner it ends, so that workers overtake each other.
    for (let turn = item.index; turn < count; turn++) await setImmediate();
    now--;
    return !item.again && late(item.index) ? { ...item, again: true } : null;
  });
  return { order, most };
}

describe('Side by side', () => {
  it('items begin in their order, as many at once as there are jobs', async () => {
    const { order, most } = await watched(6, 3, () => false);
    expect(order).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(most.first).toBe(3);
  });

  it('what is given back runs once more, after all others have begun', async () => {
    const { order } = await watched(8, 4, (index) => index % 2 === 0);
    expect(order.slice(0, 8)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    expect(order.slice(8).toSorted()).toEqual(['0 again', '2 again', '4 again', '6 again']);
  });

  it('it does so a few at a time, however many were late', async () => {
    const again: number[] = [];
    let now = 0;
    const items = Array.from({ length: 10 }, () => false);
    await sideBySide(items, { jobs: 10, calmJobs: 2, signal: undefined }, async (isAgain) => {
      if (!isAgain) return true;
      again.push(++now);
      await setImmediate();
      now--;
      return null;
    });
    expect(again).toHaveLength(10);
    expect(Math.max(...again)).toBe(2);
  });

  it('an abort begins nothing more, be it given back or not', async () => {
    const stop = new AbortController();
    const begun: number[] = [];
    await sideBySide([1, 2, 3], { jobs: 1, calmJobs: 1, signal: stop.signal }, async (item) => {
      begun.push(item);
      stop.abort();
      return item;
    });
    expect(begun).toEqual([1]);
  });
});
