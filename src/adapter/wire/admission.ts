import { AdapterError } from '../adapter.js';

/** Lets so many in at once, first come first served. */
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

/**
 * @param places taken for 1 when less
 * @param closedMessage of the AdapterError for those who come, or still wait, when it is closed
 */
export function createAdmission(places: number, closedMessage: string): Admission {
  const queue: Waiting[] = [];
  let free = Math.max(1, Math.floor(places));
  let closed = false;
  const closedError = () => new AdapterError(closedMessage);

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
