import { describe, expect, it } from 'vitest';
import { loadKit } from '../../../src/kit.js';
import { htmlReport } from '../../../src/report/html/html-report.js';
import type { Report } from '../../../src/report/report.js';
import { everyOutcome } from '../every-outcome.js';
import { failedAt, failure, reportOf } from '../results.js';

const kit = loadKit();
const page = (...reports: Report[]) => htmlReport(reports, kit, () => []);

describe('An HTML report', () => {
  it('is one file that names no other', () => {
    const text = page(reportOf([failedAt('Heartbeat', 1)]));
    const head = text.slice(0, text.indexOf('<body>'));
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(head).toContain("default-src 'none'");
    expect(text).not.toMatch(/<(script|img|iframe)[^>]* src=|@import|url\((?!data:)/);
    expect([...text.matchAll(/<link [^>]*>/g)].map(([link]) => link)).toEqual([
      '<link rel="icon" href="data:,">',
    ]);
  });

  it('has the same bytes for the same reports', () => {
    const report = reportOf([failedAt('Heartbeat', 1)]);
    expect(page(report, report)).toBe(page(report, report));
  });

  it('can be made of every outcome of a run, one or several', () => {
    const reports = everyOutcome();
    for (const report of reports) expect(page(report)).toContain('</html>');
    expect(page(...reports.slice(0, 12))).toContain('12 implementations, side by side');
  });

  it('lets nothing that an implementation says become part of the page', () => {
    const evil = '</script><script>alert(1)</script>';
    const differences = [{ path: evil, expected: evil, actual: evil }];
    const report = reportOf([failedAt('Heartbeat', 1, failure({ differences, summary: evil }))], {
      about: { adapter: 'tcp', title: evil },
    });
    expect(page(report).match(/<script/g)).toHaveLength(2);
    expect(page(report)).not.toContain('<script>alert');
  });
});
