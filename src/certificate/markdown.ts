import type { RuleSet } from '../spec/rule.js';
import type { Certificate, CertifiedDeviation } from './certificate.js';
import type { JudgedLevel } from './judge-levels.js';

/** The certificate for people. */
export function certificateMarkdown(certificate: Certificate, { families }: RuleSet): string {
  const titles = new Map(families.map(({ family, title }) => [family, title]));
  const rows = certificate.families.map(({ family, counts, known }) =>
    row([family, titles.get(family) ?? '', counts.pass, known, counts.skip]),
  );
  return [
    `# ${nameOf(certificate)}`,
    '',
    headline(certificate),
    '',
    ...facts(certificate),
    '',
    '## Levels',
    '',
    row(['level', 'is about', 'outcome', 'cases run', 'not run']),
    row(['---', '---', '---', '---:', '---:']),
    ...certificate.levels.map((level) =>
      row([level.level, level.title, outcomeOf(level), level.ran, level.cases - level.ran]),
    ),
    '',
    ...certificate.levels.flatMap(whyNotGranted),
    ...deviationLines(certificate.deviations),
    '## Results by rule family',
    '',
    row(['family', 'about', 'passed', 'deviate', 'skipped']),
    row(['---', '---', '---:', '---:', '---:']),
    ...rows,
    '',
  ].join('\n');
}

/** Name and version, as people write them. */
export function nameOf({ implementation }: Certificate): string {
  const { name, title, version } = implementation;
  return `${title ?? name}${version === null ? '' : ` ${version}`}`;
}

/** Outcome of a level in words. */
export function outcomeOf({ outcome, deviations }: JudgedLevel): string {
  if (outcome !== 'granted') return outcome;
  if (deviations === 0) return 'granted';
  return `granted with ${deviations} ${deviations === 1 ? 'deviation' : 'deviations'}`;
}

function headline({ verdict, summary, profile, families, exact }: Certificate): string {
  const known = families.reduce((sum, family) => sum + family.known, 0);
  const how =
    verdict === 'pass'
      ? `conforms to ${profile}`
      : `differs from ${profile} only as it is known to`;
  const counts = [
    `${summary.pass} results passed`,
    ...(known > 0 ? [`${known} are known deviations`] : []),
    ...(summary.skip > 0 ? [`${summary.skip} were skipped`] : []),
  ].join(', ');
  return `**It ${how}${exact ? ', to the letter' : ''}**: ${counts}.`;
}

function facts(certificate: Certificate): string[] {
  const { implementation, spec, kit, adapter, clock, seed, date } = certificate;
  const { homepage, capabilities, apis, configuration } = implementation;
  const served = Object.entries(apis).map(([api, { min, max }]) => `${api} ${min}-${max}`);
  const settings = Object.entries(configuration).map(([name, value]) => `\`${name}=${value}\``);
  return [
    ...(homepage === null ? [] : [`- Home: <${homepage}>`]),
    `- Date: ${date}`,
    `- Kit: groupspec ${kit.version}, spec ${spec.version}, \`${spec.digest}\``,
    `- Run: adapter ${adapter}, ${clock} clock, seed ${seed}`,
    `- Capabilities: ${capabilities.join(', ') || 'none beyond requests'}`,
    `- Versions: ${served.join(', ')}`,
    `- Configuration: ${settings.join(', ')}`,
  ];
}

function whyNotGranted({ level, outcome, reasons, beyond }: JudgedLevel): string[] {
  const lines = [
    ...(outcome === 'granted'
      ? []
      : reasons.map(({ reason, cases }) => `- ${cases} cases: ${reason}`)),
    ...(beyond === 0
      ? []
      : [`- ${beyond} cases need a virtual clock or settings of their own, and need not run`]),
  ];
  return lines.length === 0 ? [] : [`${level}, not run:`, '', ...lines, ''];
}

function deviationLines(deviations: readonly CertifiedDeviation[]): string[] {
  if (deviations.length === 0) return [];
  return [
    '## Known deviations',
    '',
    ...deviations.map(({ title, rules, reason, link, expires, results }) => {
      const name = title === null ? '' : `**${title}.** `;
      const until = expires === null ? '' : ` Put up with until ${expires}.`;
      const source = link === null ? '' : ` [Source](${link}).`;
      const count = `${results} ${results === 1 ? 'result' : 'results'}`;
      return `- ${name}${flat(reason)}${source}${until} (${rules.join(', ')}; ${count})`;
    }),
    '',
  ];
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}

/** One line, ended as a sentence. */
function flat(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
