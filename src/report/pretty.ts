import pc from 'picocolors';
import { formatProblem } from '../spec/problem.js';
import type { Verdict } from '../suite/verdict.js';
import { type AlikeFailures, failuresByCause, undecidedByReason } from './causes.js';
import { againLines, type Colors, failedCase, failureLines, othersAlike } from './failure-lines.js';
import { type CountedReason, knownDeviations, skipReasons } from './reasons.js';
import type { FamilySummary, Report, ReportedDeviations, ReportedResult } from './report.js';
import { demandsOf, nameOf, seconds, verdictWords } from './words.js';

const EXCHANGE_SHOWN = 14;

/**
 * The report for a person at a terminal.
 *
 * @param elapsedMs wall time of the run; it is no part of the report, which is the same every time
 * @param levels what came of the levels that can be certified, a line each
 */
export function prettyReport(
  report: Report,
  color: boolean,
  elapsedMs?: number,
  levels: readonly string[] = [],
): string {
  const colors = pc.createColors(color);
  const lines: string[] = [];
  if (report.implementation !== null) lines.push(...heading(report, colors), '');
  const failures = failuresByCause(report.results);
  lines.push(...failures.flatMap((alike) => [...alikeLines(alike, report, colors), '']));
  for (const verdict of ['error', 'inconclusive'] as const) {
    lines.push(...undecidedLines(verdict, report.results, colors));
  }
  lines.push(...knownLines(report.results, colors), ...skipLines(report.results, colors));
  if (report.deviations !== null) lines.push(...problemLines(report.deviations, colors));
  if (report.families.length > 0) lines.push(...familyTable(report.families, colors), '');
  const ended = report.fault === null && !report.interrupted;
  const time = elapsedMs === undefined || !ended ? '' : ` in ${seconds(elapsedMs)}`;
  if (ended) lines.push(...levels, ...(levels.length > 0 ? [''] : []));
  if (ended) lines.push(...timingLines(report, colors));
  lines.push(verdictLine(report, colors) + colors.dim(time));
  return `${lines.join('\n')}\n`;
}

function heading(report: Report, colors: Colors): string[] {
  const { implementation } = report;
  if (implementation === null) return [];
  const capabilities = implementation.capabilities.join(', ') || 'none beyond requests';
  return [
    `${colors.bold(`groupspec ${report.kitVersion}`)} · ${nameOf(implementation)} · ${implementation.clock} clock · capabilities: ${capabilities}`,
    demandsOf(report),
  ];
}

function alikeLines(alike: AlikeFailures, report: Report, colors: Colors): string[] {
  const [{ title, failure }] = alike.shown;
  const [id = '', ...versions] = failedCase(alike).split(' ');
  return [
    `${badge('fail', colors)} ${[colors.bold(id), ...versions].join(' ')}`,
    `  ${title}`,
    ...failureLines(failure, colors, EXCHANGE_SHOWN),
    ...againLines(report, id).map(colors.dim),
    ...othersAlike(alike.others, 'case').map(indented),
  ];
}

function undecidedLines(
  verdict: 'error' | 'inconclusive',
  results: readonly ReportedResult[],
  colors: Colors,
): string[] {
  return undecidedByReason(results, verdict).flatMap(({ reason, shown, others }) => [
    `${badge(verdict, colors)} ${shown.id}`,
    `  ${reason}`,
    ...othersAlike(others, 'result').map(indented),
    '',
  ]);
}

function indented(line: string): string {
  return `  ${line}`;
}

function knownLines(results: readonly ReportedResult[], colors: Colors): string[] {
  const known = knownDeviations(results);
  if (known.length === 0) return [];
  return [`${colors.yellow('KNOWN')} to differ, as pinned`, ...known.map(countedLine), ''];
}

function problemLines({ file, problems }: ReportedDeviations, colors: Colors): string[] {
  if (problems.length === 0) return [];
  return [
    `${badge('fail', colors)} ${colors.bold(file)} is not right any more`,
    ...problems.map((one) => `  ${one.kind.padEnd(9)}  ${formatProblem(one)}`),
    '',
  ];
}

function timingLines({ timing }: Report, colors: Colors): string[] {
  if (timing === null || timing.longest === null) return [];
  const { wallMs, longest, ratio } = timing;
  const words = `wall time ${seconds(wallMs)}; longest case ${seconds(longest.ms)}, ${longest.id}; ratio ${ratio}`;
  return [colors.dim(words), ''];
}

function skipLines(results: readonly ReportedResult[], colors: Colors): string[] {
  const reasons = skipReasons(results);
  if (reasons.length === 0) return [];
  return [`${badge('skip', colors)} because`, ...reasons.map(countedLine), ''];
}

function countedLine([reason, count]: CountedReason): string {
  return `  ${String(count).padStart(4)}  ${reason}`;
}

function familyTable(families: readonly FamilySummary[], colors: Colors): string[] {
  const columns: readonly (Verdict | 'known')[] = families.some(({ known }) => known > 0)
    ? ['pass', 'fail', 'known', 'skip', 'inconclusive', 'error']
    : ['pass', 'fail', 'skip', 'inconclusive', 'error'];
  const header = `${'rules'.padEnd(10)}${columns.map((name) => name.padStart(name.length + 3)).join('')}`;
  const rows = families.map(({ family, counts, known }) => {
    const shown = { ...counts, fail: counts.fail - known, known };
    const cells = columns.map((name) => {
      const text = (shown[name] === 0 ? '·' : String(shown[name])).padStart(name.length + 3);
      return shown[name] === 0 ? colors.dim(text) : paint(name, text, colors);
    });
    return `${family.padEnd(10)}${cells.join('')}`;
  });
  return [colors.dim(header), ...rows];
}

function verdictLine(report: Report, colors: Colors): string {
  const { mark, sentence } = verdictWords(report);
  switch (mark) {
    case '✔':
      return `${colors.green(mark)} ${sentence}`;
    case '✘':
      return `${colors.red(mark)} ${sentence}`;
    case '!':
      return `${colors.yellow(mark)} ${sentence}`;
    case 'ERROR':
      return `${badge('error', colors)} ${sentence}`;
  }
}

function badge(verdict: Verdict, colors: Colors): string {
  return paint(verdict, verdict.toUpperCase(), colors);
}

function paint(verdict: Verdict | 'known', text: string, colors: Colors): string {
  switch (verdict) {
    case 'pass':
      return colors.green(text);
    case 'fail':
      return colors.red(text);
    case 'error':
      return colors.magenta(text);
    case 'inconclusive':
    case 'known':
      return colors.yellow(text);
    case 'skip':
      return colors.cyan(text);
  }
}
