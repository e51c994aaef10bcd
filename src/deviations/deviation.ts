import type { ApiName } from '../protocol/apis.js';
import type { Problem } from '../spec/problem.js';
import type { VersionRange } from '../spec/version-range.js';

/** What a file made by `groupspec deviations init` says until somebody knows better. */
export const NO_REASON_YET = 'not yet looked into';

/** One thing that an implementation is known to do otherwise, however many cases come across it. */
export interface Deviation {
  readonly title: string | null;
  /** What it breaks, the most telling first. */
  readonly rules: readonly string[];
  readonly reason: string;
  readonly link: string | null;
  /** The last day, in UTC, on which it is put up with: `YYYY-MM-DD`. */
  readonly expires: string | null;
  /** Whether a case may pass as well. */
  readonly sometimes: boolean;
  readonly pins: readonly Pin[];
  readonly problem: (message: string) => Problem;
}

/** What really comes, and which results show it. */
export interface Pin {
  readonly actual: Actual;
  readonly places: readonly Place[];
}

/** What became of a connection or a moment, where no field can be named. */
export const OUTCOMES = ['connection closed', 'crash', 'late answer'] as const;
export type OutcomeWord = (typeof OUTCOMES)[number];

/**
 * What an implementation really answered, in words that are the same every run: values by field
 * path, several where one path differs more than once, or what became of the connection.
 */
export type Actual =
  | { readonly kind: 'values'; readonly values: ReadonlyMap<string, readonly string[]> }
  | { readonly kind: 'outcome'; readonly word: OutcomeWord };

/** Results, all of which are claimed to fail so. */
export interface Place {
  /** As written, e.g. `heartbeat/*@Heartbeat.v0-3`. */
  readonly text: string;
  readonly matchesCase: (id: string) => boolean;
  /** Null: every result of its cases. */
  readonly swept: { readonly api: ApiName; readonly versions: readonly VersionRange[] } | null;
  readonly step: PlaceStep;
  readonly problem: (message: string) => Problem;
}

/** Number of a step, 1-based; null is any step of case or opening. */
export type PlaceStep = number | 'opening' | null;

/** Known deviations of one implementation. */
export interface DeviationsFile {
  /** Shown in messages. */
  readonly file: string;
  /** As it is written. */
  readonly text: string;
  readonly deviations: readonly Deviation[];
}
