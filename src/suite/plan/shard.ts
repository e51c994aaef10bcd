/** One of several runs that share the work of one. */
export interface Shard {
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/** `2/4` */
export function formatShard({ number, of }: Shard): string {
  return `${number}/${of}`;
}

/** What has to be done somewhere, and what it costs: in any unit, as long as it is the same. */
export interface Work {
  readonly id: string;
  readonly cost: number;
}

/**
 * Which shard, from 1, does what: the costliest first, each to the shard that has least to do so
 * far, the lowest number of those. Depends on the work alone, not on its order.
 */
export function shareOut(work: readonly Work[], of: number): ReadonlyMap<string, number> {
  const loads = Array.from({ length: of }, () => 0);
  const shares = new Map<string, number>();
  const costliest = work.toSorted((a, b) => b.cost - a.cost || (a.id < b.id ? -1 : 1));
  for (const { id, cost } of costliest) {
    const lightest = loads.indexOf(Math.min(...loads));
    loads[lightest] = (loads[lightest] ?? 0) + cost;
    shares.set(id, lightest + 1);
  }
  return shares;
}
