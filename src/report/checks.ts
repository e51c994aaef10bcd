import { formatProblem } from '../spec/problem.js';
import { failureGist, failureText } from './failure-lines.js';
import { isKnownFailure, isKnownToVary, type Report, type ReportedResult } from './report.js';
import type { ReportKit } from './reporter.js';
import { deviationWords, faultOfRun } from './words.js';

/**
 * How a check ended for those who only know tests. One is `failed` or `undecided` if and only if the
 * exit code of the run is not 0; `known` differs as it is known to.
 */
export type CheckOutcome = 'passed' | 'failed' | 'undecided' | 'known' | 'skipped';

/** A result as a CI server sees tests, or what is wrong with the run as a whole. */
export interface Check {
  readonly id: string;
  /** The directory of its case below the others, e.g. `generated/precedence`. */
  readonly area: string;
  readonly outcome: CheckOutcome;
  /** What it is in our own words: a verdict, the kind of a failure or of a problem. */
  readonly kind: string;
  /** Why it did not pass, in a line. */
  readonly message: string | null;
  /** Everything that there is to say of a failure. */
  readonly text: string | null;
  readonly file: string | null;
  /** 1-based. */
  readonly line: number | null;
  /** Real time, in ms; 0 on a virtual clock. */
  readonly spentMs: number;
  readonly result: ReportedResult | null;
}

/** First what is wrong with the run: without it a report of nothing would look like success. */
export function checksOf(report: Report, { spec, cases }: ReportKit): Check[] {
  const files = new Map(cases.map(({ id, file }) => [id, file]));
  const isReal = report.implementation?.clock === 'real';
  return [
    ...checksOfRun(report),
    ...report.results.map((result): Check => {
      const { failure } = result;
      return {
        id: result.id,
        area: areaOf(result.case),
        ...endOf(result),
        text:
          failure === undefined ? null : failureText({ ...result, failure }, report, spec.rules),
        file: failure?.file ?? files.get(result.case) ?? null,
        line: failure?.line ?? null,
        spentMs: isReal ? result.spentMs : 0,
        result,
      };
    }),
  ];
}

function endOf(result: ReportedResult): Pick<Check, 'outcome' | 'kind' | 'message'> {
  const { verdict, reason = null, failure, deviation } = result;
  if (isKnownFailure(result) || isKnownToVary(result)) {
    const known = deviation === undefined ? '' : `: ${deviationWords(deviation)}`;
    return { outcome: 'known', kind: 'deviates', message: `known to differ${known}` };
  }
  switch (verdict) {
    case 'pass':
      return { outcome: 'passed', kind: verdict, message: null };
    case 'skip':
      return { outcome: 'skipped', kind: verdict, message: reason };
    case 'fail': {
      const message = failure === undefined ? reason : failureGist(failure);
      return { outcome: 'failed', kind: failure?.kind ?? verdict, message };
    }
    default:
      return { outcome: 'undecided', kind: verdict, message: reason };
  }
}

function checksOfRun(report: Report): Check[] {
  const fault = faultOfRun(report);
  const nowhere = { text: null, file: null, line: null, spentMs: 0, result: null };
  return [
    ...(fault === null
      ? []
      : [
          {
            ...nowhere,
            id: 'the run',
            area: 'run',
            outcome: 'undecided' as const,
            kind: 'fault',
            message: fault,
          },
        ]),
    ...(report.deviations?.problems ?? []).map((problem) => ({
      ...nowhere,
      id: formatProblem(problem),
      area: 'deviations',
      outcome: 'failed' as const,
      kind: problem.kind,
      message: problem.message,
      file: problem.file,
      line: problem.line,
    })),
  ];
}

function areaOf(caseId: string): string {
  const end = caseId.lastIndexOf('/');
  return end < 0 ? 'cases' : caseId.slice(0, end);
}
