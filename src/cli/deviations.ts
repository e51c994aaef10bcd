import { existsSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { judgeDeviations } from '../deviations/judge-deviations.js';
import { loadDeviations } from '../deviations/load-deviations.js';
import { type KnownBefore, writeDeviations } from '../deviations/write-deviations.js';
import { loadKit } from '../kit.js';
import { counted } from '../report/counted.js';
import { readReport } from '../report/read-report.js';
import type { Report } from '../report/report.js';
import { today } from '../spec/day.js';
import { specPath } from '../spec/package-root.js';
import { formatProblem } from '../spec/problem.js';
import { formatShard } from '../suite/plan/shard.js';
import type { Result } from '../suite/verdict.js';
import { EXIT, UsageError } from './exit-codes.js';
import { interruptible } from './interruptible.js';
import { addRunOptions, judgeImplementation, type RunOptions } from './judge-implementation.js';
import { OutputError, print } from './output.js';

interface InitOptions extends RunOptions {
  readonly out?: string;
  readonly force?: boolean;
  readonly keep?: string;
}

interface CheckOptions {
  readonly deviations: string;
  readonly cases?: string;
}

export function addDeviations(verb: Command, finish: (code: number) => void): void {
  const init = verb
    .command('init')
    .argument('[report...]', 'what certify --reporter json wrote; without it the cases are run')
    .description('write a file that knows every failure of a run, or of several')
    .option('--out <file>', 'the file to write (default: standard output)')
    .option('--force', 'even if the file is there')
    .option('--keep <file>', 'with what this file says of those failures that it knows');
  addRunOptions(init)
    .addHelpText(
      'after',
      `
The next run with the file exits with 0. Each deviation then owes a reason: why the implementation
does so. What has none yet will do for a run, but not for a certificate.

Where runs differ from each other, give several reports: what only some of them show is marked
'sometimes', and of several answers each will do. After a new version of the implementation or of
groupspec, --keep takes over what was said of the failures that are still the same.

Examples:
  groupspec deviations init report.json --out my-broker.deviations.yaml
  groupspec deviations init --adapter tcp:127.0.0.1:9092 --out my-broker.deviations.yaml
  groupspec certify --adapter tcp:127.0.0.1:9092 --deviations my-broker.deviations.yaml

Exit code: 0 written, 2 fault, or a run that gave no trustworthy verdict, 3 usage.`,
    )
    .action(async (reports: string[], options: InitOptions, command: Command) =>
      finish(await initialise(reports, options, command)),
    );
  verb
    .command('check')
    .argument('<report>', 'what certify --reporter json wrote')
    .requiredOption('--deviations <file>', 'the file to hold it against')
    .option('--cases <directory>', 'the cases of the run, where they are not the built-in ones')
    .description('say whether the failures of a report are just those that a file knows')
    .addHelpText(
      'after',
      `
Exit code: 0 they are, 1 they are not, 2 fault, 3 usage.`,
    )
    .action(async (report: string, options: CheckOptions) => finish(await check(report, options)));
}

async function initialise(
  paths: readonly string[],
  options: InitOptions,
  command: Command,
): Promise<number> {
  const out = options.out === undefined ? null : resolve(options.out);
  if (out !== null && existsSync(out) && options.force !== true) {
    throw new UsageError(`${options.out} is there already; use --force`);
  }
  const reports =
    paths.length === 0
      ? [
          await interruptible((signal) =>
            judgeImplementation([], { ...options, deviations: false }, command, signal),
          ),
        ]
      : paths.map(readReport);
  for (const report of reports) {
    const untrusted = whyUntrusted(report);
    if (untrusted !== null) {
      process.stderr.write(`groupspec: ${untrusted}; no deviations can be told from it\n`);
      return EXIT.fault;
    }
    const { inconclusive } = report.summary;
    if (inconclusive > 0) {
      process.stderr.write(
        `groupspec: left out: ${counted(inconclusive, 'inconclusive result')}\n`,
      );
    }
  }
  const runs = reports.map(({ results }) => results);
  const schema = out === null ? null : schemaFrom(dirname(out));
  const text = writeDeviations(runs, schema, knownBefore(options, runs));
  if (out === null) await print(text);
  else save(out, text);
  return EXIT.ok;
}

/** What `--keep` knows of each run. */
function knownBefore(
  { keep, cases }: InitOptions,
  runs: readonly (readonly Result[])[],
): KnownBefore | undefined {
  if (keep === undefined) return undefined;
  const kit = loadKit(cases);
  const file = loadDeviations(keep, kit.known);
  const { cases: all, versionChecks } = kit;
  const options = { cases: all, versionChecks, whole: true, today: today() };
  const known = new Map(runs.map((run) => [run, judgeDeviations(file, run, options).known]));
  return (result, run) => known.get(run)?.get(result.id);
}

function whyUntrusted({ fault, interrupted, summary, shard }: Report): string | null {
  if (shard !== null) {
    return `the report is of shard ${formatShard(shard)} alone; groupspec merge makes one of all shards`;
  }
  if (fault !== null) return fault;
  if (interrupted) return 'the run was stopped before its end';
  return summary.error === 0 ? null : `there are ${counted(summary.error, 'error')}`;
}

async function check(path: string, options: CheckOptions): Promise<number> {
  const kit = loadKit(options.cases);
  const report = readReport(path);
  const { known, problems } = judgeDeviations(
    loadDeviations(options.deviations, kit.known),
    report.results,
    {
      cases: kit.cases,
      versionChecks: kit.versionChecks,
      whole: !report.interrupted,
      today: today(),
    },
  );
  const unknown = report.results.filter(({ id, verdict }) => verdict === 'fail' && !known.has(id));
  await print(
    [
      ...unknown.map(({ id, failure }) => `unknown    ${id}: ${failure?.summary ?? ''}`),
      ...problems.map((one) => `${one.kind.padEnd(9)}  ${formatProblem(one)}`),
      `${known.size} known to deviate, ${unknown.length} unknown, ${counted(problems.length, 'problem')}`,
      '',
    ].join('\n'),
  );
  return unknown.length + problems.length === 0 ? EXIT.ok : EXIT.differs;
}

/** For editors; null where the package is not near. */
function schemaFrom(directory: string): string | null {
  const path = relative(directory, specPath('schemas', 'deviations.schema.json'));
  return path.startsWith('../../..') ? null : path.replaceAll('\\', '/');
}

function save(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OutputError(`${path} cannot be written: ${reason}`);
  }
}
