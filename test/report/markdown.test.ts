import { describe, expect, it } from 'vitest';
import { markdownReport } from '../../src/report/markdown.js';
import type { Report, ReportInput } from '../../src/report/report.js';
import type { Result } from '../../src/suite/verdict.js';
import { resultOf } from './every-outcome.js';
import { judged, STALE } from './known.js';
import { REPORT_KIT } from './report-kit.js';
import { failedAt, failure, reportOf } from './results.js';

const markdownOf = (...reports: readonly Report[]) => markdownReport(reports, REPORT_KIT);
const linesOf = (results: readonly Result[], changes: Partial<ReportInput> = {}) =>
  markdownOf(reportOf(results, changes)).split('\n');

const MIB = 1024 * 1024;

describe('The Markdown summary', () => {
  it('begins with what was judged, the verdict, and by what', () => {
    expect(linesOf([resultOf('pass', 'a'), resultOf('skip', 'b')]).slice(0, 5)).toEqual([
      '## tcp:broker:9092',
      '',
      '**✔ tcp:broker:9092 conforms: 1 passed, 1 skipped**',
      '',
      'groupspec 1.2.3 · spec 1.2.3 sha256:00000000 · profile kafka-latest · virtual clock',
    ]);
  });

  it('counts by rule family, with what each is about', () => {
    const results = [resultOf('pass', 'a'), resultOf('fail', 'b'), resultOf('fail', 'c')];
    const title = REPORT_KIT.spec.rules.families.find(({ family }) => family === 'HB')?.title;
    expect(linesOf(results, { deviations: judged(['c']) })).toContain(
      `| HB | ${title} | 1 | 1 | 1 | · | · | · |`,
    );
  });

  it('folds up each cause, with all that is known of its first case and the names of the others', () => {
    const lines = linesOf([
      failedAt('Heartbeat', 0),
      failedAt('Heartbeat', 1),
      resultOf('fail', 'a/b'),
      resultOf('fail', 'a/c'),
    ]);
    const begin = lines.findIndex((line) => line.startsWith('<details>'));
    expect(lines.slice(begin, begin + 9)).toEqual([
      '<details><summary>✘ <b>heartbeat/unknown-group @Heartbeat v0 v1</b>, and 2 more cases: A heartbeat for a missing group is refused</summary>',
      '',
      '```text',
      'A heartbeat for a missing group is refused',
      '  cases/heartbeat/unknown-group.yaml:6 step 1: A sends Heartbeat v0 [HB-00 TYPE-04]',
      '    A: errorCode',
      '      expected  UNKNOWN_MEMBER_ID',
      '      got       NONE',
      '          0 ms  A  → Heartbeat v4  asked',
    ]);
    expect(lines).toContain('- a/b');
    expect(lines).toContain('- a/c');
    expect(lines.filter((line) => line.startsWith('<details>'))).toHaveLength(1);
  });

  it('tells what has no verdict, is known to differ, was skipped or is not as it is known', () => {
    const lines = linesOf(
      [
        resultOf('inconclusive', 'a'),
        resultOf('error', 'b'),
        resultOf('error', 'c'),
        resultOf('fail', 'd'),
        resultOf('skip', 'e'),
      ],
      { deviations: judged(['d'], [STALE]) },
    );
    for (const line of [
      '<details><summary>! <b>a</b>: inconclusive</summary>',
      '<details><summary>! <b>b</b>: error</summary>',
      'error, for a reason … and 1 more result alike: c',
      '- 1 result: It is late: It sleeps first',
      '- 1 because skip, for a reason',
      '### known.yaml is not right any more',
      '- line 7, stale: heartbeat/x passes by now',
    ]) {
      expect(lines).toContain(line);
    }
  });

  it('takes no text for Markdown or HTML', () => {
    const text = markdownOf(
      reportOf([
        resultOf('skip', 'a', { reason: '*x* <b> `y` [z](u) | #1 &amp;\n- item' }),
        resultOf('fail', 'b', {
          title: '</summary> & <i>',
          failure: failure({ differences: [], summary: '```\n</details>' }),
        }),
      ]),
    );
    expect(text).toContain(
      '- 1 because \\*x\\* &lt;b&gt; \\`y\\` \\[z\\](u) \\| \\#1 &amp;amp; - item\n',
    );
    expect(text).toContain('<b>b</b>: &lt;/summary&gt; &amp; &lt;i&gt;</summary>');
    expect(text).toContain('\n````text\n');
    expect(text).toContain('\n````\n\n</details>\n');
  });

  it('stays below what GitHub takes, and counts the causes for which there is no room', () => {
    const big = 'ä'.repeat(10_000);
    const results = Array.from({ length: 200 }, (_, index) =>
      resultOf('fail', `a/${index}`, {
        failure: failure({
          rules: [`HB-${index}`],
          differences: [{ path: 'A: x', expected: big, actual: 'y' }],
        }),
      }),
    );
    const one = markdownOf(reportOf(results));
    expect(Buffer.byteLength(one)).toBeLessThan(MIB);
    expect(Buffer.byteLength(one)).toBeGreaterThan(MIB / 2);
    const shown = one.split('<details>').length - 1;
    expect(one).toContain(`\n… and ${200 - shown} more causes for which there is no room here.\n`);
    expect(one).toContain('✘ tcp:broker:9092 differs: 0 passed, 200 failed');
    const three = markdownOf(...Array.from({ length: 3 }, () => reportOf(results)));
    expect(Buffer.byteLength(three)).toBeLessThan(MIB);
    expect(three.match(/^## /gm)).toHaveLength(3);
  });

  it('names only some of very many reasons', () => {
    const results = Array.from({ length: 100 }, (_, index) =>
      resultOf('skip', `a/${index}`, { reason: `reason ${index}` }),
    );
    const lines = linesOf([resultOf('pass', 'b'), ...results]);
    expect(lines.filter((line) => line.startsWith('- 1 because'))).toHaveLength(30);
    expect(lines).toContain('- … and 70 more');
  });

  it('is a line of fault where nothing was reached', () => {
    const text = markdownOf(reportOf([], { implementation: null, fault: 'nothing listens' }));
    expect(text).toContain('\n**ERROR nothing listens**\n');
  });
});
