import { describe, expect, it } from 'vitest';
import { jsonReport } from '../../src/report/json.js';
import { exitCodeOf, type ReportInput } from '../../src/report/report.js';
import { VERDICTS, type Verdict } from '../../src/suite/verdict.js';
import { failedAt, reportOf, result } from './results.js';

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

describe('The JSON report', () => {
  it('says its format and everything that the report knows', () => {
    const report = reportOf([failedAt('Heartbeat', 3), result('skip', { reason: 'no records' })]);
    const text = jsonReport(report);
    expect(text.endsWith('}\n')).toBe(true);
    expect(JSON.parse(text)).toEqual(report);
    expect(JSON.parse(text)).toMatchObject({ format: 'groupspec-report', formatVersion: 2 });
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
