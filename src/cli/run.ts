import type { Command } from 'commander';
import { levelsOf } from '../certificate/certificate.js';
import { levelLines } from '../certificate/level-words.js';
import { loadKit } from '../kit.js';
import { exitCodeOf, type Report } from '../report/report.js';
import type { Reporter } from '../report/reporter.js';
import { REPORTERS } from '../report/reporters.js';
import { EXIT_CODES_OF_A_RUN } from './exit-codes.js';
import { deviationsOption, noDeviationsOption } from './implementation-options.js';
import { interruptible } from './interruptible.js';
import { addRunOptions, judgeImplementation, type RunOptions } from './judge-implementation.js';
import { usesColor } from './options.js';
import {
  deliver,
  type ReportTarget,
  reporterHelp,
  reporterOption,
  reportTargets,
  withTerminal,
} from './reporter-options.js';
import { shardOption } from './shard-option.js';

interface PrintedRunOptions extends RunOptions {
  readonly reporter: readonly string[];
  readonly color?: boolean;
}

export function addCertify(verb: Command, finish: (code: number) => void): void {
  const command = verb.addHelpText(
    'after',
    `
Examples:
  groupspec certify                                   the embedded reference
  groupspec certify --adapter tcp:127.0.0.1:9092      a broker, over the wire
  groupspec certify --adapter tcp:127.0.0.1:9092 --reporter json=report.json
  groupspec certify --adapter tcp:broker:9093 --tls-ca ca.pem --sasl scram-sha-512 --username kit
  groupspec certify --adapter 'spawn:./my-mock --port 0'   a mock of its own for every case
  groupspec certify --adapter 'jsonrpc:python3 my-adapter.py'   an adapter in any language
  groupspec certify --implementation implementations/librdkafka.yaml

${reporterHelp(REPORTERS)}

${EXIT_CODES_OF_A_RUN}`,
  );
  addPrintedRunOptions(command).action(async (options: PrintedRunOptions, own: Command) =>
    finish(await run([], options, own)),
  );
}

export function addRun(verb: Command, finish: (code: number) => void): void {
  const command = verb
    .argument('[pattern...]', 'case ids, directories or globs, e.g. heartbeat, join/*, **/static-*')
    .addHelpText(
      'after',
      `
Examples:
  groupspec run heartbeat
  groupspec run 'static/*' --adapter tcp:127.0.0.1:9092

A pattern that matches no case is an error (exit code 2), never an empty success.

${reporterHelp(REPORTERS)}

${EXIT_CODES_OF_A_RUN}`,
    );
  addPrintedRunOptions(command).action(
    async (patterns: string[], options: PrintedRunOptions, own: Command) =>
      finish(await run(patterns, options, own)),
  );
}

function addPrintedRunOptions(command: Command): Command {
  return addRunOptions(command)
    .addOption(deviationsOption())
    .addOption(noDeviationsOption())
    .addOption(shardOption())
    .addOption(reporterOption('-r, --reporter'))
    .option('--no-color', 'plain text even on a terminal');
}

async function run(
  patterns: readonly string[],
  given: PrintedRunOptions,
  command: Command,
): Promise<number> {
  const targets = withTerminal(reportTargets(given.reporter, REPORTERS), REPORTERS);
  // Whatever signals come while the reports are written, they are written.
  return interruptible((signal) => runAndReport(patterns, given, command, targets, signal));
}

async function runAndReport(
  patterns: readonly string[],
  given: PrintedRunOptions,
  command: Command,
  targets: readonly ReportTarget<Reporter>[],
  signal: AbortSignal,
): Promise<number> {
  const startedAt = performance.now();
  const report = await judgeImplementation(patterns, given, command, signal);
  const whole = patterns.length === 0 && given.cases === undefined && given.shard === undefined;
  const told = {
    kit: () => loadKit(given.cases),
    elapsedMs: performance.now() - startedAt,
    levels: whole ? levelLines(levelsOf(report, loadKit())) : [],
    judgeLevels: (judged: Report) => (given.cases === undefined ? levelsOf(judged, loadKit()) : []),
  };
  await deliver(targets, ({ reporter, file }) =>
    reporter.render([report], { ...told, color: file === null && usesColor(given) }),
  );
  return exitCodeOf(report);
}
