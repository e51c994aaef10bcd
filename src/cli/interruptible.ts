const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** npm passes on what the terminal has sent to all: signals so close, in ms, are one. */
const ONE_SIGNAL = 500;

/**
 * Gives work a signal that Ctrl-C aborts, so that it can still write its report. Whoever presses it
 * once more has no patience left, and ends the process.
 */
export async function interruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  let stoppedAt = 0;
  const onSignal = (name: NodeJS.Signals) => {
    if (!stop.signal.aborted) {
      stoppedAt = performance.now();
      stop.abort();
    } else if (performance.now() - stoppedAt > ONE_SIGNAL) {
      forget();
      process.kill(process.pid, name);
    }
  };
  const forget = () => {
    for (const name of SIGNALS) process.removeListener(name, onSignal);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(stop.signal);
  } finally {
    forget();
  }
}
