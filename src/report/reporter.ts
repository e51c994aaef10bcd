import type { RuleSet } from '../spec/rule.js';
import type { Case } from '../suite/cases/case-types.js';
import type { Report } from './report.js';

/** What a reporter may look up beside its reports. */
export interface ReportKit {
  readonly version: string;
  readonly spec: { readonly rules: RuleSet };
  readonly cases: readonly Case[];
}

/** What is told to reporters beside the reports. */
export interface ReportSurroundings {
  /** Reads the kit's data, which takes a moment. Throws InvalidDataError. */
  readonly kit: () => ReportKit;
  /** Whether the text goes to a terminal that shows colours. */
  readonly color: boolean;
  /** Wall time of the run just ended, in ms. */
  readonly elapsedMs?: number;
  /** What came of the levels that can be certified, a line each. */
  readonly levels?: readonly string[];
  /** The same for a report of any run. */
  readonly judgeLevels: (report: Report) => readonly ReportedLevel[];
}

/** What came of a level that can be certified. */
export interface ReportedLevel {
  readonly level: string;
  readonly title: string;
  /** `not run` outranks all: nothing is granted of what has not been seen. */
  readonly outcome: 'granted' | 'failed' | 'not run';
  /** Cases of it in the profile of the run, and those of them that have run at every version. */
  readonly cases: number;
  readonly ran: number;
  /** Cases that have not run and need not. */
  readonly beyond: number;
  /** Results that are known deviations. */
  readonly deviations: number;
  /** Why it is not granted, the most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly cases: number }[];
}

/** One way of showing reports as text. */
export interface Reporter {
  readonly name: string;
  /** What it is for, in a line. */
  readonly help: string;
  /** What its files usually end in, without the dot. */
  readonly extension: string;
  /** `one`: it is given exactly one report. */
  readonly takes: 'one' | 'several';
  readonly render: (reports: readonly Report[], told: ReportSurroundings) => string;
}
