import type { ApiName } from '../protocol/apis.js';
import type { Expansion } from './expansion.js';

/** docs/design.md §6. Ordered: merging several verdicts keeps the last in this list. */
export const VERDICTS = ['pass', 'skip', 'inconclusive', 'fail', 'error'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** One expansion of one case, judged. */
export interface Result {
  /** Case id and version, e.g. `heartbeat/unknown-group@Heartbeat.v3`. */
  readonly id: string;
  readonly case: string;
  readonly title: string;
  readonly rules: readonly string[];
  /** The swept API and its version; null when the case sweeps none. */
  readonly swept: { readonly api: ApiName; readonly version: number } | null;
  readonly verdict: Verdict;
  /** Why it was skipped, is inconclusive or is an error. */
  readonly reason?: string;
  readonly failure?: Failure;
  /** Time that passed on the session's clock, in ms: virtual on a virtual clock. */
  readonly durationMs: number;
  /** The same of all attempts together. */
  readonly spentMs: number;
  /** How often it was tried: more than once only after an inconclusive attempt. */
  readonly attempts: number;
}

/**
 * What went wrong: an answer or a record, the connection, the whole process where that is known, or
 * only the time it took.
 */
export type FailureKind = 'differs' | 'closed' | 'crashed' | 'late';

/** Where and how the implementation differs. */
export interface Failure {
  readonly kind: FailureKind;
  /** Case file, relative to the package when inside it, and the 1-based line of the step. */
  readonly file: string;
  readonly line: number;
  /** Number of the step, 1-based, or that it was still the opening. */
  readonly at: number | 'opening';
  /** The step in words, e.g. `step 3: B sends Heartbeat v4`. */
  readonly step: string;
  readonly rules: readonly string[];
  readonly summary: string;
  readonly differences: readonly Difference[];
  /** All requests and answers of the case so far, oldest first. */
  readonly exchange: readonly Exchange[];
}

export interface Difference {
  /** Field path within the answer or record, e.g. `members[0].assignment`. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
  /**
   * What `actual` comes down to where it is a whole answer or list, whose fields come and go with
   * the version: its errors or its length.
   */
  readonly gist?: string;
}

export interface Exchange {
  /** On the session's clock, in ms. */
  readonly at: number;
  readonly direction: 'request' | 'answer';
  readonly member: string;
  readonly api: ApiName;
  readonly version: number;
  /** Fields as a person reads them: symbols for ids, local group names. */
  readonly body: string;
}

/** What a result repeats of its expansion. */
export function header(
  expansion: Pick<Expansion, 'id' | 'case' | 'swept'>,
): Pick<Result, 'id' | 'case' | 'title' | 'rules' | 'swept'> {
  const { case: own } = expansion;
  return {
    id: expansion.id,
    case: own.id,
    title: own.data.title,
    rules: own.data.rules,
    swept: expansion.swept,
  };
}
