import type { Log, LogRecord } from './log.js';

/**
 * What a request or a timer leaves to the runtime. The three reply moments of RT-02 show in the
 * code that builds it:
 *   at once              the handler calls `answer` itself, whatever becomes of its records;
 *   at join completion   the handler parks `answer` with the member;
 *   after commit         the handler calls `answer` in `afterCommit`.
 */
export interface Outcome {
  readonly records: readonly LogRecord[];
  /** Runs when `records` and everything written before them are committed. */
  readonly afterCommit?: () => void;
}

/** Nothing to write, nothing to wait for. */
export const DONE: Outcome = { records: [] };

export type Operation = () => Outcome;

/**
 * Runs operations one at a time in the order of their arrival (RT-01): one that arrives while
 * another runs, for instance out of an answer, waits for its turn.
 */
export function createRuntime(log: Log): (operation: Operation) => void {
  const arrived: Operation[] = [];
  let busy = false;

  return (operation) => {
    arrived.push(operation);
    if (busy) return;
    busy = true;
    try {
      for (let next = arrived.shift(); next !== undefined; next = arrived.shift()) {
        const { records, afterCommit } = next();
        log.append(records, () => afterCommit?.());
      }
    } finally {
      busy = false;
    }
  };
}
