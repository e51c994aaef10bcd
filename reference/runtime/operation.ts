import type { LogError } from '../errors.js';
import type { LogRecord } from './log.js';

/**
 * What a handler leaves to the runtime. The reply moments of RT-02 show in the code that builds it:
 *   at once              the handler answers by itself, whatever becomes of its records;
 *   at join completion   the handler parks the answer with the member;
 *   after commit         the handler answers in `afterCommit`.
 */
export interface Outcome {
  readonly records: readonly LogRecord[];
  /**
   * RT-04: the handler only decided; its records are what changes the state. Absent, the handler
   * has changed it already.
   */
  readonly replay?: true;
  /** `records` and everything written before them are committed. */
  readonly afterCommit?: () => void;
  /** They were not appended, or not committed in time, or never will be as far as is known here. */
  readonly afterFailure?: (error: LogError) => void;
}

/** Nothing to write, nothing to wait for. */
export const DONE: Outcome = { records: [] };

/**
 * A request or a timer in the partition's queue.
 *
 *      run ──▶ records ──▶ append ──▶ commit ──▶ afterCommit
 *                            └──────────┴──────▶ afterFailure ──▶ onFailure
 */
export interface WriteOperation<State> {
  /** The handler: runs in its turn on the state as it is then. */
  readonly run: (state: State) => Outcome;
  /**
   * The partition is not active (SVC-06), or the outcome failed and its `afterFailure` has run.
   * Called at most once, and not after `afterCommit`.
   */
  readonly onFailure: (error: LogError) => void;
}

/** Writes nothing and waits for nothing. */
export interface ReadOperation<State> {
  readonly run: (state: State) => void;
  /** The partition is not active (SVC-06). */
  readonly onFailure: (error: LogError) => void;
}
