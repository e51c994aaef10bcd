import pc from 'picocolors';
import { formatProblem } from '../spec/problem.js';
import type { Failure, Result, Verdict } from '../suite/verdict.js';
import { counted } from './counted.js';
import {
  exitCodeOf,
  type FamilySummary,
  type Report,
  type ReportedDeviations,
  type ReportedImplementation,
  type ReportedResult,
} from './report.js';

type Colors = ReturnType<typeof pc.createColors>;

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
  const failures = report.results.filter(
    ({ verdict, deviation }) => verdict === 'fail' && deviation === undefined,
  );
  lines.push(...groupByCase(failures).flatMap((group) => [...failureLines(group, colors), '']));
  for (const verdict of ['error', 'inconclusive'] as const) {
    for (const result of report.results.filter((one) => one.verdict === verdict)) {
      lines.push(`${badge(verdict, colors)} ${result.id}`, `  ${result.reason ?? ''}`, '');
    }
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
  const { version, digest } = report.spec;
  const shortDigest = digest.slice(0, 'sha256:'.length + 8);
  return [
    `${colors.bold(`groupspec ${report.kitVersion}`)} · ${nameOf(implementation)} · ${implementation.clock} clock · capabilities: ${capabilities}`,
    `spec ${version} ${shortDigest} · profile ${report.profile}${report.exact ? ', exact' : ''}`,
  ];
}

/**
 * One case that fails alike at several versions is shown once, by its first version. Whole answers
 * count as alike by their first field, the error: others come and go with the version.
 */
function groupByCase(results: readonly Result[]): Result[][] {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const { step = '', differences = [] } = result.failure ?? {};
    const shown = differences.map(({ path, actual }) => `${path} ${actual.split(',', 1)[0]}`);
    const key = [result.case, step.replaceAll(/ v\d+/g, ''), ...shown].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()];
}

function failureLines(results: readonly Result[], colors: Colors): string[] {
  const [result] = results;
  const failure = result?.failure;
  if (result === undefined || failure === undefined) return [];
  const versions = results.flatMap(({ swept }) => (swept === null ? [] : [swept.version]));
  const [swept] = results.map((one) => one.swept);
  const at =
    swept === null || swept === undefined
      ? ''
      : ` @${swept.api} ${versions.map((version) => `v${version}`).join(' ')}`;
  return [
    `${badge('fail', colors)} ${colors.bold(result.case)}${at}`,
    `  ${result.title}`,
    `  ${colors.dim(`${failure.file}:${failure.line}`)} ${failure.step} ${colors.dim(`[${failure.rules.join(' ')}]`)}`,
    ...differenceLines(failure, colors),
    ...exchangeLines(failure, colors),
  ];
}

function differenceLines(failure: Failure, colors: Colors): string[] {
  if (failure.differences.length === 0) return [`    ${failure.summary}`];
  return failure.differences.flatMap(({ path, expected, actual }) => [
    `    ${path}`,
    `      ${colors.green(`expected  ${expected}`)}`,
    `      ${colors.red(`got       ${actual}`)}`,
  ]);
}

function exchangeLines(failure: Failure, colors: Colors): string[] {
  const hidden = Math.max(0, failure.exchange.length - EXCHANGE_SHOWN);
  const shown = failure.exchange
    .slice(hidden)
    .map(({ at, direction, member, api, version, body }) => {
      const arrow = direction === 'request' ? '→' : '←';
      return colors.dim(
        `    ${String(at).padStart(7)} ms  ${member.padEnd(2)} ${arrow} ${api} v${version}  ${body}`,
      );
    });
  const earlier = hidden + failure.omitted;
  return earlier > 0 ? [colors.dim(`    … ${earlier} earlier messages`), ...shown] : shown;
}

/** One line a deviation: hundreds of results usually have a handful of causes. */
function knownLines(results: readonly ReportedResult[], colors: Colors): string[] {
  const counts = new Map<string, number>();
  for (const { deviation } of results) {
    if (deviation === undefined) continue;
    const text = `${deviation.title ?? deviation.rules.join(' ')}: ${deviation.reason}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const lines = [...counts].map(([text, count]) => `  ${String(count).padStart(4)}  ${text}`);
  return [`${colors.yellow('KNOWN')} to differ, as pinned`, ...lines, ''];
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

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function nameOf({ name, title, version }: ReportedImplementation): string {
  return `${title ?? name}${version === null ? '' : ` ${version}`}`;
}

/** One line a reason: hundreds of skips usually have a handful of causes. */
function skipLines(results: readonly Result[], colors: Colors): string[] {
  const reasons = new Map<string, number>();
  for (const { verdict, reason = '' } of results) {
    if (verdict === 'skip') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  if (reasons.size === 0) return [];
  const lines = [...reasons]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `  ${String(count).padStart(4)}  ${reason}`);
  return [`${badge('skip', colors)} because`, ...lines, ''];
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
  const { pass, fail, skip, inconclusive, error } = report.summary;
  const known = report.deviations?.known ?? 0;
  const wrong = report.deviations?.problems.length ?? 0;
  const counts = [
    `${pass} passed`,
    ...(fail > known ? [`${fail - known} failed`] : []),
    ...(known > 0 ? [`${known} known to deviate`] : []),
    ...(wrong > 0 ? [`${counted(wrong, 'problem')} with what is known`] : []),
    ...(skip > 0 ? [`${skip} skipped`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
    ...(error > 0 ? [counted(error, 'error')] : []),
  ].join(', ');
  const { implementation } = report;
  const name = implementation === null ? 'the implementation' : nameOf(implementation);
  if (report.fault !== null) return `${badge('error', colors)} ${report.fault}`;
  if (report.interrupted) return `${badge('error', colors)} stopped before the end: ${counts}`;
  switch (exitCodeOf(report)) {
    case 0:
      return `${colors.green('✔')} ${name} ${known > 0 ? 'differs only as it is known to' : 'conforms'}: ${counts}`;
    case 1:
      return `${colors.red('✘')} ${name} differs: ${counts}`;
    default:
      return `${colors.yellow('!')} no verdict on ${name}: ${counts}`;
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
