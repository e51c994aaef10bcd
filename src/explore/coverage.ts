/** What explorations have reached so far, and how often. */
export interface Coverage {
  /** Rules by id. */
  readonly rules: Map<string, number>;
  /** Cells of the state × request matrix, e.g. `heartbeat in Stable`. */
  readonly pairs: Map<string, number>;
  /** Different chains of rules that single steps followed. */
  readonly paths: Map<string, number>;
}

export function createCoverage(): Coverage {
  return { rules: new Map(), pairs: new Map(), paths: new Map() };
}

/** Counts what a step reached. */
export function countStep(
  coverage: Coverage,
  rules: readonly string[],
  pairs: readonly string[],
): void {
  for (const rule of rules) count(coverage.rules, rule);
  for (const pair of pairs) count(coverage.pairs, pair);
  if (rules.length > 0) count(coverage.paths, rules.join(' '));
}

/** Adds what another exploration reached; returns how much of it nothing had reached before. */
export function addCoverage(to: Coverage, from: Coverage): number {
  let firsts = 0;
  for (const kind of ['rules', 'pairs', 'paths'] as const) {
    for (const [name, times] of from[kind]) {
      const before = to[kind].get(name) ?? 0;
      if (before === 0) firsts++;
      to[kind].set(name, before + times);
    }
  }
  return firsts;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
