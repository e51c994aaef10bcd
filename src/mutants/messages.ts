import type { CertifyKit } from '../certify.js';
import type { Kit } from '../kit.js';
import { messageCatalog } from '../protocol/apis.js';
import { loadComparison } from '../spec/comparison.js';
import type { Bundle } from './bundle.js';
import type { Fate } from './fate.js';

/** What a worker thread is started with: the kit but for what cannot be sent, which it reads itself. */
export type WorkerKit = Omit<CertifyKit, 'comparison' | 'known'> & {
  readonly known: Omit<CertifyKit['known'], 'comparison'>;
};

export function sendable({ comparison: _own, known, spec, ...kit }: Kit): WorkerKit {
  const { comparison: _known, ...names } = known;
  const { rules, version, digest } = spec;
  return { ...kit, known: names, spec: { rules, version, digest } };
}

export function received({ known, ...kit }: WorkerKit): CertifyKit {
  const comparison = loadComparison(messageCatalog());
  return { ...kit, comparison, known: { ...known, comparison } };
}

/** A mutant to judge, one at a time. */
export interface ToWorker {
  readonly bundle: Bundle;
  readonly rules: readonly string[];
  /** Null: it is judged by the cases. */
  readonly exploring: Exploring | null;
}

/** How a mutant is judged by playing sequences on it. */
export interface Exploring {
  readonly runs: number;
  /** Moves of a run. */
  readonly steps: number;
  readonly seed: number;
  /** Whether the counterexample is made as short as it can be, which takes longer. */
  readonly shrink: boolean;
}

/** What the thread cannot tell itself. */
export type Hang = Extract<Fate, { kind: 'hung' }>;

export type FromWorker<Told = Fate> =
  | { readonly kind: 'ready' }
  /** This case runs next. */
  | { readonly kind: 'case'; readonly id: string }
  | { readonly kind: 'fate'; readonly fate: Told };
