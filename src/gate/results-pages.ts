import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { svgBadge } from '../certificate/badge.js';
import type { Certificate } from '../certificate/certificate.js';
import { outcomeOf } from '../certificate/level-words.js';
import { certificateMarkdown } from '../certificate/markdown.js';
import { readCertificate } from '../certificate/read-certificate.js';
import { tableRow } from '../report/markdown-text.js';
import { nameOf } from '../report/words.js';
import { InvalidDataError } from '../spec/problem.js';
import type { Spec } from '../spec/spec.js';

const RESULTS_DIRECTORY = 'docs/results';

const HEAD = `<!-- Made of the certificates beside it by npm run generate. -->
# Results

What came of it when coordinators were certified. Each row is a run whose certificate lies here, as
JSON and as a page; [docs/certificate.md](../certificate.md) says what a level is, and
[docs/deviations.md](../deviations.md) what a known deviation.
`;

/**
 * Pages of the certificates in a directory, by their paths below `root`: one for each with what its
 * `NAME.findings.md` adds, its badge, and one for all. Throws InvalidDataError.
 */
export function resultsPages(
  spec: Pick<Spec, 'rules' | 'levels'>,
  root: string,
): ReadonlyMap<string, string> {
  const directory = join(root, RESULTS_DIRECTORY);
  const certificates = certificatesIn(directory);
  if (certificates.length === 0) return new Map();
  const pages = certificates.flatMap((certificate): [string, string][] => {
    const { name } = certificate.implementation;
    const findings = join(directory, `${name}.findings.md`);
    const told = existsSync(findings) ? `\n## Findings\n\n${readFileSync(findings, 'utf8')}` : '';
    return [
      [`${name}.md`, `${certificateMarkdown(certificate, spec.rules).trimEnd()}\n${told}`],
      [`${name}.svg`, svgBadge(certificate)],
    ];
  });
  return new Map(
    [...pages, ['README.md', matrix(certificates, spec)] as const].map(([name, text]) => [
      `${RESULTS_DIRECTORY}/${name}`,
      text,
    ]),
  );
}

/** By name, which has to be that of its file. */
function certificatesIn(directory: string): Certificate[] {
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
  return names.sort().map((file) => {
    const path = join(directory, file);
    const certificate = readCertificate(path);
    const wanted = `${certificate.implementation.name}.json`;
    if (file === wanted) return certificate;
    const message = `the certificate of '${certificate.implementation.name}' belongs in a file '${wanted}'`;
    throw new InvalidDataError([{ file: path, line: 1, column: 1, message }]);
  });
}

/** Implementations by levels, and rule families by implementations. */
function matrix(
  certificates: readonly Certificate[],
  { rules, levels }: Pick<Spec, 'rules' | 'levels'>,
): string {
  return [
    HEAD,
    '## Levels',
    '',
    tableRow([
      'implementation',
      ...levels.map(({ level }) => level),
      'judged by',
      'adapter',
      'date',
    ]),
    tableRow(['---', ...levels.map(() => '---'), '---', '---', '---']),
    ...certificates.map((certificate) =>
      levelRow(
        certificate,
        levels.map(({ level }) => level),
      ),
    ),
    '',
    '## Rule families',
    '',
    'Results that passed, that are known deviations (in bold), and that were skipped.',
    '',
    tableRow(['rules about', ...certificates.map(linkTo)]),
    tableRow(['---', ...certificates.map(() => '---')]),
    ...rules.families
      .filter(({ family }) => certificates.some((one) => countsOf(one, family) !== null))
      .map(({ family, title }) =>
        tableRow([
          `${family}: ${title}`,
          ...certificates.map((certificate) => countsOf(certificate, family) ?? ''),
        ]),
      ),
    '',
  ].join('\n');
}

function levelRow(certificate: Certificate, levels: readonly string[]): string {
  const { profile, exact, spec, adapter, clock, date } = certificate;
  const outcomes = levels.map((name) => {
    const judged = certificate.levels.find(({ level }) => level === name);
    return judged === undefined ? 'not run' : outcomeOf(judged);
  });
  const digest = spec.digest.slice('sha256:'.length, 'sha256:'.length + 8);
  const by = `${profile}${exact ? ', exact' : ''}, spec ${spec.version} (${digest})`;
  return tableRow([linkTo(certificate), ...outcomes, by, `${adapter}, ${clock} clock`, date]);
}

function linkTo(certificate: Certificate): string {
  return `[${nameOf(certificate.implementation)}](${certificate.implementation.name}.md)`;
}

function countsOf({ families }: Certificate, family: string): string | null {
  const own = families.find((one) => one.family === family);
  if (own === undefined) return null;
  const { counts, known } = own;
  return [
    `${counts.pass} passed`,
    ...(known > 0 ? [`**${known} deviate**`] : []),
    ...(counts.skip > 0 ? [`${counts.skip} skipped`] : []),
  ].join(', ');
}
