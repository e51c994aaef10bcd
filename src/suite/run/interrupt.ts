import type { Difference } from '../verdict.js';

/** Why a run of a case ends before its last step. */
export type Interruption =
  | {
      readonly kind: 'differs';
      readonly summary: string;
      readonly differences: readonly Difference[];
    }
  /** The environment was too slow for the verdict to be trusted. */
  | { readonly kind: 'late'; readonly reason: string }
  /** The answer came, but long after it was due: the implementation's doing if it always does. */
  | {
      readonly kind: 'tardy';
      readonly reason: string;
      readonly differences: readonly Difference[];
    }
  /** A connection was closed instead of an answer. */
  | {
      readonly kind: 'cut';
      readonly reason: string;
      /** Whether the implementation itself is known to have ended. */
      readonly ended: boolean;
    };

/** Carries an interruption out of the step in which it happened. */
export class Interrupted extends Error {
  readonly interruption: Interruption;

  constructor(interruption: Interruption) {
    super(interruption.kind === 'differs' ? interruption.summary : interruption.reason);
    this.interruption = interruption;
  }
}

export function differs(summary: string, differences: readonly Difference[]): Interrupted {
  return new Interrupted({ kind: 'differs', summary, differences });
}

/** The same, summed up by the first difference. */
export function differsBy(differences: readonly Difference[]): Interrupted {
  const [first] = differences;
  if (first === undefined) return differs('', differences);
  const more = differences.length > 1 ? ` (and ${differences.length - 1} more)` : '';
  const { path, expected, actual } = first;
  return differs(`${path}: expected ${expected}, got ${actual}${more}`, differences);
}

export function tardy(reason: string, differences: readonly Difference[] = []): Interrupted {
  return new Interrupted({ kind: 'tardy', reason, differences });
}

export function cut(reason: string, ended: boolean): Interrupted {
  return new Interrupted({ kind: 'cut', reason, ended });
}
