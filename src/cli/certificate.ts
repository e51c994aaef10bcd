import { type Command, InvalidArgumentError, Option } from 'commander';
import { shieldsBadge, svgBadge } from '../certificate/badge.js';
import { type Certificate, certificateOf, NotCertifiedError } from '../certificate/certificate.js';
import { certificateMarkdown } from '../certificate/markdown.js';
import { certificateText, readCertificate } from '../certificate/read-certificate.js';
import { verifyCertificate } from '../certificate/verify.js';
import { judgeDeviations } from '../deviations/judge-deviations.js';
import { loadDeviations } from '../deviations/load-deviations.js';
import { type Kit, loadKit } from '../kit.js';
import { readReport } from '../report/read-report.js';
import { judgedAgain, type Report } from '../report/report.js';
import { isDay, today } from '../spec/day.js';
import { EXIT } from './exit-codes.js';
import { print } from './output.js';

type Format = 'json' | 'markdown' | 'shields' | 'svg';

interface CreateOptions {
  readonly format: Format;
  readonly date?: string;
}

interface VerifyOptions {
  readonly deviations?: string;
}

export function addCertificate(verb: Command, finish: (code: number) => void): void {
  verb.addHelpText(
    'after',
    `
Examples:
  groupspec certify --adapter tcp:127.0.0.1:9092 --reporter json > report.json
  groupspec certificate report.json > certificate.json
  groupspec certificate report.json --format markdown
  groupspec certificate verify certificate.json report.json
  groupspec certificate show certificate.json --format svg > badge.svg`,
  );
  verb
    .command('create', { isDefault: true })
    .argument('<report>', 'what certify --reporter json wrote')
    .description('certify what a report says (the default: groupspec certificate REPORT)')
    .addOption(formatOption())
    .option('--date <day>', 'of the run, YYYY-MM-DD in UTC (default: today)', day)
    .addHelpText(
      'after',
      `
There is no certificate of a run that fails, is in part inconclusive, or has known deviations of
which nobody has said the reason. A level that has not been run as a whole is not granted, and says
why. Levels are those of spec/levels.yaml.

Exit code: 0 certified, 1 not certified, with the reason, 2 fault, 3 usage.`,
    )
    .action(async (report: string, options: CreateOptions) =>
      finish(await create(report, options)),
    );
  verb
    .command('verify')
    .argument('<certificate>', 'what groupspec certificate wrote')
    .argument('<report>', 'the report that it is about')
    .option('--deviations <file>', 'hold the results against this file again')
    .description('make the certificate anew and say where it is another one')
    .addHelpText(
      'after',
      `
Exit code: 0 it is the same, 1 it is not, 2 fault, 3 usage.`,
    )
    .action(async (path: string, report: string, options: VerifyOptions) =>
      finish(await verify(path, report, options)),
    );
  verb
    .command('show')
    .argument('<certificate>', 'what groupspec certificate wrote')
    .addOption(formatOption())
    .description('a certificate as Markdown or as a badge')
    .action(async (path: string, { format }: CreateOptions) => {
      await print(textIn(format, readCertificate(path), loadKit()));
      finish(EXIT.ok);
    });
}

function formatOption(): Option {
  return new Option(
    '--format <name>',
    'markdown; json; a badge as svg, or for shields.io endpoints',
  )
    .choices(['json', 'markdown', 'shields', 'svg'])
    .default('json');
}

async function create(path: string, options: CreateOptions): Promise<number> {
  const kit = loadKit();
  return unlessRefused(async () => {
    const certificate = certificateOf(readReport(path), kit, options.date ?? today());
    await print(textIn(options.format, certificate, kit));
    return EXIT.ok;
  });
}

function textIn(format: Format, certificate: Certificate, { spec }: Kit): string {
  switch (format) {
    case 'json':
      return certificateText(certificate);
    case 'markdown':
      return certificateMarkdown(certificate, spec.rules);
    case 'shields':
      return shieldsBadge(certificate);
    case 'svg':
      return svgBadge(certificate);
  }
}

async function verify(path: string, reportPath: string, options: VerifyOptions): Promise<number> {
  const kit = loadKit();
  const certificate = readCertificate(path);
  const report = readReport(reportPath);
  return unlessRefused(async () => {
    const found = verifyCertificate(certificate, judged(report, certificate, options, kit), kit);
    const lines = found.map(
      (one) => `${one.path}: certified ${one.certified}, but it is ${one.recomputed}`,
    );
    const said = found.length === 0 ? ['the certificate is that of the report'] : lines;
    await print(`${said.join('\n')}\n`);
    return found.length === 0 ? EXIT.ok : EXIT.differs;
  });
}

/** With all counts made anew; known are the deviations of the file, if one is given. */
function judged(
  report: Report,
  { date }: Certificate,
  { deviations }: VerifyOptions,
  kit: Kit,
): Report {
  if (deviations === undefined) return judgedAgain(report, null);
  const known = judgeDeviations(loadDeviations(deviations, kit.known), report.results, {
    cases: kit.cases,
    versionChecks: kit.versionChecks,
    whole: !report.interrupted,
    today: date,
  });
  return judgedAgain(report, known);
}

async function unlessRefused(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotCertifiedError)) throw error;
    process.stderr.write(`groupspec: not certified: ${error.message}\n`);
    return EXIT.differs;
  }
}

/** Throws InvalidArgumentError. */
function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('a day such as 2027-01-31 is needed.');
  return text;
}
