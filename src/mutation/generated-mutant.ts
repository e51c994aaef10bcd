import type { Range } from '../mutants/apply.js';

/** A change that a mutator of Stryker makes somewhere in the reference. */
export interface GeneratedMutant extends Range {
  /** Stryker's; unique among those that were generated together. */
  readonly id: string;
  /** Below reference/, e.g. `handlers/heartbeat.ts`. */
  readonly file: string;
  /** Where its text begins, both from 1. */
  readonly line: number;
  readonly column: number;
  /** E.g. `ConditionalExpression`. */
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** What became of it under the cases. */
export type Outcome =
  | {
      readonly kind: 'failed';
      readonly result: string;
      /** In words. */
      readonly step: string;
      readonly summary: string;
    }
  /** A case could not be judged: the mutant threw or broke the adapter contract. */
  | { readonly kind: 'crashed'; readonly result: string; readonly reason: string }
  /** It never came back from `case`, or went through its own text far too often there. */
  | { readonly kind: 'hung'; readonly case: string; readonly reason: string }
  /** Every case that reaches it passes. */
  | { readonly kind: 'survived' }
  /** No case reaches it. */
  | { readonly kind: 'unreached' };

export function isDetected({ kind }: Outcome): boolean {
  return kind !== 'survived' && kind !== 'unreached';
}
