import { aborted } from '../run/aborted.js';

export interface SideBySide {
  /** Items at once. */
  readonly jobs: number;
  /** Of those that are tried once more, at once. */
  readonly calmJobs: number;
  /** Ends it at once; items under way are left to themselves. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs items side by side in their order. What `run` gives back is run once more when no other is
 * left to begin, a few at a time: what a crowd has spoiled may do better in peace.
 */
export async function sideBySide<Item>(
  items: readonly Item[],
  { jobs, calmJobs, signal }: SideBySide,
  run: (item: Item) => Promise<Item | null>,
): Promise<void> {
  const again: Item[] = [];
  let next = 0;
  let calm = 0;
  const waiting: (() => void)[] = [];

  async function inPeace(act: () => Promise<unknown>): Promise<void> {
    if (calm >= calmJobs) await new Promise<void>((resolve) => waiting.push(resolve));
    else calm++;
    try {
      await act();
    } finally {
      const first = waiting.shift();
      if (first === undefined) calm--;
      else first();
    }
  }

  const takeAgain = async () => {
    const item = signal?.aborted === true ? undefined : again.shift();
    if (item !== undefined) await run(item);
  };

  const worker = async () => {
    while (signal?.aborted !== true) {
      const item = items[next++];
      if (item === undefined) break;
      const back = await run(item);
      if (back !== null) again.push(back);
    }
    // Whoever has given one back comes here afterwards, so that none is forgotten.
    while (signal?.aborted !== true && again.length > 0) await inPeace(takeAgain);
  };

  const all = Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
  if (signal === undefined) return void (await all);
  // Nobody waits for what comes after an abort; the adapter's close ends it.
  all.catch(() => {});
  await Promise.race([all, aborted(signal)]);
}
