import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Certificate } from '../../src/certificate/certificate.js';
import { certificateText } from '../../src/certificate/read-certificate.js';
import { resultsPages } from '../../src/gate/results-pages.js';
import { loadKitSpec } from '../../src/kit.js';
import { InvalidDataError } from '../../src/spec/problem.js';
import { caseFiles } from '../fakes/case-files.js';

const { spec } = loadKitSpec();
const COUNTS = { pass: 0, skip: 0, inconclusive: 0, fail: 0, error: 0 };
const DIGEST = `sha256:${'ab'.repeat(32)}`;

function certificate(name: string, changes: Partial<Certificate> = {}): Certificate {
  return {
    format: 'groupspec-certificate',
    formatVersion: 1,
    date: '2026-11-30',
    implementation: {
      name,
      title: `The ${name}`,
      version: '1.2',
      homepage: null,
      capabilities: [],
      apis: { Heartbeat: { min: 0, max: 4 } },
      configuration: {},
    },
    kit: { version: '0.1.0', casesDigest: DIGEST },
    spec: { version: '0.1.0', digest: DIGEST },
    profile: 'kafka-latest',
    exact: false,
    adapter: 'tcp',
    clock: 'real',
    seed: 1,
    verdict: 'deviates',
    levels: spec.levels.map(({ level, title }, index) => ({
      level,
      title,
      outcome: index === 0 ? 'granted' : 'not run',
      cases: 3,
      ran: 2,
      beyond: 1,
      deviations: index === 0 ? 2 : 0,
      reasons: index === 0 ? [] : [{ reason: 'no records', cases: 1 }],
    })),
    summary: COUNTS,
    families: [{ family: 'HB', counts: { ...COUNTS, pass: 5, fail: 2, skip: 1 }, known: 2 }],
    deviations: [],
    resultsDigest: DIGEST,
    ...changes,
  };
}

function pagesOf(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const placed = Object.entries(files).map(([name, text]) => [`docs/results/${name}`, text]);
  return resultsPages(spec, caseFiles(Object.fromEntries(placed)));
}

describe('The results pages', () => {
  const other = certificate('other', {
    families: [{ family: 'SYNC', counts: { ...COUNTS, pass: 7 }, known: 0 }],
  });
  const pages = pagesOf({
    'mock.json': certificateText(certificate('mock')),
    'other.json': certificateText(other),
    'mock.findings.md': 'It is *slow*.\n',
  });
  const matrix = pages.get('docs/results/README.md') ?? '';

  it('are one for all, and one with a badge for each', () => {
    expect([...pages.keys()]).toEqual([
      'docs/results/mock.md',
      'docs/results/mock.svg',
      'docs/results/other.md',
      'docs/results/other.svg',
      'docs/results/README.md',
    ]);
  });

  it('say in one row what came of each implementation, level by level', () => {
    expect(matrix).toContain(
      '| [The mock 1.2](mock.md) | granted with 2 deviations | not run | not run | not run | kafka-latest, spec 0.1.0 (abababab) | tcp, real clock | 2026-11-30 |\n',
    );
  });

  it('say in one row how all implementations fare with a family of rules', () => {
    expect(matrix).toContain(
      '| rules about | [The mock 1.2](mock.md) | [The other 1.2](other.md) |\n',
    );
    expect(matrix).toContain(
      '| HB: Heartbeat in a classic group | 5 passed, **2 deviate**, 1 skipped |  |\n',
    );
    expect(matrix).toMatch(/\n\| SYNC: [^|]+ \| {2}\| 7 passed \|\n/);
    expect(matrix).not.toContain('| JOIN');
  });

  it('add what people have found', () => {
    expect(pages.get('docs/results/mock.md')).toMatch(/\n## Findings\n\nIt is \*slow\*\.\n$/);
    expect(pages.get('docs/results/other.md')).not.toContain('Findings');
  });

  it('are none without certificates', () => {
    expect(resultsPages(spec, caseFiles({ 'x.yaml': '' })).size).toBe(0);
  });

  it('refuse a certificate in the file of another, and one that is none', () => {
    const text = certificateText(certificate('mock'));
    expect(() => pagesOf({ 'other.json': text })).toThrow(
      /other\.json:1:1: the certificate of 'mock' belongs in a file 'mock\.json'$/,
    );
    expect(() => pagesOf({ 'mock.json': text.replace('kafka-latest', '1", "x": "') })).toThrow(
      InvalidDataError,
    );
  });
});

it('The schema of certificates demands all that a certificate has', () => {
  const schema = JSON.parse(readFileSync('spec/schemas/certificate.schema.json', 'utf8'));
  expect(schema.required).toEqual(Object.keys(certificate('mock')));
});
