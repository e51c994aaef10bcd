/** What explorations have reached so far, and how often. */
export interface Coverage {
  /** Rules by id. */
  readonly rules: ReadonlyMap<string, number>;
  /** Cells of the state × request matrix, e.g. `heartbeat in Stable`. */
  readonly pairs: ReadonlyMap<string, number>;
  /** Different chains of rules that single steps followed. */
  readonly paths: ReadonlyMap<string, number>;
}

/** A chain of rules that steps have followed. */
interface Path {
  readonly rules: readonly string[];
  times: number;
}

/** What one run reached: a path for every step that followed rules. */
export interface Reached {
  readonly paths: Path[];
  readonly pairs: string[];
}

/**
 * Counts what runs reach. Steps are many and paths few, so a step counts its path only; how often
 * each rule was followed comes out of the paths when somebody asks.
 */
export interface Tally {
  readonly pairs: ReadonlyMap<string, number>;
  /** Notes what a step reached. */
  note(reached: Reached, rules: readonly string[], pairs: readonly string[]): void;
  /** Counts what a run reached; returns how much of it nothing had reached before. */
  add(reached: Reached): number;
  coverage(): Coverage;
}

export function createTally(): Tally {
  const paths = new Map<string, Path>();
  const rules = new Set<string>();
  const pairs = new Map<string, number>();

  function pathOf(followed: readonly string[]): Path {
    const name = followed.join(' ');
    let path = paths.get(name);
    if (path === undefined) {
      path = { rules: followed, times: 0 };
      paths.set(name, path);
    }
    return path;
  }

  /** How many of them are new. */
  function enter(followed: readonly string[]): number {
    const before = rules.size;
    for (const rule of followed) rules.add(rule);
    return rules.size - before;
  }

  return {
    pairs,
    note(reached, followed, own) {
      if (followed.length > 0) reached.paths.push(pathOf(followed));
      for (const pair of own) reached.pairs.push(pair);
    },
    add(reached) {
      let firsts = 0;
      for (const path of reached.paths) {
        if (path.times++ === 0) firsts += 1 + enter(path.rules);
      }
      for (const pair of reached.pairs) if (count(pairs, pair, 1) === 1) firsts++;
      return firsts;
    },
    coverage() {
      const counts = new Map<string, number>();
      const named = new Map<string, number>();
      for (const [name, { rules: followed, times }] of paths) {
        if (times === 0) continue;
        named.set(name, times);
        for (const rule of followed) count(counts, rule, times);
      }
      return { rules: counts, pairs, paths: named };
    },
  };
}

function count(counts: Map<string, number>, name: string, times: number): number {
  const sum = (counts.get(name) ?? 0) + times;
  counts.set(name, sum);
  return sum;
}
