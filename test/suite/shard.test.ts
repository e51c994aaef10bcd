import { describe, expect, it } from 'vitest';
import { shareOut, type Work } from '../../src/suite/plan/shard.js';
import { realTimeReference } from '../fakes/simulated-time.js';
import { type CaseName, smallKit } from '../fakes/small-kit.js';

const work = (...costs: readonly number[]): Work[] =>
  costs.map((cost, index) => ({ id: `w${index}`, cost }));

const asText = (shares: ReadonlyMap<string, number>) =>
  [...shares].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, number]) => `${id}:${number}`);

describe('Work that is shared out', () => {
  it('goes to the shard that has least to do so far, the costliest first', () => {
    expect(asText(shareOut(work(7, 5, 4, 3, 3), 2))).toEqual([
      'w0:1',
      'w1:2',
      'w2:2',
      'w3:1',
      'w4:2',
    ]);
  });

  it('falls the same way in whatever order it is told', () => {
    const all = work(3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 0, 0);
    expect(asText(shareOut(all.toReversed(), 4))).toEqual(asText(shareOut(all, 4)));
  });

  it('leaves shards without any where there is too little', () => {
    expect(asText(shareOut(work(2, 1), 5))).toEqual(['w0:1', 'w1:2']);
  });
});

const NAMES: readonly CaseName[] = ['first-join', 'heartbeat', 'id', 'session', 'sync', 'versions'];

describe('Cases that are shared out', () => {
  const { kit, judge } = smallKit();

  it('stay whole, with all their versions in one shard', async () => {
    const shares = await Promise.all(
      [1, 2, 3].map((number) =>
        judge(realTimeReference(kit.defaults, {}), NAMES, { shard: { number, of: 3 } }),
      ),
    );
    const found = shares.map(({ results }) => results.map((one) => one.case));
    expect(found.flatMap((cases) => [...new Set(cases)]).sort()).toEqual([...NAMES].sort());
    expect(found.flat().filter((name) => name === 'versions').length).toBeGreaterThan(1);
  });

  it('are balanced by the time that they take on a real clock', async () => {
    const long = ['first-join', 'session'];
    const [first, second] = await Promise.all(
      [1, 2].map((number) =>
        judge(realTimeReference(kit.defaults, {}), NAMES, { shard: { number, of: 2 } }),
      ),
    );
    const longOf = (report: typeof first) =>
      report?.results.filter((one) => long.includes(one.case)).map(({ id }) => id);
    expect(longOf(first)).toHaveLength(1);
    expect(longOf(second)).toHaveLength(1);
  });
});
