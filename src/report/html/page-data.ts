import type { Failure, Verdict } from '../../suite/verdict.js';
import type { FamilySummary, ReportedDeviation, RunVerdict } from '../report.js';
import type { ReportedLevel } from '../reporter.js';

/** Everything a page shows, as it is embedded in it. */
export interface PageData {
  readonly kitVersion: string;
  readonly implementations: readonly PageImplementation[];
  /** Those that a case of the page belongs to, by name. */
  readonly families: readonly PageFamily[];
  /** Those that a case of the page cites, by id. */
  readonly rules: Readonly<Record<string, PageRule>>;
  /** By id. */
  readonly cases: readonly PageCase[];
}

export interface PageImplementation {
  /** What people call it, with its version. */
  readonly name: string;
  readonly verdict: RunVerdict;
  /** The verdict as a person says it. */
  readonly sentence: string;
  readonly facts: readonly Fact[];
  readonly summary: Readonly<Record<ShownVerdict, number>>;
  readonly families: readonly FamilySummary[];
  readonly levels: readonly ReportedLevel[];
  /** What is wrong with the file of known deviations, a sentence each. */
  readonly problems: readonly string[];
  /** Arguments of `groupspec run CASE`. */
  readonly replay: readonly string[] | null;
  readonly clock: 'virtual' | 'real';
}

/** Something that verdicts rest on. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Whether it is long. */
  readonly wide: boolean;
}

/** A failure that is known to be one is shown as such. */
export type ShownVerdict = Verdict | 'known';

export interface PageFamily {
  readonly family: string;
  readonly title: string;
}

export interface PageRule {
  readonly title: string;
  readonly level: string;
  readonly statement: string;
  /** What wins over the statement in profiles that were judged by. */
  readonly differs: readonly { readonly profile: string; readonly statement: string }[];
}

export interface PageCase {
  readonly id: string;
  readonly title: string;
  /** Of its first rule. */
  readonly family: string;
  readonly rules: readonly string[];
  readonly apis: readonly string[];
  /** Null where the kit at hand does not have the case. */
  readonly script: CaseScript | null;
  /** One list an implementation, in their order; empty where it has no result. */
  readonly outcomes: readonly (readonly PageOutcome[])[];
}

/** A case in words. */
export interface CaseScript {
  readonly file: string;
  readonly comment: string | null;
  readonly opening: { readonly name: string; readonly steps: readonly string[] } | null;
  readonly steps: readonly ScriptStep[];
}

export interface ScriptStep {
  readonly text: string;
  /** What is to come of it, in the words of the case; null where nothing need come. */
  readonly expects: string | null;
  readonly line: number;
  /** Versions that it belongs to; null: all. */
  readonly when: string | null;
}

/** Results of one case that came to the same: several versions of one API, or just one result. */
export interface PageOutcome {
  readonly verdict: ShownVerdict;
  readonly swept: { readonly api: string; readonly versions: readonly number[] } | null;
  readonly reason: string | null;
  /** Of the first version. */
  readonly failure: Failure | null;
  readonly deviation: ReportedDeviation | null;
  /** More than once only where the environment spoiled it. */
  readonly attempts: number;
}
