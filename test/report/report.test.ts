import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonReport } from '../../src/report/json.js';
import { readReport } from '../../src/report/read-report.js';
import { exitCodeOf, judgedAgain, type ReportInput } from '../../src/report/report.js';
import type { Result } from '../../src/suite/verdict.js';
import { VERDICTS, type Verdict } from '../../src/suite/verdict.js';
import { caseFiles } from '../fakes/case-files.js';
import { judged, STALE } from './known.js';
import { failedAt, failure, reportOf, result } from './results.js';

describe('The exit code', () => {
  const combinations: Verdict[][] = VERDICTS.reduce<Verdict[][]>(
    (sets, verdict) => sets.flatMap((set) => [set, [...set, verdict]]),
    [[]],
  );

  it.each(combinations)('of results %s', (...verdicts) => {
    const expected = verdicts.includes('error')
      ? 2
      : verdicts.includes('fail')
        ? 1
        : verdicts.includes('inconclusive') || !verdicts.includes('pass')
          ? 2
          : 0;
    const report = reportOf(verdicts.map((verdict) => result(verdict)));
    expect(exitCodeOf(report)).toBe(expected);
  });

  it.each<[string, Partial<ReportInput>]>([
    ['a fault', { fault: 'nothing listens' }],
    ['an interruption', { interrupted: true }],
  ])('is 2 after %s, whatever the results', (_what, changes) => {
    for (const verdicts of combinations) {
      const results = verdicts.map((verdict) => result(verdict));
      expect(exitCodeOf(reportOf(results, changes))).toBe(2);
    }
  });
});

describe('A report', () => {
  it('counts results by verdict', () => {
    const results = (['pass', 'pass', 'fail', 'skip', 'skip', 'skip'] as const).map((verdict) =>
      result(verdict),
    );
    expect(reportOf(results).summary).toEqual({
      pass: 2,
      fail: 1,
      skip: 3,
      inconclusive: 0,
      error: 0,
    });
  });

  it('counts each result once, in the family of its first rule, families by name', () => {
    const { families } = reportOf([
      result('pass', { rules: ['SYNC-03', 'HB-00'] }),
      result('fail', { rules: ['HB-00', 'SYNC-03'] }),
      result('pass', { rules: ['HB-01'] }),
    ]);
    expect(families).toEqual([
      { family: 'HB', counts: { pass: 1, fail: 1, skip: 0, inconclusive: 0, error: 0 }, known: 0 },
      {
        family: 'SYNC',
        counts: { pass: 1, fail: 0, skip: 0, inconclusive: 0, error: 0 },
        known: 0,
      },
    ]);
  });

  it('says of an implementation what its verdicts rest on, in a fixed order', () => {
    expect(reportOf([]).implementation).toEqual({
      name: 'tcp:broker:9092',
      title: null,
      version: null,
      homepage: null,
      adapter: 'tcp',
      clock: 'virtual',
      capabilities: ['records', 'virtual-clock'],
      apis: { Heartbeat: { min: 1, max: 4 }, SyncGroup: { min: 0, max: 5 } },
      configuration: { 'group.max.size': 4 },
    });
    expect(Object.keys(reportOf([]).implementation?.apis ?? {})).toEqual([
      'Heartbeat',
      'SyncGroup',
    ]);
  });
});

describe('A report of a run with known deviations', () => {
  const failed = (id: string) => result('fail', { id, failure: failure() });
  const results = [result('pass'), failed('a'), failed('b')];

  it('ends with 0 when every failure is known, each still a failure', () => {
    const report = reportOf(results, { deviations: judged(['a', 'b']) });
    expect(report).toMatchObject({ verdict: 'deviates', summary: { pass: 1, fail: 2 } });
    expect(exitCodeOf(report)).toBe(0);
    expect(report.results.map(({ verdict }) => verdict)).toEqual(['pass', 'fail', 'fail']);
    expect(report.results[1]?.deviation).toEqual({
      title: 'It is late',
      rules: ['HB-00'],
      reason: 'It sleeps first',
      link: null,
      expires: null,
    });
    expect(report.families).toMatchObject([{ family: 'HB', known: 2 }]);
  });

  it('ends with 1 when one is not, or what is known is not right any more', () => {
    expect(exitCodeOf(reportOf(results, { deviations: judged(['a']) }))).toBe(1);
    const stale = reportOf(results, { deviations: judged(['a', 'b'], [STALE]) });
    expect(exitCodeOf(stale)).toBe(1);
    expect(exitCodeOf(reportOf([result('pass')], { deviations: judged([], [STALE]) }))).toBe(1);
  });

  it('ends with 2 where something is inconclusive or an error, whatever is known', () => {
    for (const verdict of ['inconclusive', 'error'] as const) {
      const report = reportOf([...results, result(verdict)], { deviations: judged(['a', 'b']) });
      expect(exitCodeOf(report)).toBe(2);
    }
  });

  it('ends with 0 when nothing but what is known to vary is inconclusive', () => {
    const undecided = result('inconclusive', { id: 'c' });
    const report = (...more: readonly Result[]) =>
      reportOf([...results, undecided, ...more], {
        deviations: judged(['a', 'b'], [], { sometimes: true }, ['c']),
      });
    expect(report()).toMatchObject({ verdict: 'deviates', deviations: { known: 2 } });
    expect(report(result('inconclusive', { id: 'd' })).verdict).toBe('inconclusive');
  });

  it('counts what nobody has looked into', () => {
    const deviations = judged(['a', 'b'], [], { reason: 'not yet looked into' });
    expect(reportOf(results, { deviations }).deviations).toEqual({
      file: 'known.yaml',
      known: 2,
      unexplained: 2,
      unchecked: 0,
      problems: [],
    });
  });

  it('can be judged again by what is known now, and counted again as it is', () => {
    const before = reportOf(results, { deviations: judged(['a', 'b']) });
    expect(judgedAgain(before, judged(['a']))).toEqual(
      reportOf(results, { deviations: judged(['a']) }),
    );
    const touched = {
      ...before,
      summary: { ...before.summary, pass: 100 },
      verdict: 'pass' as const,
    };
    expect(judgedAgain(touched, null)).toEqual(before);
  });
});

describe('The time of a report', () => {
  const results = [
    result('pass', { id: 'a', durationMs: 900, spentMs: 900 }),
    result('pass', { id: 'b', durationMs: 500, spentMs: 1500, attempts: 3 }),
  ];

  it('stands beside the result that took longest, all its attempts together', () => {
    expect(reportOf(results, { wallMs: 2000.4 }).timing).toEqual({
      wallMs: 2000,
      longest: { id: 'b', ms: 1500 },
      ratio: 1.33,
    });
  });

  it('is not told on a virtual clock, so that the same run gives the same report', () => {
    expect(reportOf(results, { wallMs: null }).timing).toBe(null);
  });

  it('has no longest case where nothing ran', () => {
    expect(reportOf([], { wallMs: 5 }).timing).toEqual({ wallMs: 5, longest: null, ratio: null });
  });
});

describe('The JSON report', () => {
  it('is as its schema says', () => {
    const deviations = judged(['heartbeat/unknown-group@Heartbeat.v3'], [STALE]);
    const report = reportOf([failedAt('Heartbeat', 3), result('skip', { reason: 'x' })], {
      deviations,
      wallMs: 3,
    });
    const path = join(caseFiles({ 'report.json': jsonReport(report) }), 'report.json');
    expect(readReport(path)).toEqual(report);
  });

  it('says its format and everything that the report knows', () => {
    const report = reportOf([failedAt('Heartbeat', 3), result('skip', { reason: 'no records' })]);
    const text = jsonReport(report);
    expect(text.endsWith('}\n')).toBe(true);
    expect(JSON.parse(text)).toEqual(report);
    expect(JSON.parse(text)).toMatchObject({ format: 'groupspec-report', formatVersion: 3 });
  });

  it('has the same bytes whatever the order in which an adapter lists its APIs', () => {
    const results = [result('pass')];
    const implementation = {
      name: 'x',
      configuration: {},
      clock: 'virtual' as const,
      isolated: true,
      apis: new Map([
        ['Heartbeat' as const, { min: 0, max: 4 }],
        ['SyncGroup' as const, { min: 0, max: 5 }],
      ]),
      capabilities: new Set(['records', 'configure'] as const),
    };
    const reversed = {
      ...implementation,
      apis: new Map([...implementation.apis].reverse()),
      capabilities: new Set([...implementation.capabilities].reverse()),
    };
    expect(jsonReport(reportOf(results, { implementation: reversed }))).toBe(
      jsonReport(reportOf(results, { implementation })),
    );
  });

  it('says null where there is no implementation and no result to speak of', () => {
    const report = reportOf([], { implementation: null, fault: 'nothing listens' });
    expect(JSON.parse(jsonReport(report))).toMatchObject({
      implementation: null,
      results: [],
      families: [],
      fault: 'nothing listens',
    });
  });
});
