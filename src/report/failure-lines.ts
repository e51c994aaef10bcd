import pc from 'picocolors';
import { type RuleSet, statementsIn } from '../spec/rule.js';
import type { Failure } from '../suite/verdict.js';
import type { AlikeFailures, FailedResult } from './causes.js';
import { counted } from './counted.js';
import { exchangeLines } from './exchange-lines.js';
import { replayCommand } from './replay.js';
import type { Report } from './report.js';

const OTHERS_NAMED = 3;

export type Colors = ReturnType<typeof pc.createColors>;

/** Where and how a case fails, a line each, with no more than so many of its last messages. */
export function failureLines(failure: Failure, colors: Colors, exchangeShown: number): string[] {
  return [
    stepLine(failure, colors),
    ...differenceLines(failure, colors),
    ...exchangeLines(failure, exchangeShown).map(colors.dim),
  ];
}

/**
 * The same for a file, with the rules that ask for what is missing, and how to see it again.
 *
 * @param exchangeShown absent: all messages
 */
export function failureText(
  { case: id, title, failure }: FailedResult,
  report: Pick<Report, 'profile' | 'replay'>,
  rules: RuleSet,
  exchangeShown = Number.POSITIVE_INFINITY,
): string {
  return [
    title,
    ...failureLines(failure, pc.createColors(false), exchangeShown),
    ...failure.rules.flatMap((rule) => ruleLines(rule, rules, report.profile)),
    ...againLines(report, id),
  ].join('\n');
}

export function againLines(report: Pick<Report, 'replay'>, caseId: string): string[] {
  const command = replayCommand(report, caseId);
  return command === null ? [] : [`  again:  ${command}`];
}

/** The case and the versions at which it fails, e.g. `join/x @JoinGroup v0 v1`. */
export function failedCase({ shown }: AlikeFailures): string {
  const [{ case: id, swept }] = shown;
  const versions = shown.flatMap((one) => (one.swept === null ? [] : [`v${one.swept.version}`]));
  return swept === null ? id : `${id} @${swept.api} ${versions.join(' ')}`;
}

/** `… and 41 more cases alike: a, b, c, …`; no line where there are none. */
export function othersAlike(ids: readonly string[], noun: 'case' | 'result'): string[] {
  if (ids.length === 0) return [];
  const named = ids.slice(0, OTHERS_NAMED).join(', ');
  const more = ids.length > OTHERS_NAMED ? ', …' : '';
  return [`… and ${counted(ids.length, `more ${noun}`)} alike: ${named}${more}`];
}

/** All on one line, e.g. for a list of failures. */
export function failureGist({ step, summary, differences }: Failure): string {
  const [first, ...others] = differences;
  if (first === undefined) return `${step}: ${summary}`;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${step}: ${first.path}: expected ${first.expected}, got ${first.actual}${more}`;
}

function stepLine({ file, line, step, rules }: Failure, colors: Colors): string {
  return `  ${colors.dim(`${file}:${line}`)} ${step} ${colors.dim(`[${rules.join(' ')}]`)}`;
}

function differenceLines(failure: Failure, colors: Colors): string[] {
  if (failure.differences.length === 0) return [`    ${failure.summary}`];
  return failure.differences.flatMap(({ path, expected, actual }) => [
    `    ${path}`,
    `      ${colors.green(`expected  ${expected}`)}`,
    `      ${colors.red(`got       ${actual}`)}`,
  ]);
}

function ruleLines(id: string, rules: RuleSet, profile: string): string[] {
  const rule = rules.byId.get(id);
  return rule === undefined ? [] : statementsIn(rule, profile).map((said) => `  ${id}: ${said}`);
}
