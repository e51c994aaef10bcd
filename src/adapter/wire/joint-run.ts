/**
 * The same work for whoever asks, one run at a time. Resolves or rejects as a run does that began
 * after the call; calls share it as long as it is not on its way yet.
 */
export function jointRun<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;

  function start(): Promise<Result> {
    const running = run().finally(() => {
      if (underWay === running) underWay = undefined;
    });
    underWay = running;
    return running;
  }

  return () => {
    if (next !== undefined) return next;
    if (underWay === undefined) return start();
    const begin = () => {
      next = undefined;
      return start();
    };
    next = underWay.then(begin, begin);
    return next;
  };
}
