export interface WatchdogOptions<Item> {
  /** How long an item may wait, in ms. */
  readonly limitMs: number;
  /** The one that has waited longest, if any waits. */
  readonly oldest: () => Item | undefined;
  readonly onOverdue: (item: Item) => void;
}

export interface Watchdog {
  /** Something waits. */
  watch(): void;
  stop(): void;
}

/** One timer for all that waits, however much that is. */
export function createWatchdog<Item extends { readonly since: number }>(
  options: WatchdogOptions<Item>,
): Watchdog {
  const { limitMs, oldest, onOverdue } = options;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function look(suspect?: Item): void {
    timer = undefined;
    const item = oldest();
    if (stopped || item === undefined) return;
    const left = item.since + limitMs - performance.now();
    if (left > 0) timer = setTimeout(() => look(), Math.ceil(left));
    else if (item === suspect) onOverdue(item);
    // A process that was held up itself has not yet read what came in the meantime.
    else setImmediate(() => look(item));
  }

  return {
    watch() {
      if (timer !== undefined || stopped) return;
      timer = setTimeout(() => look(), limitMs);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
