import { describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/adapter/adapter.js';
import { BLOCK, blocksOf } from '../../src/explore/blocks.js';
import type { ExploreOptions } from '../../src/explore/explore.js';
import { mergeExplorations } from '../../src/explore/merge-explorations.js';
import {
  type ExplorationReport,
  exitCodeOfExploration,
  reportExploration,
} from '../../src/explore/report.js';
import { type Ending, type Stretch, sumUp } from '../../src/explore/stretch.js';
import { jsonText } from '../../src/report/json.js';
import { reportedImplementation } from '../../src/report/report.js';
import type { Shard } from '../../src/suite/plan/shard.js';
import { changesField, withFault } from '../fakes/wrong-adapters.js';
import { exploring, otherReference } from './exploring.js';

/** Short runs: what is shared out are runs, not steps. */
const SHORT = { runs: BLOCK + 40, steps: 2 };
const EXPECTED = ['JOIN-03', 'UNHEARD-OF-99'];

async function reported(
  adapter: Adapter,
  options: Partial<ExploreOptions>,
): Promise<ExplorationReport> {
  const { runs, steps, seed, maxFailures } = { ...SHORT, seed: 7, maxFailures: 1, ...options };
  const exploration = await exploring(adapter, { ...SHORT, ...options });
  const about = { adapter: 'in-process' };
  const report = reportExploration(exploration, {
    kitVersion: '1.2.3',
    spec: { version: '1.2.3', digest: 'sha256:0' },
    implementation: reportedImplementation(await adapter.describe(), {}, about),
    seed,
    exact: true,
    asked: { runs, steps, maxFailures, kafkaFaults: false, mutant: null },
    shard: options.shard ?? null,
    expectedRules: EXPECTED,
  });
  return JSON.parse(jsonText(report));
}

const shards = (of: number, adapter: Adapter, options: Partial<ExploreOptions> = {}) =>
  Promise.all(
    Array.from({ length: of }, (_, index) =>
      reported(adapter, { ...options, shard: { number: index + 1, of } }),
    ),
  );

const merged = (reports: readonly ExplorationReport[]) =>
  mergeExplorations(
    reports.map((report, index) => ({ file: `${index}.json`, report })),
    EXPECTED,
  );

describe('Shards of an exploration', () => {
  it.each([2, 3])('merge into what the whole is, byte for byte: %i', async (of) => {
    const whole = await reported(otherReference(), {});
    expect(whole.runs).toBe(SHORT.runs);
    expect(jsonText(merged((await shards(of, otherReference())).reverse()))).toBe(jsonText(whole));
  });

  it('merge into what the whole is where it ends early, with its counterexamples', async () => {
    const wrong = () =>
      withFault(otherReference(), changesField('Heartbeat', 'errorCode', 25), true);
    const options = { maxFailures: 2, steps: 5 };
    const whole = await reported(wrong(), options);
    expect(whole.failures).toHaveLength(2);
    const parts = await shards(2, wrong(), options);
    expect(parts.map(exitCodeOfExploration)).toEqual([1, 1]);
    expect(jsonText(merged(parts))).toBe(jsonText(whole));
  });

  it('are no fault where no run falls to one', async () => {
    const [, second] = await shards(2, otherReference(), { runs: 5 });
    expect(second).toMatchObject({ runs: 0, fault: null });
    expect(second === undefined ? null : exitCodeOfExploration(second)).toBe(0);
  });

  it('are refused where they play other runs', async () => {
    const [first] = await shards(2, otherReference(), { runs: 5 });
    const [, second] = await shards(2, otherReference(), { runs: 6 });
    expect(() => merged([first, second].filter((one) => one !== undefined))).toThrow(
      '1.json:1:1: is of another run: asked.runs is 6; in 0.json it is 5',
    );
  });
});

describe('Blocks of runs', () => {
  it('are each of one shard, and all of some shard', () => {
    const shared = (of: number) =>
      Array.from({ length: of }, (_, index): Shard => ({ number: index + 1, of }))
        .flatMap((shard) => blocksOf(10_000, shard))
        .sort((a, b) => a.first - b.first);
    expect(shared(7)).toEqual(blocksOf(10_000));
    expect(shared(7).reduce((sum, { runs }) => sum + runs, 0)).toBe(10_000);
  });
});

const stretch = (first: number, ...ends: readonly Ending<string>[]): Stretch<string> => ({
  first,
  runs: 64,
  steps: 640,
  requests: 10,
  accepted: 5,
  reached: { pairs: new Map(), paths: new Map([[`RULE-${first} BOTH-01`, first]]) },
  ends,
});
const failure = (found: string): Ending<string> => ({ kind: 'failure', failure: found });

describe('Stretches that are summed up', () => {
  it('end where a whole exploration would have ended, whatever else was played', () => {
    const played = [
      stretch(1025, failure('d')),
      stretch(1),
      stretch(513, failure('a'), { kind: 'quirk', rule: 'HB-01' }, failure('b'), failure('c')),
    ];
    const sum = sumUp(played, 2);
    expect(sum).toMatchObject({ runs: 128, steps: 1280, failures: ['a', 'b'] });
    expect([...sum.quirks]).toEqual([['HB-01', 1]]);
    expect([...sum.coverage.rules]).toEqual([
      ['RULE-1', 1],
      ['BOTH-01', 514],
      ['RULE-513', 513],
    ]);
  });

  it('count nothing that comes behind the last failure', () => {
    const fault: Ending<string> = { kind: 'fault', fault: 'KAFKA-1' };
    const sum = sumUp([stretch(1, fault, failure('a'), fault, failure('b'))], 1);
    expect(sum.failures).toEqual(['a']);
    expect([...sum.knownFaults]).toEqual([['KAFKA-1', 1]]);
  });

  it('end with the implementation', () => {
    const gone: Ending<string> = { kind: 'gone', reason: 'nothing listens' };
    expect(sumUp([stretch(65), stretch(1, gone)], 1)).toMatchObject({
      runs: 64,
      gone: 'nothing listens',
    });
  });
});
