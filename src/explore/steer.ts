import type { Tally } from './coverage.js';
import { ALL_PAIRS } from './pairs.js';
import type { Random } from './plan/draw.js';
import type { Steering } from './plan/planner.js';
import { THEMES, type Theme } from './plan/themes.js';
import type { View } from './plan/view.js';

/** How much more often a command comes that may reach a cell of the matrix for the first time. */
const TOWARDS_A_CELL = 6;

/** What a theme counts, beyond 1, for each thing that it was the first to reach lately. */
const PER_FIRST = 0.5;

/** Chooses what runs are about, and leads them towards what none has reached. */
export interface Steerer {
  themeOf(random: Random): Theme;
  readonly steering: Steering;
  /** A round of runs is over: what they were the first to reach, by theme. */
  learn(firsts: ReadonlyMap<string, number>): void;
}

/**
 * Learns by rounds rather than by runs, so that what comes next does not depend on which of the
 * runs that are played side by side happens to end first.
 *
 * @param reached what has been reached; read, not changed
 */
export function createSteerer(reached: Pick<Tally, 'pairs'>): Steerer {
  const scores = new Map<string, number>(THEMES.map(({ name }) => [name, 1]));
  let missing = missingCells(reached);

  return {
    themeOf(random) {
      const total = THEMES.reduce((sum, theme) => sum + scoreOf(scores, theme), 0);
      let roll = (random.nextInt(0, 0xffff) / 0x1_0000) * total;
      for (const theme of THEMES) {
        roll -= scoreOf(scores, theme);
        if (roll < 0) return theme;
      }
      return THEMES[0] as Theme;
    },
    steering: (view, { name }) => {
      const states = missing.get(name);
      return states !== undefined && isAnyIn(states, view) ? TOWARDS_A_CELL : 1;
    },
    learn(firsts) {
      for (const { name } of THEMES) scores.set(name, 1 + PER_FIRST * (firsts.get(name) ?? 0));
      missing = missingCells(reached);
    },
  };
}

function scoreOf(scores: ReadonlyMap<string, number>, { name }: Theme): number {
  return scores.get(name) ?? 1;
}

/** Requests of the matrix by the names of the commands that make them. */
const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  'join-new': ['first-join'],
  rejoin: ['rejoin-of-leader', 'rejoin-of-follower'],
  'rejoin-steady': ['rejoin-of-leader', 'rejoin-of-follower'],
  'rejoin-changed': ['changed-rejoin'],
  restart: ['restart'],
  'restart-changed': ['restart-with-other-protocols'],
  'sync-leader': ['sync-of-leader'],
  'sync-follower': ['sync-of-follower'],
  'sync-again': ['sync-of-leader', 'sync-of-follower'],
  heartbeat: ['heartbeat'],
  leave: ['leave'],
  delete: ['delete'],
};

/** By the name of a command, the states in which nobody has sent what it makes. */
type MissingCells = ReadonlyMap<string, ReadonlySet<string>>;

function missingCells({ pairs }: Pick<Tally, 'pairs'>): MissingCells {
  const missing = new Map<string, Set<string>>();
  for (const pair of ALL_PAIRS) {
    if (pairs.has(pair)) continue;
    const [request = '', state = ''] = pair.split(' in ');
    for (const [command, requests] of Object.entries(REQUESTS)) {
      if (!requests.includes(request)) continue;
      missing.set(command, (missing.get(command) ?? new Set()).add(state));
    }
  }
  return missing;
}

function isAnyIn(states: ReadonlySet<string>, { everybody }: View): boolean {
  return everybody.some(({ group }) => group !== undefined && states.has(group.state));
}
