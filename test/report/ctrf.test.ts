import { Ajv } from 'ajv';
import { type CTRFReport, parse, schema, validate } from 'ctrf';
import { describe, expect, it } from 'vitest';
import { ctrfReport } from '../../src/report/ctrf.js';
import { exitCodeOf, type Report } from '../../src/report/report.js';
import { everyOutcome, resultOf } from './every-outcome.js';
import { judged, STALE } from './known.js';
import { REPORT_KIT } from './report-kit.js';
import { failedAt, IMPLEMENTATION, reportOf } from './results.js';

const readBack = (report: Report): CTRFReport => parse(ctrfReport(report, REPORT_KIT));

describe('CTRF', () => {
  it('is as the published schema says, whatever came of a run', () => {
    // Its own function reads the schema anew for each report, and knows the formats.
    const isValid = new Ajv({ validateFormats: false }).compile(schema);
    for (const report of everyOutcome())
      isValid(readBack(report)) || expect.fail(isValid.errors?.[0]?.message);
    const [report] = everyOutcome().slice(-1);
    expect(report && validate(readBack(report))).toEqual({ valid: true, errors: [] });
  });

  it('has a test that failed just where the exit code is not 0', () => {
    for (const report of everyOutcome()) {
      const { summary, environment } = readBack(report).results;
      expect(summary.failed > 0, report.verdict).toBe(exitCodeOf(report) !== 0);
      expect(environment?.healthy).toBe(exitCodeOf(report) === 0);
    }
  });

  it('counts every test once', () => {
    for (const report of everyOutcome()) {
      const { summary, tests } = readBack(report).results;
      const { passed, failed, skipped, pending, other } = summary;
      expect(passed + failed + skipped + pending + other).toBe(summary.tests);
      expect(tests).toHaveLength(summary.tests);
    }
  });

  it('says of a failure where it is, what differs and all the rest', () => {
    const [test] = readBack(reportOf([failedAt('Heartbeat', 3)])).results.tests;
    expect(test).toMatchObject({
      name: 'heartbeat/unknown-group@Heartbeat.v3',
      suite: ['heartbeat'],
      status: 'failed',
      rawStatus: 'differs',
      message: 'step 1: A sends Heartbeat v3: A: errorCode: expected UNKNOWN_MEMBER_ID, got NONE',
      trace: expect.stringContaining('      got       NONE\n'),
      filePath: 'cases/heartbeat/unknown-group.yaml',
      line: 6,
      tags: ['HB-00', 'TYPE-04'],
      labels: { api: 'Heartbeat', version: 3 },
    });
  });

  it('keeps apart what is skipped, has no verdict, is known to differ or is not as it is known', () => {
    const report = reportOf(
      (['skip', 'inconclusive', 'error', 'fail'] as const).map((verdict) =>
        resultOf(verdict, `area/${verdict}`),
      ),
      { deviations: judged(['area/fail'], [STALE]) },
    );
    expect(readBack(report).results.tests).toMatchObject([
      { status: 'failed', rawStatus: 'stale', message: 'heartbeat/x passes by now', line: 7 },
      { status: 'skipped', rawStatus: 'skip', message: 'skip, for a reason' },
      { status: 'failed', rawStatus: 'inconclusive', message: 'inconclusive, for a reason' },
      { status: 'failed', rawStatus: 'error', message: 'error, for a reason' },
      {
        status: 'other',
        rawStatus: 'deviates',
        message: 'known to differ: It is late: It sleeps first',
      },
    ]);
  });

  it('tells the time of a real clock, and none of a virtual one', () => {
    const results = [resultOf('pass', 'a/b', { spentMs: 1500.4, attempts: 2 })];
    const implementation = { ...IMPLEMENTATION, clock: 'real' as const };
    expect(readBack(reportOf(results, { implementation, wallMs: 2000 })).results).toMatchObject({
      summary: { start: 0, stop: 2000, duration: 2000 },
      tests: [{ duration: 1500, retries: 1 }],
    });
    expect(readBack(reportOf(results)).results).toMatchObject({
      summary: { start: 0, stop: 0, duration: 0 },
      tests: [{ duration: 0 }],
    });
  });
});
