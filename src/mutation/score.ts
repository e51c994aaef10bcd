import { isDetected, type Outcome } from './generated-mutant.js';
import type { Judged } from './run-mutation.js';
import type { Listed } from './survivors.js';

/** As Stryker counts: an exception and a hang detect a mutant as well as a failing case does. */
export interface Score {
  readonly mutants: number;
  /** Detected by a failing case. */
  readonly failed: number;
  readonly crashed: number;
  readonly hung: number;
  readonly survived: number;
  /** No case comes by them. */
  readonly unreached: number;
  /** Of those that survived or are unreached: how many are listed as survivors. */
  readonly listed: number;
  /** Detected ones in percent of all. */
  readonly score: number;
  /** Detected ones in percent of those that are not listed. */
  readonly scoreWithoutListed: number;
}

/** Of a run over all that is mutated, in percent; a part of it may be harder to see than the rest. */
export const LEAST_SCORE = 90;

export function scoreOf(judged: readonly Judged[], listed: Listed): Score {
  const count = (kind: Outcome['kind']) =>
    judged.filter(({ outcome }) => outcome.kind === kind).length;
  const detected = judged.filter(({ outcome }) => isDetected(outcome)).length;
  const excused = judged.filter(
    ({ mutant, outcome }) => !isDetected(outcome) && listed.has(mutant.id),
  ).length;
  const percent = (all: number) => (all === 0 ? 100 : (100 * detected) / all);
  return {
    mutants: judged.length,
    failed: count('failed'),
    crashed: count('crashed'),
    hung: count('hung'),
    survived: count('survived'),
    unreached: count('unreached'),
    listed: excused,
    score: percent(judged.length),
    scoreWithoutListed: percent(judged.length - excused),
  };
}

export function scoresByFile(
  judged: readonly Judged[],
  listed: Listed,
): readonly { readonly file: string; readonly score: Score }[] {
  const files = [...new Set(judged.map(({ mutant }) => mutant.file))].sort();
  return files.map((file) => ({
    file,
    score: scoreOf(
      judged.filter(({ mutant }) => mutant.file === file),
      listed,
    ),
  }));
}

/** Those that neither cases nor the list account for, and so what is still to do. */
export function unexplained(judged: readonly Judged[], listed: Listed): Judged[] {
  return judged.filter(({ mutant, outcome }) => !isDetected(outcome) && !listed.has(mutant.id));
}
