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
  readonly name: string;
  readonly rules: readonly string[];
  /** Whether any run that has been added followed it. */
  reached: boolean;
  /** Since the times were taken. */
  times: number;
}

/** The beginning of chains: a path is found rule by rule, without its name. */
interface Branch {
  readonly rule: string;
  /** The one that was followed last of those that lead on from here, and so on by `sibling`. */
  child: Branch | null;
  sibling: Branch | null;
  /** The chain that ends here. */
  path: Path | null;
}

/** What one run reached: a path for every step that followed rules. */
export interface Reached {
  readonly paths: readonly Path[];
  readonly pairs: readonly string[];
}

/**
 * Counts what runs reach. Steps are many and paths few, so a step counts its path only; how often
 * each rule was followed comes out of the paths when somebody asks.
 */
export interface Tally {
  /** All that have been reached so far. */
  readonly pairs: ReadonlySet<string>;
  /**
   * What a run reached, to be added when its turn comes.
   *
   * @param followed the rules of each step
   */
  reachedBy(followed: readonly (readonly string[])[], pairs: readonly string[]): Reached;
  /** Counts what a run reached; returns how much of it nothing had reached before. */
  add(reached: Reached): number;
  /** What was added since this was asked for the last time. */
  takeTimes(): Times;
}

export function createTally(): Tally {
  const root: Branch = { rule: '', child: null, sibling: null, path: null };
  const paths: Path[] = [];
  const rules = new Set<string>();
  const pairs = new Set<string>();
  let timesOfPairs = new Map<string, number>();

  function pathOf(followed: readonly string[]): Path {
    let branch = root;
    for (const rule of followed) branch = branchOf(branch, rule);
    if (branch.path === null) {
      branch.path = { name: followed.join(' '), rules: followed, reached: false, times: 0 };
      paths.push(branch.path);
    }
    return branch.path;
  }

  /** How many of them are new. */
  function enter(known: Set<string>, names: readonly string[]): number {
    const before = known.size;
    for (const name of names) known.add(name);
    return known.size - before;
  }

  return {
    pairs,
    reachedBy: (followed, own) => ({
      paths: followed.filter((rules) => rules.length > 0).map(pathOf),
      pairs: own,
    }),
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
      for (const path of paths) {
        if (path.times > 0) timesOfPaths.set(path.name, path.times);
        path.times = 0;
      }
      const taken = { pairs: timesOfPairs, paths: timesOfPaths };
      timesOfPairs = new Map();
      return taken;
    },
  };
}

function branchOf(from: Branch, rule: string): Branch {
  let before: Branch | null = null;
  for (let branch = from.child; branch !== null; branch = branch.sibling) {
    if (branch.rule === rule) {
      if (before !== null) {
        before.sibling = branch.sibling;
        branch.sibling = from.child;
        from.child = branch;
      }
      return branch;
    }
    before = branch;
  }
  const branch: Branch = { rule, child: null, sibling: from.child, path: null };
  from.child = branch;
  return branch;
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
