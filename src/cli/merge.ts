import type { Command } from 'commander';
import { levelsOf } from '../certificate/certificate.js';
import { levelLines } from '../certificate/level-words.js';
import { judgeDeviations } from '../deviations/judge-deviations.js';
import { parseDeviations } from '../deviations/load-deviations.js';
import { mergeExplorations } from '../explore/merge-explorations.js';
import { type ExplorationReport, exitCodeOfExploration } from '../explore/report.js';
import { ANY_ADAPTER, EXPLORATION_REPORTERS } from '../explore/reporters.js';
import { type Kit, loadKit } from '../kit.js';
import { type Judge, mergeReports } from '../report/merge-reports.js';
import { exitCodeOf, type Report } from '../report/report.js';
import { REPORTERS } from '../report/reporters.js';
import { type Part, problemOf, refuse } from '../report/shards-of-one.js';
import { casesDigest } from '../suite/cases/case-digest.js';
import { EXIT_CODES_OF_A_RUN, UsageError } from './exit-codes.js';
import { expectedRules } from './expected-rules.js';
import { usesColor } from './options.js';
import { readReports } from './read-reports.js';
import {
  deliver,
  type NamedReporter,
  type ReportTarget,
  reporterHelp,
  reporterOption,
  reportTargets,
} from './reporter-options.js';

interface MergeOptions {
  readonly out?: string;
  readonly cases?: string;
  readonly reporter: readonly string[];
  readonly color?: boolean;
}

export function addMerge(verb: Command, finish: (code: number) => void): void {
  verb
    .argument('<report...>', 'what certify, run or explore wrote with --shard and --reporter json')
    .option('-o, --out <file>', 'where the report of the whole goes (default: standard output)')
    .option('--cases <directory>', 'the cases of the run, where they are not the built-in ones')
    .addOption(reporterOption('-r, --reporter'))
    .option('--no-color', 'plain text even on a terminal')
    .addHelpText(
      'after',
      `
The report is the one that the run would have written without --shard, but for its times.

Examples:
  groupspec certify --adapter tcp:127.0.0.1:9092 --shard 1/2 --reporter json=shard-1.json
  groupspec certify --adapter tcp:127.0.0.1:9092 --shard 2/2 --reporter json=shard-2.json
  groupspec merge shard-*.json --out report.json

${reporterHelp(REPORTERS)}
Of explorations there are pretty and json.

${EXIT_CODES_OF_A_RUN}
It is that of the run: a file that is no shard of it is 3.`,
    )
    .action(async (files: string[], options: MergeOptions) => finish(await merge(files, options)));
}

async function merge(files: readonly string[], options: MergeOptions): Promise<number> {
  const kit = loadKit(options.cases);
  const reports = readReports(files);
  requireThisKit(reports.parts, kit);
  return reports.kind === 'runs'
    ? mergeRuns(reports.parts, options, kit)
    : mergeParts(reports.parts, options, kit);
}

async function mergeRuns(
  parts: readonly Part<Report>[],
  options: MergeOptions,
  kit: Kit,
): Promise<number> {
  const targets = targetsOf(options, REPORTERS);
  const report = mergeReports(parts, judgeBy(parts, kit));
  const run = new Set(report.results.map((result) => result.case));
  const isWhole = options.cases === undefined && kit.cases.every(({ id }) => run.has(id));
  const levels = isWhole ? levelLines(levelsOf(report, kit)) : [];
  await deliver(targets, ({ reporter, file }) =>
    reporter.render([report], {
      kit: () => kit,
      levels,
      judgeLevels: (judged) => (options.cases === undefined ? levelsOf(judged, kit) : []),
      color: file === null && usesColor(options),
    }),
  );
  return exitCodeOf(report);
}

async function mergeParts(
  parts: readonly Part<ExplorationReport>[],
  options: MergeOptions,
  kit: Kit,
): Promise<number> {
  const targets = targetsOf(options, EXPLORATION_REPORTERS);
  const report = mergeExplorations(parts, expectedRules(kit));
  await deliver(targets, ({ reporter, file }) =>
    reporter.render(report, {
      color: file === null && usesColor(options),
      replayWith: ANY_ADAPTER,
      verbose: false,
    }),
  );
  return exitCodeOfExploration(report);
}

/** All of it as JSON into the file or, where nothing else is asked for, to standard output. */
function targetsOf<Reporter extends NamedReporter>(
  { out, reporter: words }: MergeOptions,
  reporters: readonly Reporter[],
): ReportTarget<Reporter>[] {
  if (out === '') throw new UsageError('--out: the name of the file is missing');
  const onTerminal = words.some((word) => !word.includes('='));
  const json = out === undefined ? 'json' : `json=${out}`;
  const shown = out === undefined || onTerminal ? [] : ['pretty'];
  const wanted = out === undefined && words.length > 0 ? words : [json, ...words, ...shown];
  return reportTargets(wanted, reporters);
}

/** Throws InvalidDataError: what another kit has judged is for that one to merge. */
function requireThisKit(
  parts: readonly Part<Pick<Report, 'kitVersion' | 'spec'>>[],
  { version, spec }: Kit,
): void {
  refuse(
    parts.flatMap(({ file, report }) => {
      if (report.kitVersion !== version) {
        const other = `groupspec ${report.kitVersion}`;
        return [
          problemOf(file, `was made by ${other}; this is ${version}, merge it with ${other}`),
        ];
      }
      if (report.spec.digest === spec.digest) return [];
      return [problemOf(file, 'was made with another state of spec/; merge it with the same one')];
    }),
  );
}

/** Throws InvalidDataError where the cases of the run are not at hand. */
function judgeBy(parts: readonly Part<Report>[], { known, ...kit }: Kit): Judge {
  const { cases, versionChecks } = kit;
  return ({ file, text, today }, results, whole) => {
    const digest = casesDigest(cases);
    refuse(
      parts
        .filter(({ report }) => report.casesDigest !== digest)
        .map((one) => problemOf(one.file, 'was made with other cases; name them with --cases')),
    );
    const deviations = parseDeviations(file, text, known);
    return judgeDeviations(deviations, results, { cases, versionChecks, whole, today });
  };
}
