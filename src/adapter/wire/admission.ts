import { AdapterError } from '../adapter.js';

/**
 * Admits whole sessions, first come first served. Single connections are never waited for: two
 * half-open sessions that wait for each other's sockets would wait for ever.
 */
export interface Admission {
  /** Resolves when there is room. Rejects with AdapterError once closed. */
  enter(): Promise<void>;
  leave(): void;
  close(): void;
}

interface Waiting {
  admit(): void;
  refuse(error: AdapterError): void;
}

/** @param places sessions at once, at least 1 */
export function createAdmission(places: number): Admission {
  const queue: Waiting[] = [];
  let free = Math.max(1, Math.floor(places));
  let closed = false;

  return {
    enter() {
      if (closed) return Promise.reject(closedError());
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => queue.push({ admit: resolve, refuse: reject }));
    },
    leave() {
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next.admit();
    },
    close() {
      closed = true;
      for (const waiting of queue.splice(0)) waiting.refuse(closedError());
    },
  };
}

function closedError(): AdapterError {
  return new AdapterError('the wire adapter is closed; no session can be opened on it');
}
