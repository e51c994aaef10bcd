import { type AlikeFailures, failuresByCause, undecidedByReason } from './causes.js';
import { counted } from './counted.js';
import { failedCase, othersAlike } from './failure-lines.js';
import type { Report, ReportedResult } from './report.js';
import { faultOfRun, subjectOf, verdictWords } from './words.js';

/** GitHub shows so many of each level for a step, and passes over the rest in silence. */
const SHOWN = 10;

const LEVELS = ['error', 'warning', 'notice'] as const;

interface Annotation {
  readonly level: (typeof LEVELS)[number];
  readonly title: string;
  readonly message: string;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
}

/**
 * Workflow commands of GitHub Actions that show failures at their cases, one for each likely cause,
 * and the verdict. They are no more than GitHub shows: the last one says how many others there are.
 */
export function githubReport(reports: readonly Report[]): string {
  const all = reports.flatMap(annotationsOf);
  const shown = LEVELS.flatMap((level) => capped(all.filter((one) => one.level === level)));
  return shown.map((annotation) => `${command(annotation)}\n`).join('');
}

function annotationsOf(report: Report): Annotation[] {
  const fault = faultOfRun(report);
  const subject = subjectOf(report);
  const { sentence } = verdictWords(report);
  return [
    ...(fault === null ? [] : [{ level: 'error' as const, title: subject, message: fault }]),
    ...(report.deviations?.problems ?? []).map(({ kind, file, line, message }) => ({
      level: 'error' as const,
      title: `${subject}: a known deviation is ${kind}`,
      message,
      file,
      line,
    })),
    ...failuresByCause(report.results).map((alike) => ofFailures(alike, subject)),
    ...ofUndecided('error', 'error', report.results, subject),
    ...ofUndecided('warning', 'inconclusive', report.results, subject),
    { level: 'notice', title: 'groupspec', message: sentence },
  ];
}

function ofFailures(alike: AlikeFailures, subject: string): Annotation {
  const [{ title, failure }] = alike.shown;
  const { file, line, step, rules, differences, summary } = failure;
  const differing = differences.flatMap(({ path, expected, actual }) => [
    `${path}: expected ${expected}`,
    `${path}: got ${actual}`,
  ]);
  return {
    level: 'error',
    title: `${subject}: ${failedCase(alike)}`,
    message: [
      title,
      `${step} [${rules.join(' ')}]`,
      ...(differences.length === 0 ? [summary] : differing),
      ...othersAlike(alike.others, 'case'),
    ].join('\n'),
    file,
    line,
  };
}

function ofUndecided(
  level: 'error' | 'warning',
  verdict: 'error' | 'inconclusive',
  results: readonly ReportedResult[],
  subject: string,
): Annotation[] {
  return undecidedByReason(results, verdict).map(({ reason, shown, others }) => ({
    level,
    title: `${subject}: ${shown.id}: ${verdict}`,
    message: [reason, ...othersAlike(others, 'result')].join('\n'),
  }));
}

function capped(annotations: readonly Annotation[]): readonly Annotation[] {
  const [first] = annotations;
  if (first === undefined || annotations.length <= SHOWN) return annotations;
  const shown = annotations.slice(0, SHOWN - 1);
  const rest = counted(annotations.length - shown.length, 'more cause');
  const message = `GitHub shows ${SHOWN} annotations of a kind; a report in another form has them all`;
  return [...shown, { level: first.level, title: `groupspec: and ${rest}`, message }];
}

function command({ level, title, message, file, line }: Annotation): string {
  const properties = { file, line, title };
  const written = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapedProperty(String(value))}`],
  );
  return `::${level} ${written.join(',')}::${escaped(message)}`;
}

/** A command ends with its line, and `%` begins what stands for another character. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
