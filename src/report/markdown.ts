import type { RuleSet } from '../spec/rule.js';
import {
  type AlikeFailures,
  type AlikeUndecided,
  failuresByCause,
  undecidedByReason,
} from './causes.js';
import { counted } from './counted.js';
import { failedCase, failureText, othersAlike } from './failure-lines.js';
import { codeBlock, plainInHtml, plainInMarkdown, tableRow } from './markdown-text.js';
import { knownDeviations, skipReasons } from './reasons.js';
import type { Report } from './report.js';
import type { ReportKit } from './reporter.js';
import { demandsOf, seconds, subjectOf, verdictWords } from './words.js';

/** GitHub takes 1 MiB for a step and refuses all of what is longer; other steps may add to it. */
const MOST_BYTES = 1_000_000;
const EXCHANGE_SHOWN = 14;
const REASONS_SHOWN = 30;

/**
 * A summary for people, e.g. `$GITHUB_STEP_SUMMARY`: verdict, rule families, each likely cause of
 * failures folded up, what is known and what was skipped. Causes for which there is no room are
 * counted.
 */
export function markdownReport(reports: readonly Report[], kit: ReportKit): string {
  const bytes = Math.floor(MOST_BYTES / Math.max(1, reports.length));
  return reports.map((report) => summaryOf(report, kit.spec.rules, bytes)).join('\n');
}

function summaryOf(report: Report, rules: RuleSet, bytes: number): string {
  const begin = [...headLines(report), ...familyLines(report, rules), ...problemLines(report)];
  const end = [...knownLines(report), ...skipLines(report)];
  const taken = sizeOf([...begin, ...end].join('\n'));
  const causes = [
    ...failuresByCause(report.results).map((alike) => failureBlock(alike, report, rules)),
    ...(['error', 'inconclusive'] as const).flatMap((verdict) =>
      undecidedByReason(report.results, verdict).map((alike) => undecidedBlock(alike, verdict)),
    ),
  ];
  return `${[...begin, ...fitting(causes, bytes - taken), ...end].join('\n')}\n`;
}

function headLines(report: Report): string[] {
  const { implementation, timing } = report;
  const { mark, sentence } = verdictWords(report);
  const time = timing === null ? [] : [seconds(timing.wallMs)];
  const clock = implementation === null ? [] : [`${implementation.clock} clock`];
  return [
    `## ${plainInMarkdown(subjectOf(report))}`,
    '',
    `**${mark} ${plainInMarkdown(sentence)}**`,
    '',
    [`groupspec ${report.kitVersion}`, demandsOf(report), ...clock, ...time].join(' · '),
    '',
  ];
}

function familyLines({ families }: Report, rules: RuleSet): string[] {
  if (families.length === 0) return [];
  const titles = new Map(rules.families.map(({ family, title }) => [family, title]));
  const shown = (count: number) => (count === 0 ? '·' : count);
  return [
    tableRow(['rules', 'about', 'pass', 'fail', 'known', 'skip', 'inconclusive', 'error']),
    tableRow(['---', '---', '---:', '---:', '---:', '---:', '---:', '---:']),
    ...families.map(({ family, counts, known }) =>
      tableRow([
        family,
        titles.get(family) ?? '',
        ...[counts.pass, counts.fail - known, known, counts.skip, counts.inconclusive].map(shown),
        shown(counts.error),
      ]),
    ),
    '',
  ];
}

function problemLines({ deviations }: Report): string[] {
  if (deviations === null || deviations.problems.length === 0) return [];
  return [
    `### ${plainInMarkdown(deviations.file)} is not right any more`,
    '',
    ...bounded(
      deviations.problems.map(
        ({ line, kind, message }) => `- line ${line}, ${kind}: ${plainInMarkdown(message)}`,
      ),
    ),
    '',
  ];
}

function failureBlock(alike: AlikeFailures, report: Report, rules: RuleSet): string {
  const [first] = alike.shown;
  const more =
    alike.others.length === 0 ? '' : `, and ${counted(alike.others.length, 'more case')}`;
  return folded(`✘ <b>${plainInHtml(failedCase(alike))}</b>${more}: ${plainInHtml(first.title)}`, [
    codeBlock(failureText(first, report, rules, EXCHANGE_SHOWN)),
    ...bounded(alike.others.map(listed)),
  ]);
}

function undecidedBlock({ reason, shown, others }: AlikeUndecided, verdict: string): string {
  const [more = ''] = othersAlike(others, 'result');
  return folded(`! <b>${plainInHtml(shown.id)}</b>: ${verdict}`, [
    plainInMarkdown(`${reason} ${more}`),
  ]);
}

function knownLines({ results }: Report): string[] {
  const known = knownDeviations(results);
  if (known.length === 0) return [];
  return [
    '### Known to differ',
    '',
    ...bounded(
      known.map(([text, count]) => `- ${counted(count, 'result')}: ${plainInMarkdown(text)}`),
    ),
    '',
  ];
}

function skipLines({ results }: Report): string[] {
  const reasons = skipReasons(results);
  if (reasons.length === 0) return [];
  return [
    '### Skipped',
    '',
    ...bounded(reasons.map(([text, count]) => `- ${count} because ${plainInMarkdown(text)}`)),
    '',
  ];
}

function folded(summary: string, content: readonly string[]): string {
  return [`<details><summary>${summary}</summary>`, '', ...content, '', '</details>', ''].join(
    '\n',
  );
}

function listed(id: string): string {
  return `- ${plainInMarkdown(id)}`;
}

/** The first ones, and how many others there are. */
function bounded(items: readonly string[]): readonly string[] {
  if (items.length <= REASONS_SHOWN) return items;
  return [...items.slice(0, REASONS_SHOWN), `- … and ${items.length - REASONS_SHOWN} more`];
}

/** As many blocks as there is room for. */
function fitting(blocks: readonly string[], bytes: number): string[] {
  if (blocks.length === 0) return [];
  const shown: string[] = [];
  let left = bytes;
  for (const block of blocks) {
    left -= sizeOf(block) + 1;
    if (left < 0) break;
    shown.push(block);
  }
  const missing = blocks.length - shown.length;
  const rest = `… and ${counted(missing, 'more cause')} for which there is no room here.`;
  return ['### What did not pass', '', ...shown, ...(missing === 0 ? [] : [rest, ''])];
}

function sizeOf(text: string): number {
  return Buffer.byteLength(text);
}
