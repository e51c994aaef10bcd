import type { ApiName } from '../protocol/apis.js';
import type { Peer } from './exchange.js';

/** Answers that are to come late, or not at all. */
export interface Interference {
  /** Null: of any API. */
  readonly api: ApiName | null;
  /** Null: of any client. */
  readonly clientId: string | null;
  /** How late, in ms; null: never, and the connection waits with it. */
  readonly delayMs: number | null;
  /** How many of them; null: all to come. */
  readonly times: number | null;
}

/** Holds answers back, as a slow network or broker would. */
export interface Interferences {
  add(interference: Interference): void;
  clear(): void;
  /** What is still to come, in the order in which it was asked for. */
  pending(): readonly Interference[];
  /** Calls `send` now or later, or never. */
  apply(
    answer: { readonly api: ApiName; readonly clientId: string | null; readonly peer: Peer },
    send: () => void,
  ): void;
}

export function createInterferences(): Interferences {
  let waiting: Interference[] = [];

  function take(api: ApiName, clientId: string | null): Interference | undefined {
    const found = waiting.find(
      (one) =>
        (one.api === null || one.api === api) &&
        (one.clientId === null || one.clientId === clientId),
    );
    if (found === undefined || found.times === null) return found;
    const rest = found.times - 1;
    waiting = waiting.flatMap((one) =>
      one !== found ? one : rest > 0 ? { ...found, times: rest } : [],
    );
    return found;
  }

  return {
    add(interference) {
      waiting.push(interference);
    },
    clear() {
      waiting = [];
    },
    pending: () => waiting,
    apply({ api, clientId, peer }, send) {
      const found = take(api, clientId);
      if (found === undefined) return send();
      if (found.delayMs === null) return;
      const timer = setTimeout(() => {
        forget();
        send();
      }, found.delayMs);
      const forget = peer.onGone(() => clearTimeout(timer));
    },
  };
}
