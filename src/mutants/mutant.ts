import type { Problem } from '../spec/problem.js';

/** One replacement in one source file of the reference. */
export interface Edit {
  /** Below reference/, e.g. `handlers/heartbeat.ts`. */
  readonly file: string;
  /** Occurs exactly once in the file; any white space matches any other, at its ends none counts. */
  readonly find: string;
  readonly replace: string;
  /** Where the edit is written. */
  readonly place: Place;
}

/** A plausible mistake of an implementer, as edits of the reference (docs/design.md §9). */
export interface Mutant {
  /** What it does wrong, as a claim. Unique. */
  readonly name: string;
  /** The rules it breaks, the most telling one first. */
  readonly rules: readonly string[];
  /** Public numbers of reports of the mistake. */
  readonly reports: readonly string[];
  /** At least one; made in their order. */
  readonly edits: readonly Edit[];
  readonly place: Place;
}

/** A line of a data file, 1-based. */
export type Place = Omit<Problem, 'message'>;

export function problemOf(mutant: Mutant, place: Place, message: string): Problem {
  return { ...place, message: `mutant '${mutant.name}': ${message}` };
}
