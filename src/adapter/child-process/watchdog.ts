export interface WatchdogOptions<Item> {
  /** The one whose time is over first, if any waits. */
  readonly first: () => Item | undefined;
  readonly onOverdue: (item: Item) => void;
}

export interface Watchdog {
  /** Something waits from now on. */
  watch(item: { readonly until: number }): void;
  stop(): void;
}

/** One timer for all that waits, however much that is; `until` is on the clock of `performance`. */
export function createWatchdog<Item extends { readonly until: number }>(
  options: WatchdogOptions<Item>,
): Watchdog {
  const { first, onOverdue } = options;
  let timer: NodeJS.Timeout | undefined;
  /** When the timer runs out. */
  let due = Number.POSITIVE_INFINITY;
  let stopped = false;

  function look(suspect?: Item): void {
    clearTimeout(timer);
    due = Number.POSITIVE_INFINITY;
    const item = first();
    if (stopped || item === undefined) return;
    const left = item.until - performance.now();
    if (left > 0) {
      due = item.until;
      timer = setTimeout(() => look(), Math.ceil(left));
    } else if (item === suspect) {
      onOverdue(item);
    } else {
      // A process that was held up itself has not yet read what came in the meantime.
      setImmediate(() => look(item));
    }
  }

  return {
    watch({ until }) {
      if (until < due) look();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
