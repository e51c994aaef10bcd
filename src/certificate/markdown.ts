import { counted } from '../report/counted.js';
import { tableRow } from '../report/markdown-text.js';
import type { ReportedLevel } from '../report/reporter.js';
import { nameOf } from '../report/words.js';
import type { RuleSet } from '../spec/rule.js';
import type { Certificate, CertifiedDeviation } from './certificate.js';
import { outcomeOf } from './level-words.js';

/** The certificate for people. */
export function certificateMarkdown(certificate: Certificate, { families }: RuleSet): string {
  const titles = new Map(families.map(({ family, title }) => [family, title]));
  const rows = certificate.families.map(({ family, counts, known }) =>
    tableRow([family, titles.get(family) ?? '', counts.pass, known, counts.skip]),
  );
  return [
    `# ${nameOf(certificate.implementation)}`,
    '',
    headline(certificate),
    '',
    ...facts(certificate),
    '',
    '## Levels',
    '',
    tableRow(['level', 'is about', 'outcome', 'cases run', 'not run']),
    tableRow(['---', '---', '---', '---:', '---:']),
    ...certificate.levels.map((level) =>
      tableRow([level.level, level.title, outcomeOf(level), level.ran, level.cases - level.ran]),
    ),
    '',
    ...certificate.levels.flatMap(whyNotGranted),
    ...deviationLines(certificate.deviations),
    '## Results by rule family',
    '',
    tableRow(['family', 'about', 'passed', 'deviate', 'skipped']),
    tableRow(['---', '---', '---:', '---:', '---:']),
    ...rows,
    '',
  ].join('\n');
}

function headline({ verdict, summary, profile, families, exact }: Certificate): string {
  const known = families.reduce((sum, family) => sum + family.known, 0);
  const how =
    verdict === 'pass'
      ? `conforms to ${profile}`
      : `differs from ${profile} only as it is known to`;
  const counts = [
    `${counted(summary.pass, 'result')} passed`,
    ...(known > 0 ? [counted(known, 'known deviation')] : []),
    ...(summary.skip > 0 ? [`${summary.skip} skipped`] : []),
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

function whyNotGranted({ level, outcome, reasons, beyond }: ReportedLevel): string[] {
  const lines = [
    ...(outcome === 'granted'
      ? []
      : reasons.map(({ reason, cases }) => `- ${counted(cases, 'case')}: ${reason}`)),
    ...(beyond === 0
      ? []
      : [
          `- ${counted(beyond, 'case')} that need not: a virtual clock or other settings are asked for`,
        ]),
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
      return `- ${name}${flat(reason)}${source}${until} (${rules.join(', ')}; ${counted(results, 'result')})`;
    }),
    '',
  ];
}

/** One line, ended as a sentence. */
function flat(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
