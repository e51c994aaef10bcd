import type { ValueDifference } from './differences.js';

/** What can change from one report to another, with what it says and what it means. */
export const CHANGES = {
  fault: { title: 'NO VERDICT', effect: 'worse' },
  fails: { title: 'FAILS NOW', effect: 'worse' },
  otherwise: { title: 'FAILS OTHERWISE', effect: 'worse' },
  unknown: { title: 'NO LONGER KNOWN', effect: 'worse' },
  undecided: { title: 'UNDECIDED NOW', effect: 'worse' },
  skipped: { title: 'SKIPPED NOW', effect: 'worse' },
  gone: { title: 'GONE', effect: 'worse' },
  missed: { title: 'MISSED NOW', effect: 'worse' },
  fixed: { title: 'FIXED', effect: 'better' },
  known: { title: 'KNOWN BY NOW', effect: 'better' },
  runs: { title: 'RUNS NOW', effect: 'better' },
  appeared: { title: 'APPEARED', effect: 'better' },
  reached: { title: 'REACHED NOW', effect: 'better' },
} as const satisfies Readonly<
  Record<string, { readonly title: string; readonly effect: 'worse' | 'better' }>
>;
export type ChangeKind = keyof typeof CHANGES;

export interface Change {
  readonly kind: ChangeKind;
  readonly effect: 'worse' | 'better';
  /** A case with its versions, a rule, a cell of the matrix; null for the run as a whole. */
  readonly what: string | null;
  /** Empty where the kind says it all. */
  readonly text: string;
}

/** What changed between two reports of one kind. */
export interface Diff {
  readonly format: 'groupspec-diff';
  readonly formatVersion: 1;
  /** What else is different that verdicts may hang on; `left` is before. */
  readonly circumstances: readonly ValueDifference[];
  /** By kind, what is worse first. */
  readonly changes: readonly Change[];
}

export function diffOf(
  circumstances: readonly ValueDifference[],
  changes: readonly Omit<Change, 'effect'>[],
): Diff {
  const kinds = Object.keys(CHANGES) as ChangeKind[];
  return {
    format: 'groupspec-diff',
    formatVersion: 1,
    circumstances,
    changes: kinds.flatMap((kind) =>
      changes
        .filter((one) => one.kind === kind)
        .map(({ what, text }) => ({ kind, effect: CHANGES[kind].effect, what, text })),
    ),
  };
}

/** 1 if anything is worse or fails in another way, else 0. */
export function exitCodeOfDiff({ changes }: Diff): 0 | 1 {
  return changes.some(({ effect }) => effect === 'worse') ? 1 : 0;
}
