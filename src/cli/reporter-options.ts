import { resolve } from 'node:path';
import { Option } from 'commander';
import { closest } from 'fastest-levenshtein';
import { UsageError } from './exit-codes.js';
import { print } from './output.js';
import { requireWritable, writeWhole } from './output-file.js';

/** What the command line has to know of a way to show something. */
export interface NamedReporter {
  readonly name: string;
  readonly help: string;
  /** What its files usually end in, without the dot. */
  readonly extension: string;
}

/** A reporter and where its text goes. */
export interface ReportTarget<Reporter> {
  readonly reporter: Reporter;
  /** Null: standard output. */
  readonly file: string | null;
}

/** `--reporter NAME[=FILE]`, as often as wanted; {@link reportTargets} reads what was given. */
export function reporterOption(flags: '-r, --reporter' | '--reporter'): Option {
  return new Option(
    `${flags} <name[=file]>`,
    'how to show the outcome, and in which file if not on standard output, where one can be (repeatable)',
  )
    .argParser((word: string, before: readonly string[]) => [...before, word])
    .default([], 'pretty');
}

/** For the help of a command: what each reporter is for. */
export function reporterHelp(reporters: readonly NamedReporter[]): string {
  const width = Math.max(...reporters.map(({ name }) => name.length));
  const lines = reporters.map(({ name, help }) => `  ${name.padEnd(width)}  ${help}`);
  return `Reporters:\n${lines.join('\n')}`;
}

/**
 * What goes where. Throws UsageError, also for files that cannot be written: after a long run that
 * would be too late.
 */
export function reportTargets<Reporter extends NamedReporter>(
  words: readonly string[],
  reporters: readonly Reporter[],
): ReportTarget<Reporter>[] {
  const targets = words.map((word) => targetOf(word, reporters));
  const toStandardOutput = targets.filter(({ file }) => file === null);
  if (toStandardOutput.length > 1) {
    const names = toStandardOutput.map(({ reporter }) => reporter.name).join(', ');
    const examples = toStandardOutput
      .slice(1)
      .map(({ reporter: { name, extension } }) => `--reporter ${name}=report.${extension}`);
    throw new UsageError(
      `only one reporter can write to standard output, not ${names}; give the others files, e.g. ${examples.join(' ')}`,
    );
  }
  const files = targets.flatMap(({ file }) => (file === null ? [] : [file]));
  const twice = files.find(
    (file, index) => files.findIndex((other) => resolve(other) === resolve(file)) < index,
  );
  if (twice !== undefined) throw new UsageError(`two reporters cannot both write ${twice}`);
  for (const file of files) requireWritable(file);
  return targets;
}

function targetOf<Reporter extends NamedReporter>(
  word: string,
  reporters: readonly Reporter[],
): ReportTarget<Reporter> {
  const [name = ''] = word.split('=', 1);
  const file = name === word ? null : word.slice(name.length + 1);
  const names = reporters.map((one) => one.name);
  const reporter = reporters.find((one) => one.name === name);
  if (reporter === undefined) {
    const nearest = closest(name, names);
    throw new UsageError(
      `there is no reporter '${name}'; did you mean ${nearest}? There are ${names.join(', ')}`,
    );
  }
  if (file === '') throw new UsageError(`--reporter ${word}: the name of the file is missing`);
  return { reporter, file };
}

/** With the first reporter on standard output where nothing else goes there. */
export function withTerminal<Reporter>(
  targets: readonly ReportTarget<Reporter>[],
  [first]: readonly [Reporter, ...Reporter[]],
): ReportTarget<Reporter>[] {
  const isTaken = targets.some(({ file }) => file === null);
  return isTaken ? [...targets] : [...targets, { reporter: first, file: null }];
}

/**
 * Shows each what it shows, files first: a reader of standard output may keep everybody waiting.
 * Rejects with OutputError once everything that can be written is written.
 */
export async function deliver<Reporter>(
  targets: readonly ReportTarget<Reporter>[],
  render: (target: ReportTarget<Reporter>) => string,
): Promise<void> {
  const failures: unknown[] = [];
  for (const target of targets) {
    if (target.file === null) continue;
    try {
      writeWhole(target.file, render(target));
    } catch (error) {
      failures.push(error);
    }
  }
  for (const target of targets) if (target.file === null) await print(render(target));
  if (failures.length > 0) throw failures[0];
}
