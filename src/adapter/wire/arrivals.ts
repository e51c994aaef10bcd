import { AdapterError } from '../adapter.js';

/** Longest delay that a Node timer takes; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Waiting for a point in time or for an answer, whichever comes first, with one timer and without
 * polling.
 */
export interface Arrivals {
  /** ms since the creation, monotonic. */
  now(): number;
  /** When an answer came last, on the scale of `now`; undefined before the first. */
  lastAt(): number | undefined;
  /** An answer is in the queue: every waiter asks its condition again. */
  arrived(): void;
  /** Something else changed that conditions depend on. */
  recheck(): void;
  /** Resolves at `time` (Infinity: never by itself) or when `condition` holds. */
  until(time: number, condition: () => boolean): Promise<void>;
  /** Rejects every waiter, now and later, with AdapterError. */
  close(): void;
}

interface Waiter {
  check(): void;
  fail(error: AdapterError): void;
}

export function createArrivals(): Arrivals {
  const startedAt = performance.now();
  const waiters = new Set<Waiter>();
  let lastAt: number | undefined;
  let closed = false;
  const now = () => performance.now() - startedAt;
  const recheck = () => {
    for (const waiter of [...waiters]) waiter.check();
  };

  return {
    now,
    recheck,
    lastAt: () => lastAt,
    arrived() {
      lastAt = now();
      recheck();
    },
    until(time, condition) {
      if (closed) return Promise.reject(closedError());
      return new Promise((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        let turn: NodeJS.Immediate | undefined;
        const finish = (settle: () => void) => {
          clearTimeout(timer);
          clearImmediate(turn);
          waiters.delete(waiter);
          settle();
        };
        const waiter: Waiter = {
          check() {
            let holds: boolean;
            try {
              holds = condition();
            } catch (error) {
              finish(() => reject(error));
              return;
            }
            if (holds) finish(resolve);
          },
          fail: (error) => finish(() => reject(error)),
        };
        const arm = () => {
          const remaining = time - now();
          if (remaining > 0) {
            timer = setTimeout(arm, Math.min(Math.ceil(remaining), MAX_TIMER_MS));
          } else {
            // Timers run before sockets are read: an answer that arrived in time while this loop
            // was busy must be in the queue before the time counts as over.
            turn = setImmediate(() => finish(resolve));
          }
        };
        waiters.add(waiter);
        waiter.check();
        if (waiters.has(waiter) && time !== Number.POSITIVE_INFINITY) arm();
      });
    },
    close() {
      closed = true;
      for (const waiter of [...waiters]) waiter.fail(closedError());
    },
  };
}

function closedError(): AdapterError {
  return new AdapterError('the session was closed while something still waited on it');
}
