import { AdapterError, type Clock } from '../adapter.js';
import { createArrivals } from '../wire/arrivals.js';
import { startLagReader } from '../wire/event-loop-lag.js';
import { THE_ADAPTER } from './channel.js';

export interface SessionClock {
  readonly clock: Clock;
  /** An answer has come. */
  arrived(): void;
  /** Something else has happened that somebody may wait for. */
  recheck(): void;
  close(): void;
}

export interface ClockParts {
  /** What ends all waiting. */
  readonly fault: () => AdapterError | undefined;
  /** Moves time in the adapter; undefined when its process has died and answers say so. */
  readonly advance: (ms: number) => Promise<{ readonly now: number } | undefined>;
}

export function createSessionClock(kind: Clock['kind'], parts: ClockParts): SessionClock {
  return kind === 'virtual' ? virtualClock(parts) : realClock(parts);
}

function virtualClock({ advance }: ClockParts): SessionClock {
  let now = 0;
  return {
    clock: {
      kind: 'virtual',
      now: () => now,
      async advance(ms) {
        const moved = await advance(ms);
        if (moved !== undefined && moved.now !== now + ms) {
          throw new AdapterError(
            `${THE_ADAPTER} was to move time from ${now} by ${ms} ms and says that it is ${moved.now}`,
          );
        }
        now += ms;
      },
    },
    arrived() {},
    recheck() {},
    close() {},
  };
}

function realClock({ fault }: ClockParts): SessionClock {
  const arrivals = createArrivals();
  const lag = startLagReader();
  return {
    clock: {
      kind: 'real',
      now: arrivals.now,
      async waitUntil(time, wake = () => false) {
        await arrivals.until(time, () => fault() !== undefined || wake());
        const error = fault();
        if (error !== undefined) throw error;
      },
      takeLag: lag.take,
    },
    arrived: arrivals.arrived,
    recheck: arrivals.recheck,
    close() {
      lag.stop();
      arrivals.close();
    },
  };
}
