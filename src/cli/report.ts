import type { Command } from 'commander';
import { levelsOf } from '../certificate/certificate.js';
import type { ExplorationReport } from '../explore/report.js';
import { ANY_ADAPTER, EXPLORATION_REPORTERS } from '../explore/reporters.js';
import { loadKit } from '../kit.js';
import { REPORTERS } from '../report/reporters.js';
import type { Part } from '../report/shards-of-one.js';
import { EXIT, EXIT_CODES_OF_AN_ANSWER, UsageError } from './exit-codes.js';
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

interface ReportOptions {
  readonly reporter: readonly string[];
  readonly color?: boolean;
}

export function addReport(verb: Command, finish: (code: number) => void): void {
  const several = REPORTERS.filter(({ takes }) => takes === 'several').map(({ name }) => name);
  verb
    .argument('<file...>', 'what certify, run or explore --reporter json wrote')
    .addOption(reporterOption('-r, --reporter'))
    .option('--no-color', 'plain text even on a terminal')
    .addHelpText(
      'after',
      `
Examples:
  groupspec certify --adapter tcp:127.0.0.1:9092 --reporter json=report.json
  groupspec report report.json

${reporterHelp(REPORTERS)}

Several reports at once are shown by: ${several.join(', ')}. An exploration is shown by pretty and json.

The exit code says whether they could be shown, not what is in them; certify has said that.
${EXIT_CODES_OF_AN_ANSWER}`,
    )
    .action(async (files: string[], options: ReportOptions) => finish(await show(files, options)));
}

async function show(files: readonly string[], options: ReportOptions): Promise<number> {
  const saved = readReports(files);
  if (saved.kind === 'explorations') return showExploration(saved.parts, options);
  const targets = targetsOf(options, REPORTERS);
  const single = targets.find(({ reporter }) => reporter.takes === 'one');
  if (files.length > 1 && single !== undefined) throw tooMany(single.reporter.name, files);
  const reports = saved.parts.map(({ report }) => report);
  await deliver(targets, ({ reporter, file }) =>
    reporter.render(reports, {
      kit: loadKit,
      judgeLevels: (report) => levelsOf(report, loadKit()),
      color: file === null && usesColor(options),
    }),
  );
  return EXIT.ok;
}

async function showExploration(
  parts: readonly Part<ExplorationReport>[],
  options: ReportOptions,
): Promise<number> {
  const targets = targetsOf(options, EXPLORATION_REPORTERS);
  const [first, ...others] = parts;
  if (first === undefined || others.length > 0)
    throw tooMany(targets[0]?.reporter.name ?? '', parts);
  await deliver(targets, ({ reporter, file }) =>
    reporter.render(first.report, {
      color: file === null && usesColor(options),
      replayWith: ANY_ADAPTER,
      verbose: false,
    }),
  );
  return EXIT.ok;
}

function targetsOf<Reporter extends NamedReporter>(
  { reporter: words }: ReportOptions,
  reporters: readonly [Reporter, ...Reporter[]],
): ReportTarget<Reporter>[] {
  return reportTargets(words.length === 0 ? [reporters[0].name] : words, reporters);
}

function tooMany(reporter: string, files: readonly unknown[]): UsageError {
  return new UsageError(
    `${reporter} shows one report, and there are ${files.length}; name one of them`,
  );
}
