import type { Adapter, Configuration, Implementation } from '../../adapter/adapter.js';
import type { ReferenceAdapter } from '../../adapter/reference/index.js';
import type { Comparison } from '../../spec/comparison.js';
import type { RealPaceOptions } from '../time/pace.js';
import type { ErrorNames } from './run-state.js';

/** What all cases of a run share. */
export interface RunContext {
  readonly adapter: Adapter;
  readonly implementation: Implementation;
  /** Tells the deadlines of a case on a real clock. */
  readonly reference: ReferenceAdapter;
  readonly configuration: Configuration;
  readonly comparison: Comparison;
  readonly errors: ErrorNames;
  readonly realPace: RealPaceOptions;
  /** How often an inconclusive run is tried before it is reported. */
  readonly maxAttempts: number;
  /** Longest case, in ms, that is run on a real clock. */
  readonly longestCase: number;
  /** Least distance, in ms, kept from a deadline on a real clock. */
  readonly epsilon: number;
  /** Cases under way right now. */
  underWay(): number;
  /** From now on: tells whether no more than one case was under way ever since. */
  watchWhetherAlone(): () => boolean;
}
