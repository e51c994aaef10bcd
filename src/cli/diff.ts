import type { Command } from 'commander';
import { diffExplorations } from '../explore/diff-explorations.js';
import { type Diff, exitCodeOfDiff } from '../report/change.js';
import { diffReports } from '../report/diff-reports.js';
import { jsonText } from '../report/json.js';
import { prettyDiff } from '../report/pretty-diff.js';
import { type Part, problemOf, refuse } from '../report/shards-of-one.js';
import { formatShard, type Shard } from '../suite/plan/shard.js';
import { usesColor } from './options.js';
import { type Reports, readReports } from './read-reports.js';
import {
  deliver,
  reporterHelp,
  reporterOption,
  reportTargets,
  withTerminal,
} from './reporter-options.js';

interface DiffOptions {
  readonly reporter: readonly string[];
  readonly color?: boolean;
}

const REPORTERS = [
  { name: 'pretty', help: 'for people at a terminal', extension: 'txt' },
  { name: 'json', help: 'all that is known', extension: 'json' },
] as const;

export function addDiff(verb: Command, finish: (code: number) => void): void {
  verb
    .argument('<before>', 'what certify, run, explore or merge wrote with --reporter json')
    .argument('<after>', 'another of the same kind')
    .addOption(reporterOption('-r, --reporter'))
    .option('--no-color', 'plain text even on a terminal')
    .addHelpText(
      'after',
      `
Worse is a case that fails and did not, fails otherwise, is no longer known to deviate, is undecided,
skipped or gone; of explorations a counterexample that was not there, and a rule or cell that is not
reached any more. Better is the reverse, and what has appeared and does not fail.

${reporterHelp(REPORTERS)}

Exit code: 0 nothing is worse, 1 something is, 2 fault, 3 usage.`,
    )
    .action(async (before: string, after: string, options: DiffOptions) =>
      finish(await diff([before, after], options)),
    );
}

async function diff(files: readonly string[], options: DiffOptions): Promise<number> {
  const targets = withTerminal(reportTargets(options.reporter, REPORTERS), REPORTERS);
  const reports = readReports(files);
  refuse(
    reports.parts.flatMap(({ file, report }) =>
      report.shard === null ? [] : [alone(file, report.shard)],
    ),
  );
  const found = compared(reports);
  await deliver(targets, ({ reporter, file }) =>
    reporter.name === 'json'
      ? jsonText(found)
      : prettyDiff(found, file === null && usesColor(options)),
  );
  return exitCodeOfDiff(found);
}

function alone(file: string, shard: Shard) {
  return problemOf(
    file,
    `is of shard ${formatShard(shard)} alone; groupspec merge makes one report of all shards`,
  );
}

function compared(reports: Reports): Diff {
  return reports.kind === 'runs'
    ? diffReports(...bothOf(reports.parts))
    : diffExplorations(...bothOf(reports.parts));
}

function bothOf<Content>([before, after]: readonly Part<Content>[]): [Content, Content] {
  if (before === undefined || after === undefined) throw new Error('two reports are needed');
  return [before.report, after.report];
}
