import { type Check, type CheckOutcome, checksOf } from './checks.js';
import { exitCodeOf, type Report, type ReportedResult } from './report.js';
import type { ReportKit } from './reporter.js';
import { subjectOf } from './words.js';

/** Of the Common Test Report Format (ctrf.io). */
const SPEC_VERSION = '0.0.0';

/** What has no verdict must not look as if all were well. */
const STATUS: Readonly<Record<CheckOutcome, 'passed' | 'failed' | 'skipped' | 'other'>> = {
  passed: 'passed',
  failed: 'failed',
  undecided: 'failed',
  known: 'other',
  skipped: 'skipped',
};

/** The report in the Common Test Report Format. A report knows no day: times count from its begin. */
export function ctrfReport(report: Report, kit: ReportKit): string {
  const checks = checksOf(report, kit);
  const { kitVersion, timing } = report;
  const duration = timing?.wallMs ?? 0;
  const count = (status: (typeof STATUS)[CheckOutcome]) =>
    checks.filter(({ outcome }) => STATUS[outcome] === status).length;
  const document = {
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    generatedBy: `groupspec ${kitVersion}`,
    results: {
      tool: { name: 'groupspec', version: kitVersion },
      summary: {
        tests: checks.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: count('other'),
        suites: new Set(checks.map(({ area }) => area)).size,
        start: 0,
        stop: duration,
        duration,
      },
      tests: checks.map(testOf),
      environment: environmentOf(report),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function testOf({ id, area, outcome, kind, message, text, file, line, spentMs, result }: Check) {
  return {
    name: id,
    testId: id,
    status: STATUS[outcome],
    rawStatus: kind,
    duration: Math.round(spentMs),
    suite: area.split('/'),
    ...(message === null ? {} : { message }),
    ...(text === null ? {} : { trace: text }),
    ...(file === null ? {} : { filePath: file }),
    ...(line === null ? {} : { line }),
    ...(result === null ? {} : detailsOf(result)),
  };
}

function detailsOf({ title, rules, swept, attempts, deviation }: ReportedResult) {
  return {
    type: 'conformance',
    tags: rules,
    ...(swept === null ? {} : { labels: { api: swept.api, version: swept.version } }),
    ...(attempts > 1 ? { retries: attempts - 1 } : {}),
    extra: { title, ...(deviation === undefined ? {} : { deviation }) },
  };
}

function environmentOf(report: Report) {
  const { implementation, verdict, profile, exact, seed, spec } = report;
  const version = implementation?.version ?? null;
  return {
    reportName: `groupspec: ${subjectOf(report)}`,
    ...(implementation === null ? {} : { appName: implementation.title ?? implementation.name }),
    ...(version === null ? {} : { appVersion: version }),
    testEnvironment: profile,
    healthy: exitCodeOf(report) === 0,
    extra: { verdict, exact, seed, spec },
  };
}
