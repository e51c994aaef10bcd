/** What became of a mutant under the cases. */
export type Fate =
  /**
   * A case failed, as it has to. `cites` tells whether it cites a rule that the mutant breaks;
   * `step` is its step in words.
   */
  | {
      readonly kind: 'failed';
      readonly result: string;
      readonly cites: boolean;
      readonly step: string;
      readonly summary: string;
      /** Where it was found by exploring. */
      readonly counterexample?: { readonly steps: number; readonly token: string };
    }
  /** No case failed, but some could not be judged: the mutant threw or broke the adapter contract. */
  | { readonly kind: 'crashed'; readonly result: string; readonly reason: string }
  /** It never came back from `case`, or used up all its memory there. */
  | { readonly kind: 'hung'; readonly case: string; readonly reason: string }
  /** Every case passes. */
  | { readonly kind: 'survived' }
  /** It is no program: it cannot be loaded, or names what does not exist. */
  | { readonly kind: 'broken'; readonly reason: string };

export function isKilled({ kind }: Fate): boolean {
  return kind === 'failed' || kind === 'crashed' || kind === 'hung';
}

/** The result or case that settled it. */
export function placeOf(fate: Exclude<Fate, { kind: 'survived' }>): string {
  switch (fate.kind) {
    case 'failed':
    case 'crashed':
      return fate.result;
    case 'hung':
      return fate.case;
    case 'broken':
      return 'its loading';
  }
}

/** A typing mistake of the mutant's author, not a mistake of an implementer. */
export function isMistyped(thrown: string): boolean {
  return /\bReferenceError: /.test(thrown);
}
