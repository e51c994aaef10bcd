import { readFileSync } from 'node:fs';
import { parse, type TestCase } from 'junit2json';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { junitReport } from '../../src/report/junit.js';
import { exitCodeOf, type Report } from '../../src/report/report.js';
import { everyOutcome, resultOf } from './every-outcome.js';
import { judged, STALE } from './known.js';
import { REPORT_KIT } from './report-kit.js';
import { failedAt, failure, IMPLEMENTATION, reportOf } from './results.js';

const SCHEMA = readFileSync('test/report/junit.xsd', 'utf8');
const REAL = { implementation: { ...IMPLEMENTATION, clock: 'real' as const }, wallMs: 2500 };

const xmlOf = (report: Report) => junitReport(report, REPORT_KIT);

async function complaints(...reports: readonly Report[]): Promise<readonly string[]> {
  const xml = reports.map((report, index) => ({
    fileName: `${index}.xml`,
    contents: xmlOf(report),
  }));
  const { errors } = await validateXML({ xml, schema: SCHEMA });
  return errors.map(({ rawMessage }) => rawMessage);
}

/** As a reader of JUnit XML understands the report. */
async function readBack(report: Report) {
  const read = await parse(xmlOf(report));
  if (read === undefined || read === null || !('testsuite' in read)) throw new Error('no suites');
  return read;
}

async function testsIn(report: Report): Promise<TestCase[]> {
  const { testsuite = [] } = await readBack(report);
  return testsuite.flatMap(({ testcase = [] }) => testcase);
}

describe('JUnit XML', () => {
  it('is valid whatever came of a run', async () => {
    expect(await complaints(...everyOutcome())).toEqual([]);
  });

  it('has a failure or an error just where the exit code is not 0', async () => {
    for (const report of everyOutcome()) {
      const { failures = 0, errors = 0 } = await readBack(report);
      expect(failures + errors > 0, report.verdict).toBe(exitCodeOf(report) !== 0);
    }
  });

  it('holds any text, but for characters that XML does not have', async () => {
    const odd = 'a\u0000b \u001b[31m <&>"\' ]]> \n\t é 𝄞 \ud800!';
    const report = reportOf([
      resultOf('fail', 'area/x', {
        title: odd,
        failure: failure({ differences: [{ path: 'A', expected: odd, actual: odd }] }),
      }),
      resultOf('skip', 'area/y', { reason: odd }),
    ]);
    expect(await complaints(report)).toEqual([]);
    const clean = 'a\ufffdb \ufffd[31m <&>"\' ]]> \n\t é 𝄞 \ufffd!';
    const [failed, skipped] = await testsIn(report);
    expect(skipped?.skipped?.[0]?.message).toBe(clean);
    expect(failed?.failure?.[0]?.inner).toContain(`expected  ${clean}`);
  });

  it('gives each area of cases a suite that counts its tests', async () => {
    const { name, testsuite } = await readBack(
      reportOf(
        [
          resultOf('pass', 'heartbeat/a', { spentMs: 1500 }),
          resultOf('fail', 'heartbeat/b', { spentMs: 250 }),
          resultOf('skip', 'generated/precedence/c'),
          resultOf('pass', 'of-my-own'),
        ],
        REAL,
      ),
    );
    expect(name).toBe('groupspec: tcp:broker:9092');
    expect(testsuite).toMatchObject([
      { name: 'heartbeat', tests: 2, failures: 1, errors: 0, skipped: 0, time: 1.75 },
      { name: 'generated/precedence', tests: 1, failures: 0, skipped: 1 },
      { name: 'cases', tests: 1 },
    ]);
    expect(testsuite?.map(({ testcase }) => testcase?.[0])).toMatchObject([
      { classname: 'groupspec.heartbeat', name: 'a', time: 1.5 },
      { classname: 'groupspec.generated.precedence', name: 'c' },
      { classname: 'groupspec.cases', name: 'of-my-own' },
    ]);
  });

  it('takes no time on a virtual clock', async () => {
    const report = reportOf([resultOf('pass', 'a/b', { spentMs: 45_000, durationMs: 45_000 })]);
    expect(await testsIn(report)).toMatchObject([{ time: 0 }]);
    expect(await readBack(report)).toMatchObject({ time: 0 });
  });

  it('explains a failure: where, what, the messages, and what the rules say', async () => {
    const report = reportOf([failedAt('Heartbeat', 3)]);
    const [test] = await testsIn(report);
    const statement = REPORT_KIT.spec.rules.byId.get('HB-00')?.statement;
    expect(test?.failure).toEqual([
      {
        type: 'differs',
        message: 'step 1: A sends Heartbeat v3: A: errorCode: expected UNKNOWN_MEMBER_ID, got NONE',
        inner: expect.stringContaining(`\n  HB-00: ${statement}\n`),
      },
    ]);
    for (const part of [
      'A heartbeat for a missing group is refused\n',
      '  cases/heartbeat/unknown-group.yaml:6 step 1: A sends Heartbeat v3 [HB-00 TYPE-04]\n',
      '      expected  UNKNOWN_MEMBER_ID\n      got       NONE\n',
      '         12 ms  A  ← Heartbeat v4  told\n',
    ]) {
      expect(test?.failure?.[0]?.inner).toContain(part);
    }
    expect(xmlOf(report)).toContain('file="cases/heartbeat/unknown-group.yaml" line="6"');
  });

  it('says of what is skipped, has no verdict or is known to differ, why', async () => {
    const report = reportOf(
      (['skip', 'inconclusive', 'error', 'fail'] as const).map((verdict) =>
        resultOf(verdict, `area/${verdict}`),
      ),
      { deviations: judged(['area/fail'], [STALE]) },
    );
    const [stale, skipped, inconclusive, error, known] = await testsIn(report);
    expect(skipped?.skipped).toEqual([{ message: 'skip, for a reason' }]);
    expect(inconclusive?.error).toMatchObject([
      { type: 'inconclusive', message: 'inconclusive, for a reason' },
    ]);
    expect(error?.error).toMatchObject([{ type: 'error', message: 'error, for a reason' }]);
    expect(known?.skipped).toEqual([{ message: 'known to differ: It is late: It sleeps first' }]);
    expect(known?.['system-out']?.[0]).toContain('got       NONE');
    expect(stale).toMatchObject({
      classname: 'groupspec.deviations',
      failure: [{ type: 'stale', message: 'heartbeat/x passes by now' }],
    });
  });

  it('names the file of a case that the kit knows', () => {
    const cases = [{ id: 'a/b', file: 'cases/a/b.yaml' }] as unknown as typeof REPORT_KIT.cases;
    const xml = junitReport(reportOf([resultOf('pass', 'a/b')]), { ...REPORT_KIT, cases });
    expect(xml).toContain('name="b" classname="groupspec.a" time="0.000" file="cases/a/b.yaml"');
  });
});
