import type { Bundle } from './bundle.js';
import type { Fate } from './fate.js';

/** What a worker thread is started with. */
export interface WorkerOptions {
  /** Absent: the cases of the kit. */
  readonly casesDirectory?: string;
}

/** A mutant to judge, one at a time. */
export interface ToWorker {
  readonly bundle: Bundle;
  readonly rules: readonly string[];
}

export type FromWorker =
  | { readonly kind: 'ready' }
  /** This case runs next. */
  | { readonly kind: 'case'; readonly id: string }
  | { readonly kind: 'fate'; readonly fate: Fate };
