import type { Command } from 'commander';
import { loadKit } from '../kit.js';
import { readReport } from '../report/read-report.js';
import { REPORTERS } from '../report/reporters.js';
import { EXIT, EXIT_CODES_OF_AN_ANSWER, UsageError } from './exit-codes.js';
import { usesColor } from './options.js';
import { deliver, reporterHelp, reporterOption, reportTargets } from './reporter-options.js';

interface ReportOptions {
  readonly reporter: readonly string[];
  readonly color?: boolean;
}

export function addReport(verb: Command, finish: (code: number) => void): void {
  const several = REPORTERS.filter(({ takes }) => takes === 'several').map(({ name }) => name);
  verb
    .argument('<file...>', 'what certify or run --reporter json wrote')
    .addOption(reporterOption('-r, --reporter'))
    .option('--no-color', 'plain text even on a terminal')
    .addHelpText(
      'after',
      `
Examples:
  groupspec certify --adapter tcp:127.0.0.1:9092 --reporter json=report.json
  groupspec report report.json

${reporterHelp(REPORTERS)}

Several reports at once are shown by: ${several.join(', ')}.

The exit code says whether they could be shown, not what is in them; certify has said that.
${EXIT_CODES_OF_AN_ANSWER}`,
    )
    .action(async (files: string[], options: ReportOptions) => finish(await show(files, options)));
}

async function show(files: readonly string[], options: ReportOptions): Promise<number> {
  const words = options.reporter.length === 0 ? [REPORTERS[0].name] : options.reporter;
  const targets = reportTargets(words, REPORTERS);
  const single = targets.find(({ reporter }) => reporter.takes === 'one');
  if (files.length > 1 && single !== undefined) {
    throw new UsageError(
      `${single.reporter.name} shows one report, and there are ${files.length}; name one of them`,
    );
  }
  const reports = files.map(readReport);
  await deliver(targets, ({ reporter, file }) =>
    reporter.render(reports, { kit: loadKit, color: file === null && usesColor(options) }),
  );
  return EXIT.ok;
}
