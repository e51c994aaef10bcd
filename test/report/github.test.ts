import { describe, expect, it } from 'vitest';
import { githubReport } from '../../src/report/github.js';
import type { Report } from '../../src/report/report.js';
import { everyOutcome, resultOf } from './every-outcome.js';
import { judged, STALE } from './known.js';
import { failedAt, failure, reportOf } from './results.js';

interface Annotation {
  readonly level: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

const unescaped = (text: string) =>
  text
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');

/** As the runner reads commands: name, properties up to the second `::`, message. */
function readBack(...reports: readonly Report[]): Annotation[] {
  const text = githubReport(reports);
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const [, level = '', properties = '', message = ''] =
        /^::(\w+) (.*?)::(.*)$/.exec(line) ?? expect.fail(`no command: ${line}`);
      const pairs = properties.split(',').map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [name, unescaped(value.join('='))];
      });
      return { level, properties: Object.fromEntries(pairs), message: unescaped(message) };
    });
}

const different = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    resultOf('fail', `a/${index}`, { failure: failure({ rules: [`HB-${index}`] }) }),
  );

describe('Annotations of GitHub', () => {
  it('show a failure at its case, with what differs', () => {
    const [failed] = readBack(reportOf([failedAt('Heartbeat', 0), failedAt('Heartbeat', 1)]));
    expect(failed).toEqual({
      level: 'error',
      properties: {
        file: 'cases/heartbeat/unknown-group.yaml',
        line: '6',
        title: 'tcp:broker:9092: heartbeat/unknown-group @Heartbeat v0 v1',
      },
      message: [
        'A heartbeat for a missing group is refused',
        'step 1: A sends Heartbeat v0 [HB-00 TYPE-04]',
        'A: errorCode: expected UNKNOWN_MEMBER_ID',
        'A: errorCode: got NONE',
      ].join('\n'),
    });
  });

  it('end with the verdict', () => {
    expect(readBack(reportOf([resultOf('pass', 'a')])).at(-1)).toEqual({
      level: 'notice',
      properties: { title: 'groupspec' },
      message: 'tcp:broker:9092 conforms: 1 passed',
    });
  });

  it('survive whatever is in a text', () => {
    const odd = '100%, 50%25::error::no\r\nyes: a,b=c';
    const summary = { differences: [], summary: odd, file: 'my cases/a,b:c.yaml' };
    const [failed, ...others] = readBack(
      reportOf([resultOf('fail', 'a', { title: odd, failure: failure(summary) })]),
    );
    expect(failed?.properties['file']).toBe('my cases/a,b:c.yaml');
    expect(failed?.message.split('step 1')[0]).toBe(`${odd}\n`);
    expect(others).toHaveLength(1);
  });

  it('are one for each cause', () => {
    const alike = ['a', 'b', 'c'].map((id) => resultOf('fail', id));
    const annotations = readBack(
      reportOf([...alike, resultOf('error', 'd'), resultOf('error', 'e')]),
    );
    expect(
      annotations.map(({ level, message }) => `${level} ${message.split('\n').at(-1)}`),
    ).toEqual([
      'error … and 2 more cases alike: b, c',
      'error … and 1 more result alike: e',
      expect.stringMatching(/^notice no verdict/),
    ]);
  });

  it('are as many as GitHub shows, over all reports, and say how many are missing', () => {
    const errorsOf = (...reports: readonly Report[]) =>
      readBack(...reports).filter(({ level }) => level === 'error');
    expect(errorsOf(reportOf(different(10)))).toHaveLength(10);
    expect(errorsOf(reportOf(different(10))).at(-1)?.properties['title']).toContain('a/9');
    const many = errorsOf(reportOf(different(6)), reportOf(different(7)));
    expect(many).toHaveLength(10);
    expect(many.at(-1)).toMatchObject({ properties: { title: 'groupspec: and 4 more causes' } });
  });

  it('have an error just where the run has one: a fault, what is no longer known, a verdict', () => {
    for (const report of everyOutcome()) {
      const has = (level: string) => readBack(report).some((one) => one.level === level);
      const { verdict } = report;
      expect(has('error') || has('warning'), verdict).toBe(!['pass', 'deviates'].includes(verdict));
      if (verdict === 'fail' || verdict === 'error') expect(has('error')).toBe(true);
    }
  });

  it('point to the place of a known deviation that is not as it was', () => {
    const report = reportOf([resultOf('pass', 'a')], { deviations: judged([], [STALE]) });
    expect(readBack(report)[0]).toEqual({
      level: 'error',
      properties: {
        file: 'known.yaml',
        line: '7',
        title: 'tcp:broker:9092: a known deviation is stale',
      },
      message: 'heartbeat/x passes by now',
    });
  });
});
