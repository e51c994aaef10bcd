import type { ExploreOptions } from '../explore/explore.js';
import type { ExplorationReporter } from '../explore/reporters.js';
import type { Shard } from '../suite/plan/shard.js';
import type { WireOptions } from './wire-options.js';

export interface ExploreCommandOptions extends WireOptions {
  readonly adapter: string;
  readonly implementation?: string;
  readonly reporter: readonly string[];
  readonly seed: number;
  readonly seeds: number;
  readonly runs: number;
  readonly shard?: Shard;
  readonly steps: number;
  readonly timeLimit?: number;
  readonly shrinkLimit?: number;
  readonly maxFailures: number;
  readonly jobs?: number;
  readonly replay?: string;
  readonly config: readonly string[];
  readonly mutant?: string;
  readonly kafkaFaults?: boolean;
  readonly exact?: boolean;
  readonly epsilon: number;
  readonly answerTimeout: number;
  readonly connectTimeout: number;
  readonly records: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
}

/** An outcome in one form. */
type Shown = (reporter: ExplorationReporter, color: boolean) => string;

/** Puts it where it is asked for. */
export type Show = (shown: Shown) => Promise<void>;

/** What an exploration is made with, but for how many runs are side by side. */
export type Settings = Omit<ExploreOptions, 'jobs'>;
