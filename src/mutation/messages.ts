import type { Bundle } from '../mutants/bundle.js';
import type { WorkerKit } from '../mutants/messages.js';
import type { Outcome } from './generated-mutant.js';
import type { Reach } from './switchboard.js';

/** What a worker thread is started with. */
export interface WorkerStart {
  readonly kit: WorkerKit;
  /** The instrumented reference. */
  readonly bundle: Bundle;
}

export type ToWorker =
  /** All cases, all mutants off: which mutants does each case come by? */
  | { readonly kind: 'reach' }
  | {
      readonly kind: 'judge';
      readonly mutant: string;
      /** Ids, in the order in which they are to run. */
      readonly cases: readonly string[];
      /** A case in which the mutant is come by more often than this hangs. */
      readonly hitLimit: number;
    };

export type Told =
  | { readonly kind: 'reach'; readonly reach: Reach }
  /** The reference does not pass while all mutants are off. */
  | { readonly kind: 'unfit'; readonly result: string }
  | Outcome;
