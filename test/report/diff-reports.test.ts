import { describe, expect, it } from 'vitest';
import { type Diff, exitCodeOfDiff } from '../../src/report/change.js';
import { diffReports } from '../../src/report/diff-reports.js';
import { prettyDiff } from '../../src/report/pretty-diff.js';
import type { ReportInput } from '../../src/report/report.js';
import type { Result, Verdict } from '../../src/suite/verdict.js';
import { resultOf } from './every-outcome.js';
import { judged } from './known.js';
import { failedAt, failure, reportOf, result } from './results.js';

const one = (verdict: Verdict, changes: Partial<Result> = {}) => [
  resultOf(verdict, 'area/case', changes),
];

const otherAnswer = {
  failure: failure({
    differences: [{ path: 'A: errorCode', expected: 'NONE', actual: 'UNKNOWN_SERVER_ERROR' }],
  }),
};

const between = (
  before: readonly Result[],
  after: readonly Result[],
  changes: Partial<ReportInput> = {},
): Diff => diffReports(reportOf(before), reportOf(after, changes));

const kindsOf = ({ changes }: Diff) => changes.map(({ kind }) => kind);

describe('Between two reports', () => {
  it.each<[Verdict | 'other failure' | 'nothing', Verdict | 'other failure' | 'nothing', string]>([
    ['pass', 'fail', 'fails'],
    ['skip', 'fail', 'fails'],
    ['error', 'fail', 'fails'],
    ['nothing', 'fail', 'fails'],
    ['fail', 'other failure', 'otherwise'],
    ['pass', 'inconclusive', 'undecided'],
    ['fail', 'error', 'undecided'],
    ['nothing', 'error', 'undecided'],
    ['pass', 'skip', 'skipped'],
    ['fail', 'skip', 'skipped'],
    ['pass', 'nothing', 'gone'],
    ['fail', 'nothing', 'gone'],
  ])('%s and then %s is for the worse', (before, after, kind) => {
    const diff = between(resultsOf(before), resultsOf(after));
    expect(kindsOf(diff)).toEqual([kind]);
    expect(exitCodeOfDiff(diff)).toBe(1);
  });

  it.each<[Verdict | 'nothing', Verdict | 'nothing', readonly string[]]>([
    ['fail', 'pass', ['fixed']],
    ['error', 'pass', ['fixed']],
    ['skip', 'pass', ['runs']],
    ['nothing', 'pass', ['appeared']],
    ['nothing', 'skip', ['appeared']],
    ['skip', 'nothing', []],
    ['inconclusive', 'error', []],
    ['pass', 'pass', []],
    ['fail', 'fail', []],
    ['skip', 'skip', []],
  ])('%s and then %s is not', (before, after, kinds) => {
    const diff = between(resultsOf(before), resultsOf(after));
    expect(kindsOf(diff)).toEqual(kinds);
    expect(exitCodeOfDiff(diff)).toBe(0);
  });

  function resultsOf(verdict: Verdict | 'other failure' | 'nothing'): Result[] {
    const other = resultOf('pass', 'area/other');
    if (verdict === 'nothing') return [other];
    return [other, ...(verdict === 'other failure' ? one('fail', otherAnswer) : one(verdict))];
  }

  it('a failure that is known by now is for the better, one that is no longer for the worse', () => {
    const known = { deviations: judged(['area/case']) };
    const [plain, pinned] = [reportOf(one('fail')), reportOf(one('fail'), known)];
    expect(kindsOf(diffReports(plain, pinned))).toEqual(['known']);
    expect(exitCodeOfDiff(diffReports(plain, pinned))).toBe(0);
    expect(kindsOf(diffReports(pinned, plain))).toEqual(['unknown']);
    expect(exitCodeOfDiff(diffReports(pinned, plain))).toBe(1);
  });

  it('versions that have changed alike are told as one', () => {
    const versions = [0, 1, 2, 4];
    const passed = versions.map((version) =>
      result('pass', { ...failedAt('Heartbeat', version), verdict: 'pass' }),
    );
    const failed = versions.map((version) => failedAt('Heartbeat', version));
    const { changes } = between(passed, failed);
    expect(changes).toMatchObject([
      { kind: 'fails', what: 'heartbeat/unknown-group@Heartbeat.v0-2,4' },
    ]);
  });

  it('a run that has no verdict any more is for the worse, whatever its results', () => {
    const diff = between(one('pass'), one('pass'), { interrupted: true });
    expect(diff.changes).toMatchObject([
      { kind: 'fault', what: null, text: 'the run was stopped before its end' },
    ]);
    expect(exitCodeOfDiff(diff)).toBe(1);
  });

  it('other circumstances are told, and are no change', () => {
    const spec = { version: '2.0.0', digest: 'sha256:1' };
    const diff = between(one('pass'), one('pass'), { kitVersion: '2.0.0', spec, seed: 8 });
    expect(diff.circumstances.map(({ path }) => path)).toEqual([
      'kitVersion',
      'spec.version',
      'spec.digest',
      'seed',
    ]);
    expect(exitCodeOfDiff(diff)).toBe(0);
    expect(prettyDiff(diff, false)).toBe(
      [
        'not run alike',
        '  kitVersion: "1.2.3" → "2.0.0"',
        '  spec.version: "1.2.3" → "2.0.0"',
        `  spec.digest: "sha256:${'0'.repeat(64)}" → "sha256:1"`,
        '  seed: 7 → 8',
        '',
        '✔ the same verdicts',
        '',
      ].join('\n'),
    );
  });

  it('a person reads first what is worse, and then the sum', () => {
    const before = [resultOf('fail', 'a'), resultOf('pass', 'b'), resultOf('pass', 'c')];
    const after = [
      resultOf('pass', 'a'),
      resultOf('fail', 'b', otherAnswer),
      resultOf('skip', 'c'),
    ];
    expect(prettyDiff(between(before, after), false)).toBe(
      [
        'FAILS NOW',
        '  b  at step 1: A errorCode UNKNOWN_SERVER_ERROR',
        '',
        'SKIPPED NOW',
        '  c  skip, for a reason',
        '',
        'FIXED',
        '  a',
        '',
        '✘ 3 changes: 2 for the worse, 1 for the better',
        '',
      ].join('\n'),
    );
  });
});
