import { describe, expect, it } from 'vitest';
import { shieldsBadge, svgBadge } from '../../src/certificate/badge.js';
import {
  type Certificate,
  certificateOf,
  NotCertifiedError,
} from '../../src/certificate/certificate.js';
import { certificateMarkdown } from '../../src/certificate/markdown.js';
import { verifyCertificate } from '../../src/certificate/verify.js';
import { loadKit } from '../../src/kit.js';
import { judgedAgain, type Report, type ReportInput } from '../../src/report/report.js';
import { casesDigest } from '../../src/suite/cases/case-digest.js';
import type { Result } from '../../src/suite/verdict.js';
import { judged, STALE } from '../report/known.js';
import { failure, reportOf, result } from '../report/results.js';

const kit = loadKit();
const DAY = '2026-11-30';

/** Every case passes at once, but for the results given. */
function reported(others: readonly Result[] = [], changes: Partial<ReportInput> = {}): Report {
  const names = new Set(others.map((one) => one.case));
  const passed = kit.cases
    .filter(({ id }) => !names.has(id))
    .map(({ id, data }) => result('pass', { id, case: id, rules: data.rules }));
  return reportOf([...passed, ...others], {
    kitVersion: kit.version,
    spec: { version: kit.spec.version, digest: kit.spec.digest },
    about: {
      adapter: 'tcp',
      title: 'My broker',
      version: '1.2',
      homepage: 'https://example.org',
      casesDigest: casesDigest(kit.cases),
    },
    ...changes,
  });
}

const FAILED = result('fail', { case: 'heartbeat/unknown-group', failure: failure() });
const DEVIATING = reported([FAILED], { deviations: judged([FAILED.id]) });

const certified = (report: Report = reported()) => certificateOf(report, kit, DAY);

describe('A certificate', () => {
  it('says what was judged, by what, and what came of it', () => {
    const report = reported();
    expect(certified(report)).toMatchObject({
      format: 'groupspec-certificate',
      formatVersion: 1,
      date: DAY,
      implementation: {
        name: 'tcp:broker:9092',
        title: 'My broker',
        version: '1.2',
        homepage: 'https://example.org',
      },
      kit: { version: kit.version, casesDigest: casesDigest(kit.cases) },
      spec: { version: kit.spec.version, digest: kit.spec.digest },
      profile: 'kafka-latest',
      adapter: 'tcp',
      clock: 'virtual',
      seed: 7,
      verdict: 'pass',
      summary: { pass: kit.cases.length, fail: 0 },
      families: report.families,
      deviations: [],
    });
    expect(certified(report).levels.map(({ level, outcome }) => `${level} ${outcome}`)).toEqual([
      'classic-core granted',
      'classic-static granted',
      'records granted',
      'failover granted',
    ]);
  });

  it('lists known deviations with their reasons, and as part of their level', () => {
    const { verdict, deviations, levels } = certified(DEVIATING);
    expect(verdict).toBe('deviates');
    expect(deviations).toEqual([
      {
        title: 'It is late',
        rules: ['HB-00'],
        reason: 'It sleeps first',
        link: null,
        expires: null,
        results: 1,
      },
    ]);
    expect(levels[0]).toMatchObject({ outcome: 'granted', deviations: 1 });
  });

  it('is the same for the same run, however long its cases took', () => {
    const slower = reported().results.map((one) => ({ ...one, durationMs: 99, spentMs: 99 }));
    expect(certified({ ...reported(), results: slower })).toEqual(certified());
  });

  it.each<[string, Report, RegExp]>([
    ['fails', reported([FAILED]), /^1 failure beyond the known deviations/],
    [
      'knows something that is not so any more',
      reported([FAILED], { deviations: judged([FAILED.id], [STALE]) }),
      /^1 problem with what is known to deviate$/,
    ],
    [
      'is in part inconclusive',
      reported([result('inconclusive', { case: 'heartbeat/unknown-group' })]),
      /^1 inconclusive result$/,
    ],
    [
      'is in part an error',
      reported([result('error', { case: 'heartbeat/unknown-group' })]),
      /^1 error$/,
    ],
    ['was stopped', reported([], { interrupted: true }), /^the run was stopped before its end$/],
    ['came to nothing', reported([], { fault: 'nothing listens' }), /^nothing listens$/],
    [
      'knows something of which nobody has said why',
      reported([FAILED], {
        deviations: judged([FAILED.id], [], { reason: 'not yet looked into' }),
      }),
      /^nobody has said yet why .*\(reason: not yet looked into\): It is late$/,
    ],
    [
      'was made with another kit',
      { ...reported(), kitVersion: '0.0.1' },
      /^the report was made with groupspec 0\.0\.1, not \S+; run it again$/,
    ],
    [
      'was made with another spec and other cases',
      { ...reported(), spec: { version: '1', digest: 'sha256:1' }, casesDigest: 'sha256:2' },
      /^the report was made with another state of spec\/ and other cases; run it again$/,
    ],
  ])('is not given for a run that %s', (_what, report, message) => {
    expect(() => certified(report)).toThrow(NotCertifiedError);
    expect(() => certified(report)).toThrow(message);
  });
});

describe('A certificate is verified', () => {
  it('by making it anew from its report', () => {
    for (const report of [reported(), DEVIATING]) {
      const through = JSON.parse(JSON.stringify(certified(report)));
      expect(verifyCertificate(through, report, kit)).toEqual([]);
    }
  });

  it.each<[string, (one: Certificate) => unknown, string]>([
    [
      'version',
      (one) => ({ ...one, implementation: { ...one.implementation, version: '2' } }),
      'implementation.version',
    ],
    ['profile', (one) => ({ ...one, profile: 'kafka-4.0' }), 'profile'],
    ['seed', (one) => ({ ...one, seed: 8 }), 'seed'],
    ['verdict', (one) => ({ ...one, verdict: 'pass' }), 'verdict'],
    ['count', (one) => ({ ...one, summary: { ...one.summary, pass: 1 } }), 'summary.pass'],
    ['level', (one) => ({ ...one, levels: one.levels.slice(1) }), 'levels'],
    ['left out deviation', (one) => ({ ...one, deviations: [] }), 'deviations[0]'],
    ['other spec', (one) => ({ ...one, spec: { ...one.spec, digest: 'x' } }), 'spec.digest'],
    ['made-up field', (one) => ({ ...one, approved: true }), 'approved'],
  ])('and a %s that is not the report’s is found', (_what, change, path) => {
    const changed = change(certified(DEVIATING)) as Certificate;
    const found = verifyCertificate(changed, DEVIATING, kit);
    expect(found.map((one) => one.path).some((one) => one.startsWith(path))).toBe(true);
  });

  it('and one result that is another one by now is found', () => {
    const id = 'heartbeat/static-member';
    const results = DEVIATING.results.map((one, index) =>
      index === 0 ? { ...one, verdict: 'skip' as const, reason: id } : one,
    );
    const later = judgedAgain({ ...DEVIATING, results }, null);
    const paths = verifyCertificate(certified(DEVIATING), later, kit).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['summary.pass', 'resultsDigest']));
  });

  it('and another answer of a known deviation is found', () => {
    const [first, ...rest] = [...DEVIATING.results].reverse();
    if (first?.failure === undefined) throw new Error('the last result fails');
    const other = [{ path: 'A: errorCode', expected: 'X', actual: 'Y' }];
    const results = [{ ...first, failure: { ...first.failure, differences: other } }, ...rest];
    const later = { ...DEVIATING, results: results.reverse() };
    expect(verifyCertificate(certified(DEVIATING), later, kit).map(({ path }) => path)).toEqual([
      'resultsDigest',
    ]);
  });
});

describe('A badge', () => {
  const withLevels = (...outcomes: ('granted' | 'not run')[]): Certificate => {
    const certificate = certified();
    const levels = certificate.levels.map((level, index) => ({
      ...level,
      outcome: outcomes[index] ?? 'not run',
    }));
    return { ...certificate, levels };
  };

  it.each<[string, Certificate, { message: string; color: string }]>([
    [
      'what is granted, and nothing else',
      withLevels('granted', 'granted', 'not run'),
      { message: 'classic-core, classic-static', color: 'brightgreen' },
    ],
    ['that nothing is', withLevels(), { message: 'no level', color: 'lightgrey' }],
    [
      'with how many deviations it is',
      certified(DEVIATING),
      {
        message: 'classic-core, classic-static, records, failover with 1 deviation',
        color: 'yellow',
      },
    ],
  ])('says %s', (_what, certificate, told) => {
    expect(JSON.parse(shieldsBadge(certificate))).toEqual({
      schemaVersion: 1,
      label: 'groupspec',
      ...told,
    });
    const svg = svgBadge(certificate);
    expect(svg).toMatch(/^<svg [^>]*aria-label="groupspec: /);
    expect(svg).toContain(told.message);
  });
});

describe('The page of a certificate', () => {
  const page = certificateMarkdown(certified(DEVIATING), kit.spec.rules);

  it('says in its first lines what it comes to', () => {
    expect(page).toMatch(
      /^# My broker 1\.2\n\n\*\*It differs from kafka-latest only as it is known to\*\*: \d+ results passed, 1 known deviation\.\n/,
    );
  });

  it('has a row for each level and family, and a line for each deviation', () => {
    expect(page).toContain(
      '| classic-core | Groups of dynamic members | granted with 1 deviation |',
    );
    expect(page).toMatch(/\n\| HB \| Heartbeat in a classic group \| \d+ \| 1 \| 0 \|\n/);
    expect(page).toContain('\n- **It is late.** It sleeps first. (HB-00; 1 result)\n');
  });

  it('says why a level is not granted', () => {
    const skipped = reported([
      result('skip', { case: 'heartbeat/unknown-group', reason: 'it has no Heartbeat' }),
    ]);
    expect(certificateMarkdown(certified(skipped), kit.spec.rules)).toContain(
      '\nclassic-core, not run:\n\n- 1 case: it has no Heartbeat\n',
    );
  });
});
