import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Adapter } from '../adapter/adapter.js';
import { certify } from '../certify.js';
import { fileNameOf } from '../explore/generate/file-name.js';
import { createMessages } from '../explore/lock-step/messages.js';
import type { Sequence } from '../explore/sequence.js';
import { decodeToken, TokenError } from '../explore/token.js';
import { caseOf, type WrittenCase } from '../explore/write-case/case-of.js';
import { isSameSymptom, type Symptom, symptomOf } from '../explore/write-case/same-difference.js';
import { UnwritableError } from '../explore/write-case/unwritable.js';
import { type Kit, loadKit } from '../kit.js';
import { packageRoot } from '../spec/package-root.js';
import type { Case } from '../suite/case-types.js';
import type { Failure, Result } from '../suite/verdict.js';
import { chooseAdapter } from './choose-adapter.js';
import { readOverrides } from './config-overrides.js';
import { EXIT, UsageError } from './exit-codes.js';
import { schemaPathFrom } from './generated-files.js';
import { positiveInteger } from './options.js';
import { OutputError, print } from './output.js';

const PROMOTED_CASES_DIRECTORY = 'cases/promoted';

/** A counterexample that is no new case, with the reason. */
export class NotPromotedError extends Error {}

interface PromoteOptions {
  readonly adapter?: string;
  readonly out?: string;
  readonly records?: boolean;
  readonly force?: boolean;
  readonly config: readonly string[];
  readonly seed: number;
  readonly connectTimeout: number;
}

export function addPromote(program: Command, finish: (code: number) => void): void {
  program
    .command('promote')
    .argument('<token>', 'replay token of a counterexample, as explore prints it')
    .description('make a case out of a counterexample')
    .option('-a, --adapter <adapter>', 'the implementation that it was found on, as for certify')
    .option(
      '--out <file>',
      `the file to write (default: one in ${PROMOTED_CASES_DIRECTORY}, by its claim)`,
    )
    .option('--records', 'say what is written to the log, too')
    .option('--force', 'even if a case exposes it already, or the file is there')
    .option(
      '--config <name=value>',
      'a broker setting that cannot be discovered (repeatable)',
      (text: string, previous: readonly string[]) => [...previous, text],
      [],
    )
    .option('--seed <n>', 'seed of whatever the kit makes up', positiveInteger, 1)
    .option(
      '--connect-timeout <ms>',
      'for connecting and for the handshake',
      positiveInteger,
      10_000,
    )
    .addHelpText(
      'after',
      `
The case has to pass on the reference. With --adapter it has to fail on that implementation, and no
case of the kit may fail there in the same way already: for the same API, at the same field, with
the same expectation and the same answer in kind.

What it expects is what the reference answers: it says 'origin: { confirmed: false }' until Apache
Kafka has passed it. Give it a better title, and rules in a better order, before you commit it.

Examples:
  groupspec promote gs1.1f0c… --adapter tcp:127.0.0.1:9092
  groupspec promote gs1.1f0c… --out cases/static/restart-while-syncing.yaml

Exit code: 0 written, 2 refused, or a fault of kit, adapter or environment, 3 usage.`,
    )
    .action(async (token: string, options: PromoteOptions) =>
      finish(await promote(token, options)),
    );
}

async function promote(token: string, options: PromoteOptions): Promise<number> {
  const sequence = readToken(token);
  const kit = loadKit();
  const directory = resolve(
    options.out === undefined
      ? join(packageRoot(), PROMOTED_CASES_DIRECTORY)
      : dirname(options.out),
  );
  const written =
    options.adapter === undefined
      ? await writeDown(kit, sequence, directory, options.records ?? hasFaults(sequence))
      : await writeWhatFails(kit, sequence, directory, { ...options, adapter: options.adapter });
  const path =
    options.out === undefined
      ? join(directory, fileNameOf(written, new Set()))
      : resolve(options.out);
  if (existsSync(path) && options.force !== true) {
    throw new NotPromotedError(`${shown(path)} is there already; use --out or --force`);
  }
  save(path, written.text);
  await print(`${shown(path)}: ${written.title}\n`);
  return EXIT.ok;
}

function readToken(token: string): Sequence {
  try {
    return decodeToken(token);
  } catch (error) {
    if (error instanceof TokenError) throw new UsageError(error.message);
    throw error;
  }
}

/** Faults of the log show in the log. */
function hasFaults({ moves }: Sequence): boolean {
  return moves.some(({ kind }) => kind === 'control');
}

async function writeDown(
  kit: Kit,
  sequence: Sequence,
  directory: string,
  records: boolean,
): Promise<WrittenCase> {
  try {
    return await caseOf(sequence, {
      defaults: kit.defaults,
      messages: createMessages(kit.comparison),
      known: kit.known,
      origin: { confirmed: false },
      comments: [
        'Promoted from a counterexample. What it expects is what the reference answers;',
        'Apache Kafka has not confirmed it yet.',
      ],
      records,
      titles: new Set(kit.cases.map(({ data }) => data.title)),
      schemaPath: schemaPathFrom(directory),
    });
  } catch (error) {
    if (!(error instanceof UnwritableError)) throw error;
    throw new NotPromotedError(`the sequence cannot be a case: ${error.message}`);
  }
}

/** With records only where it does not fail without. */
async function writeWhatFails(
  kit: Kit,
  sequence: Sequence,
  directory: string,
  options: PromoteOptions & { readonly adapter: string },
): Promise<WrittenCase> {
  const overrides = readOverrides(options.config, kit.spec.config);
  const adapter = chooseAdapter(
    { adapter: options.adapter, seed: options.seed, connectTimeout: options.connectTimeout },
    { ...kit.defaults, ...overrides },
  );
  const judge = (cases: readonly Case[]) => judgeCases(kit, adapter, cases, overrides);
  try {
    let reason = '';
    for (const records of options.records === true ? [true] : [false, true]) {
      const written = await writeDown(kit, sequence, directory, records);
      const results = await judge([written.own]);
      const failure = results.find(({ verdict }) => verdict === 'fail')?.failure;
      if (failure === undefined) {
        reason = reasonOf(results) ?? reason;
        continue;
      }
      if (options.force !== true) await requireNew(kit, failure, judge);
      return written;
    }
    throw new NotPromotedError(`the case does not fail there${reason === '' ? '' : `: ${reason}`}`);
  } finally {
    await adapter.close();
  }
}

type Judge = (cases: readonly Case[]) => Promise<readonly Result[]>;

async function judgeCases(
  kit: Kit,
  adapter: Adapter,
  cases: readonly Case[],
  overrides: Readonly<Record<string, number>>,
): Promise<readonly Result[]> {
  const report = await certify(kit, adapter, { cases, overrides });
  // One that is skipped as a whole is no fault: the next attempt may not be.
  if (report.fault !== null && report.results.length === 0) {
    throw new NotPromotedError(report.fault);
  }
  return report.results;
}

function reasonOf(results: readonly Result[]): string | undefined {
  return results.find(({ verdict }) => verdict !== 'pass')?.reason;
}

/** Throws NotPromotedError naming a case that fails in the same way. */
async function requireNew(kit: Kit, failure: Failure, judge: Judge): Promise<void> {
  const symptom = symptomOf(failure);
  if (symptom === null) return;
  const related = kit.cases.filter(({ apis, needs }) =>
    symptom.api === 'records' ? needs.has('records') : [...apis].some((api) => api === symptom.api),
  );
  if (related.length === 0) return;
  for (const result of await judge(related)) {
    if (!exposes(result, symptom)) continue;
    throw new NotPromotedError(
      `${result.id} exposes it already: ${result.failure?.summary ?? ''}; --force writes it all the same`,
    );
  }
}

function exposes({ failure }: Result, symptom: Symptom): boolean {
  const other = failure === undefined ? null : symptomOf(failure);
  return other !== null && isSameSymptom(symptom, other);
}

function save(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OutputError(`${basename(path)} cannot be written: ${reason}`);
  }
}

/** From the working directory, where that is shorter. */
function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}
