import xmlbuilder, { type XMLElement } from 'xmlbuilder';
import { type Check, checksOf } from './checks.js';
import { groupedBy } from './grouped.js';
import type { Report, ReportedResult } from './report.js';
import type { ReportKit } from './reporter.js';
import { deviationWords, subjectOf } from './words.js';

/** In place of what XML cannot hold, control characters above all. */
const REPLACEMENT = '\uFFFD';

/**
 * The report as JUnit XML: a suite for each area of cases, and one for what belongs to no case. What
 * has no verdict is an error, and what is known to differ is skipped and says why: JUnit has no
 * better word for a test that did not pass and yet fails nothing.
 */
export function junitReport(report: Report, kit: ReportKit): string {
  const checks = checksOf(report, kit);
  const options = { encoding: 'UTF-8', invalidCharReplacement: REPLACEMENT };
  const root = xmlbuilder.create('testsuites', options);
  root.att({
    name: `groupspec: ${subjectOf(report)}`,
    ...countsOf(checks),
    time: seconds(report.timing?.wallMs ?? 0),
  });
  for (const [name, own] of groupedBy(checks, ({ area }) => area)) {
    const spent = own.reduce((sum, { spentMs }) => sum + spentMs, 0);
    const suite = root.ele('testsuite', { name, ...countsOf(own), time: seconds(spent) });
    for (const check of own) addTest(suite, check);
  }
  return `${root.end({ pretty: true })}\n`;
}

function addTest(suite: XMLElement, check: Check): void {
  const { id, area, outcome, kind, text, file, line, result } = check;
  const message = check.message ?? kind;
  const test = suite.ele('testcase', {
    name: id.startsWith(`${area}/`) ? id.slice(area.length + 1) : id,
    classname: `groupspec.${area.replaceAll('/', '.')}`,
    time: seconds(check.spentMs),
    ...(file === null ? {} : { file }),
    ...(line === null ? {} : { line }),
  });
  if (result !== null) {
    const properties = test.ele('properties');
    for (const [name, value] of propertiesOf(result)) properties.ele('property', { name, value });
  }
  switch (outcome) {
    case 'passed':
      return;
    case 'skipped':
    case 'known':
      test.ele('skipped', { message });
      if (text !== null) test.ele('system-out', text);
      return;
    case 'failed':
    case 'undecided': {
      const element = outcome === 'failed' ? 'failure' : 'error';
      test.ele(element, { message, type: kind }, text ?? message);
    }
  }
}

function propertiesOf({
  title,
  rules,
  swept,
  attempts,
  deviation,
}: ReportedResult): [string, string][] {
  return [
    ['title', title],
    ['rules', rules.join(' ')],
    ...(swept === null ? [] : [['version', `${swept.api} v${swept.version}`] as [string, string]]),
    ...(attempts > 1 ? [['attempts', String(attempts)] as [string, string]] : []),
    ...(deviation === undefined
      ? []
      : [['deviation', deviationWords(deviation)] as [string, string]]),
  ];
}

function countsOf(
  checks: readonly Check[],
): Record<'tests' | 'failures' | 'errors' | 'skipped', number> {
  const count = (...outcomes: readonly Check['outcome'][]) =>
    checks.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    tests: checks.length,
    failures: count('failed'),
    errors: count('undecided'),
    skipped: count('skipped', 'known'),
  };
}

/** As XML Schema writes decimal numbers. */
function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
