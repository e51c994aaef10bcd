import { jsonText } from '../report/json.js';
import { type PrettyOptions, prettyExploration } from './pretty.js';
import type { ExplorationReport } from './report.js';

/** One way of showing an exploration as text. */
export interface ExplorationReporter {
  readonly name: 'pretty' | 'json';
  /** What it is for, in a line. */
  readonly help: string;
  /** What its files usually end in, without the dot. */
  readonly extension: string;
  readonly render: (report: ExplorationReport, told: PrettyOptions) => string;
}

/** The first is the default. */
export const EXPLORATION_REPORTERS: readonly [ExplorationReporter, ...ExplorationReporter[]] = [
  {
    name: 'pretty',
    help: 'for people at a terminal',
    extension: 'txt',
    render: prettyExploration,
  },
  { name: 'json', help: 'all that is known', extension: 'json', render: jsonText },
];

/** What stands in a replay for the options of a run that nobody knows any more. */
export const ANY_ADAPTER: readonly string[] = ['--adapter', 'ADAPTER'];
