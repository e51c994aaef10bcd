/**
 * One monitor for the whole process: how late this process's own event loop runs its timers. A
 * session that was itself late must not blame the implementation (docs/design.md §3).
 */
const PERIOD_MS = 10;

export interface LagReader {
  /** Greatest delay since the last call (or since the start), in ms. */
  take(): number;
  /** The monitor stops with its last reader. */
  stop(): void;
}

interface ReaderState {
  greatest: number;
}

const readers = new Set<ReaderState>();
let timer: NodeJS.Timeout | undefined;
let expectedAt = 0;

export function startLagReader(): LagReader {
  const state: ReaderState = { greatest: 0 };
  readers.add(state);
  if (timer === undefined) {
    expectedAt = performance.now() + PERIOD_MS;
    timer = setInterval(look, PERIOD_MS);
    timer.unref();
  }
  return {
    take() {
      // In a loop that is only just free again the monitor's own timer has not run yet.
      look();
      const { greatest } = state;
      state.greatest = 0;
      return greatest;
    },
    stop() {
      readers.delete(state);
      if (readers.size === 0 && timer !== undefined) {
        clearInterval(timer);
        timer = undefined;
      }
    },
  };
}

function look(): void {
  const now = performance.now();
  const late = Math.max(0, now - expectedAt);
  expectedAt = now + PERIOD_MS;
  for (const reader of readers) reader.greatest = Math.max(reader.greatest, late);
}
