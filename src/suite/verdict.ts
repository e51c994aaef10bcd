import type { TimerKind } from '../adapter/reference/index.js';
import type { ApiName } from '../protocol/apis.js';
import type { Step } from './cases/case-types.js';
import type { Expansion } from './expand/expansion.js';

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
  /** Every step that was begun, in order; the last one differs. */
  readonly steps: readonly BegunStep[];
  /** Requests and answers of the case so far, oldest first; of very many the latest. */
  readonly exchange: readonly Exchange[];
  /** How many earlier messages `exchange` leaves out. */
  readonly omitted: number;
  /** Deadlines of the reference in these steps, of those that time came near to at all. */
  readonly timers: readonly KeptTimer[];
}

/** A step as it was run. Times are of the session's clock, in ms. */
export interface BegunStep {
  readonly at: Failure['at'];
  readonly kind: Step['kind'] | 'opening';
  /** In words, e.g. `B sends Heartbeat v4`. */
  readonly text: string;
  /** In the case file; null in an opening. */
  readonly line: number | null;
  readonly began: number;
  readonly ended: number;
}

/**
 * A timer that a coordinator has to keep here, as the reference keeps it. Times are of the session's
 * clock, in ms: on a real one, where the reference would have been at that moment.
 */
export interface KeptTimer {
  /** Of a rebalance, of a sync phase, of a member, of the cleanup, of an append. */
  readonly kind: TimerKind;
  /** The group that it is about, by its local name, and the member, as symbols are written. */
  readonly group: string | null;
  readonly member: string | null;
  readonly set: TimerMoment;
  /** When it is due, in ms. */
  readonly due: number;
  /** What became of it: it ran out, was stopped or set anew, or null: it is running still. */
  readonly end: (TimerMoment & { readonly how: 'due' | 'stopped' }) | null;
}

/** A moment and the step it is in, by its place in `steps`. */
export interface TimerMoment {
  readonly step: number;
  readonly at: number;
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
  /** The request whose answer differs, as `exchange` numbers it; absent where it is no answer. */
  readonly request?: number;
}

export interface Exchange {
  /** Numbers requests within the session; an answer has that of its request. */
  readonly request: number;
  /** The step in which it was seen, by its place in `steps`. */
  readonly step: number;
  /** On the session's clock, in ms. */
  readonly at: number;
  readonly direction: 'request' | 'answer';
  readonly member: string;
  readonly api: ApiName;
  readonly version: number;
  /** Fields as a person reads them: symbols for ids, local group names. */
  readonly body: string;
  /** Only of an answer: the names of its errors, or in a word what came instead of one. */
  readonly outcome?: string;
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
