/** What explorations have reached, and how often. */
export interface Coverage extends Times {
  /** Rules by id. */
  readonly rules: ReadonlyMap<string, number>;
}

/** What was met so many times; rules follow from paths. */
export interface Times {
  /** Cells of the state × request matrix, e.g. `heartbeat in Stable`. */
  readonly pairs: ReadonlyMap<string, number>;
  /** Chains of rules that single steps followed, e.g. `WIRE-04 HB-00`. */
  readonly paths: ReadonlyMap<string, number>;
}

/** A chain of rules that steps have followed. */
interface Path {
  readonly rules: readonly string[];
  /** Whether any run that has been added followed it. */
  reached: boolean;
  /** Since the times were taken. */
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
  /** All that have been reached so far. */
  readonly pairs: ReadonlySet<string>;
  /** Notes what a step reached. */
  note(reached: Reached, rules: readonly string[], pairs: readonly string[]): void;
  /** Counts what a run reached; returns how much of it nothing had reached before. */
  add(reached: Reached): number;
  /** What was added since this was asked for the last time. */
  takeTimes(): Times;
}

export function createTally(): Tally {
  const paths = new Map<string, Path>();
  const rules = new Set<string>();
  const pairs = new Set<string>();
  let timesOfPairs = new Map<string, number>();

  function pathOf(followed: readonly string[]): Path {
    const name = followed.join(' ');
    let path = paths.get(name);
    if (path === undefined) {
      path = { rules: followed, reached: false, times: 0 };
      paths.set(name, path);
    }
    return path;
  }

  /** How many of them are new. */
  function enter(known: Set<string>, names: readonly string[]): number {
    const before = known.size;
    for (const name of names) known.add(name);
    return known.size - before;
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
        path.times++;
        if (path.reached) continue;
        path.reached = true;
        firsts += 1 + enter(rules, path.rules);
      }
      for (const pair of reached.pairs) count(timesOfPairs, pair, 1);
      return firsts + enter(pairs, reached.pairs);
    },
    takeTimes() {
      const timesOfPaths = new Map<string, number>();
      for (const [name, path] of paths) {
        if (path.times > 0) timesOfPaths.set(name, path.times);
        path.times = 0;
      }
      const taken = { pairs: timesOfPairs, paths: timesOfPaths };
      timesOfPairs = new Map();
      return taken;
    },
  };
}

/** What several have met together. */
export function coverageOf(several: readonly Times[]): Coverage {
  const pairs = new Map<string, number>();
  const paths = new Map<string, number>();
  const rules = new Map<string, number>();
  for (const one of several) {
    for (const [name, times] of one.pairs) count(pairs, name, times);
    for (const [name, times] of one.paths) count(paths, name, times);
  }
  for (const [name, times] of paths) {
    for (const rule of name.split(' ')) count(rules, rule, times);
  }
  return { rules, pairs, paths };
}

function count(counts: Map<string, number>, name: string, times: number): void {
  counts.set(name, (counts.get(name) ?? 0) + times);
}
