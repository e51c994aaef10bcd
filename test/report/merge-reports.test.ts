import { describe, expect, it } from 'vitest';
import type { CertifyOptions } from '../../src/certify.js';
import { judgeDeviations } from '../../src/deviations/judge-deviations.js';
import { parseDeviations } from '../../src/deviations/load-deviations.js';
import { jsonReport } from '../../src/report/json.js';
import { type Judge, mergeReports } from '../../src/report/merge-reports.js';
import { exitCodeOf, type Report } from '../../src/report/report.js';
import { InvalidDataError } from '../../src/spec/problem.js';
import { deviation, file } from '../deviations/files.js';
import { type CaseName, smallKit } from '../fakes/small-kit.js';
import { announcing } from '../fakes/wrong-adapters.js';
import { reportOf, result } from './results.js';

const { kit, judge, reference } = smallKit();
const NAMES: readonly CaseName[] = [
  'first-join',
  'heartbeat',
  'session',
  'sync',
  'untrue',
  'versions',
];

const judgeAnew: Judge = ({ file: name, text, today }, results, whole) => {
  const { cases, versionChecks } = kit;
  const known = parseDeviations(name, text, kit.known);
  return judgeDeviations(known, results, { cases, versionChecks, whole, today });
};

/** As another process reads them. */
const read = (report: Report): Report => JSON.parse(jsonReport(report));

const merged = (...reports: readonly Report[]) =>
  mergeReports(
    reports.map((report, index) => ({ file: `${'abcdefgh'[index]}.json`, report })),
    judgeAnew,
  );

async function shards(
  of: number,
  options: CertifyOptions = {},
  adapter = reference,
): Promise<Report[]> {
  const numbers = Array.from({ length: of }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) =>
      read(await judge(adapter, NAMES, { ...options, shard: { number, of } })),
    ),
  );
}

function problemsOf(merge: () => unknown): string[] {
  try {
    merge();
    return [];
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error;
    return error.problems.map(({ file: name, message }) => `${name}: ${message}`);
  }
}

describe('Merged shards', () => {
  it.each([1, 2, 4, 9])('equal the run that was not shared, byte for byte: %i', async (of) => {
    const whole = jsonReport(await judge(reference, NAMES));
    expect(jsonReport(merged(...(await shards(of)).reverse()))).toBe(whole);
  });

  it('have what is skipped once', async () => {
    const blind = announcing(reference, { capabilities: new Set() });
    const parts = await shards(3, {}, blind);
    expect(
      parts.flatMap(({ summary }) => summary.skip).reduce((sum, one) => sum + one),
    ).toBeGreaterThan(0);
    expect(jsonReport(merged(...parts))).toBe(jsonReport(await judge(blind, NAMES)));
  });

  const known = (...entries: readonly string[]) =>
    parseDeviations('known.yaml', file(...entries), kit.known);
  const untrue = deviation({
    actual: '{ A errorCode: UNKNOWN_MEMBER_ID }',
    where: { untrue: 'step 1' },
  });

  it('are held against what is known as if nothing had been shared', async () => {
    const options = {
      today: '2026-11-30',
      deviations: known(
        // Passes in several shards, which each know of their own cases only.
        deviation({ where: { "'**'": 'any step' } }),
        deviation({ where: { nowhere: 'step 1' } }),
        deviation({ where: { 'versions@Heartbeat.v0-9': 'step 1' } }),
        deviation({ where: { sync: 'step 1' }, more: 'expires: 2026-01-01' }),
      ),
    };
    const whole = await judge(reference, NAMES, options);
    expect(new Set(whole.deviations?.problems.map(({ kind }) => kind))).toEqual(
      new Set(['stale', 'differs', 'unmatched', 'expired']),
    );
    expect(jsonReport(merged(...(await shards(4, options))))).toBe(jsonReport(whole));
  });

  it('conform where every failure is known, and so does each of them', async () => {
    const options = { deviations: known(untrue) };
    const parts = await shards(4, options);
    expect(parts.map(exitCodeOf)).toEqual([0, 0, 0, 0]);
    expect(parts.flatMap(({ deviations }) => deviations?.problems)).toEqual([]);
    expect(merged(...parts)).toMatchObject({ verdict: 'deviates', deviations: { unchecked: 0 } });
  });

  it('say of time how long the slowest took', () => {
    const shard = (number: number, spentMs: number): Report =>
      read(
        reportOf([result('pass', { id: `case-${number}`, spentMs })], {
          shard: { number, of: 2, split: 'sha256:0', deviations: null },
          wallMs: spentMs + 500,
        }),
      );
    expect(merged(shard(2, 1000), shard(1, 4000)).timing).toEqual({
      wallMs: 4500,
      longest: { id: 'case-1', ms: 4000 },
      ratio: 1.13,
    });
  });
});

describe('A shard to which nothing falls', () => {
  it('is no failure, and is needed all the same', async () => {
    const parts = await shards(9);
    const idle = parts.filter(({ results }) => results.length === 0);
    expect(idle.length).toBeGreaterThan(0);
    expect(idle.map(({ verdict, fault }) => ({ verdict, fault }))).toEqual(
      idle.map(() => ({ verdict: 'skip', fault: null })),
    );
    expect(idle.map(exitCodeOf)).toEqual(idle.map(() => 0));
    expect(problemsOf(() => merged(...parts.filter((one) => !idle.includes(one))))).toMatchObject([
      expect.stringContaining('of which these are missing'),
    ]);
  });

  it('makes no success of a run that skips everything', async () => {
    const mute = announcing(reference, { apis: new Map() });
    const parts = await shards(2, {}, mute);
    expect(parts.map(exitCodeOf)).toEqual([0, 0]);
    const whole = merged(...parts);
    expect(whole.fault).toBe('every case was skipped, so nothing is known');
    expect(exitCodeOf(whole)).toBe(2);
  });
});

describe('A shard that knows nothing', () => {
  it('makes the whole a fault, which says which one it was', async () => {
    const [first, second, third] = await shards(3);
    if (first === undefined || second === undefined || third === undefined) throw new Error();
    const lost = { ...second, implementation: null, results: [], fault: 'nobody listens' };
    const shard = { number: 2, of: 3, split: null, deviations: null };
    const whole = merged(first, { ...lost, shard }, third);
    expect(whole).toMatchObject({
      verdict: 'error',
      fault: 'shard 2/3: nobody listens',
      implementation: { name: 'reference' },
    });
    const stopped = merged(first, { ...second, interrupted: true }, third);
    expect(stopped).toMatchObject({ verdict: 'error', interrupted: true });
  });
});

describe('Reports that are not all shards of one run', () => {
  it('are refused, each with what is wrong with it', async () => {
    const [first, second, third] = await shards(3);
    const [other] = await shards(2);
    const [seeded] = await shards(3, { seed: 2 });
    const [fewer] = await Promise.all([
      judge(reference, ['sync'], { shard: { number: 2, of: 3 } }),
    ]);
    if (first === undefined || second === undefined || third === undefined) throw new Error();
    if (other === undefined || seeded === undefined || fewer === undefined) throw new Error();
    expect(problemsOf(() => merged(first, third))).toEqual([
      'a.json: is one of 3 shards, of which these are missing: 2/3',
    ]);
    expect(problemsOf(() => merged(first, second, first, third))).toEqual([
      'c.json: is shard 1/3, as is a.json',
    ]);
    expect(problemsOf(() => merged(second, other))).toEqual([
      'b.json: is shard 1/2; a.json is 2/3',
    ]);
    expect(problemsOf(() => merged(second, seeded, third))).toEqual([
      'b.json: is of another run: seed is 2; in a.json it is 1',
    ]);
    expect(problemsOf(() => merged(first, read(fewer), third))).toEqual([
      'b.json: has not shared out what a.json has: every shard takes the same patterns and options',
    ]);
    const newer = { ...second, kitVersion: '9.9.9', spec: { ...second.spec, digest: 'sha256:f' } };
    expect(problemsOf(() => merged(first, newer, third))).toMatchObject([
      expect.stringMatching(
        /^b\.json: is of another run: kitVersion is "9\.9\.9"; in a\.json it is/,
      ),
      expect.stringMatching(/^b\.json: is of another run: spec\.digest is "sha256:f"; in/),
    ]);
    const whole = await judge(reference, NAMES);
    expect(problemsOf(() => merged(read(whole)))).toEqual([
      'a.json: is of a whole run, not of a shard',
    ]);
  });

  it('are refused where they have judged different implementations', async () => {
    const [first, second] = await shards(2);
    if (first === undefined || second === undefined || second.implementation === null) {
      throw new Error();
    }
    const configuration = { ...second.implementation.configuration, 'group.max.size': 7 };
    const other = { ...second, implementation: { ...second.implementation, configuration } };
    expect(problemsOf(() => merged(first, other))).toMatchObject([
      expect.stringMatching(
        /^b\.json: is of another run: implementation\.configuration\.group\.max\.size is 7; in a\.json/,
      ),
    ]);
  });

  it('are refused where they were held against different deviations', async () => {
    const entry = deviation({
      actual: '{ A errorCode: UNKNOWN_MEMBER_ID }',
      where: { untrue: 'step 1' },
    });
    const deviations = parseDeviations('known.yaml', file(entry), kit.known);
    const [first] = await shards(2, { deviations });
    const [, second] = await shards(2);
    if (first === undefined || second === undefined) throw new Error();
    expect(problemsOf(() => merged(first, second))).toEqual([
      'b.json: was held against other known deviations than a.json',
    ]);
  });
});
