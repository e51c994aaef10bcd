import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { fileNameOf } from '../explore/generate/file-name.js';
import type { Sequence } from '../explore/sequence.js';
import { decodeToken, TokenError } from '../explore/token.js';
import { loadKit } from '../kit.js';
import { NotPromotedError, promote } from '../promote.js';
import { chooseAdapter } from './choose-adapter.js';
import { readOverrides } from './config-overrides.js';
import { EXIT, UsageError } from './exit-codes.js';
import { keptIn, schemaPathFrom } from './generated-files.js';
import { configOption, connectTimeoutOption } from './implementation-options.js';
import { positiveInteger } from './options.js';
import { OutputError, print } from './output.js';
import { addWireOptions, type WireOptions } from './wire-options.js';

const PROMOTED_CASES_DIRECTORY = 'cases/promoted';

interface PromoteCommand extends WireOptions {
  readonly adapter?: string;
  readonly out?: string;
  readonly records?: boolean;
  readonly force?: boolean;
  readonly config: readonly string[];
  readonly seed: number;
  readonly connectTimeout: number;
}

export function addPromote(verb: Command, finish: (code: number) => void): void {
  const command = verb
    .argument('<token>', 'replay token of a counterexample, as explore prints it')
    .option('-a, --adapter <adapter>', 'the implementation that it was found on, as for certify')
    .option(
      '--out <file>',
      `the file to write (default: one in ${PROMOTED_CASES_DIRECTORY}, by its claim)`,
    )
    .option('--records', 'say what is written to the log, too')
    .option('--force', 'even if a case exposes it already, or the file is there')
    .addOption(configOption())
    .option('--seed <n>', 'seed of whatever the kit makes up', positiveInteger, 1)
    .addOption(connectTimeoutOption())
    .addHelpText(
      'after',
      `
The case has to pass on the reference. With --adapter it has to fail on that implementation, and no
case of the kit may fail there in the same way already: for the same API, at the same field, with
the same expectation and the same answer in kind.

What it expects is what the reference answers: 'npm run kafka:confirm' asks Apache Kafka. Give it a
better title, and rules in a better order, before you commit it.

Examples:
  groupspec promote gs1.1f0c… --adapter tcp:127.0.0.1:9092
  groupspec promote gs1.1f0c… --out cases/static/restart-while-syncing.yaml

Exit code: 0 written, 2 refused, or a fault of kit, adapter or environment, 3 usage.`,
    )
    .action(async (token: string, options: PromoteCommand) =>
      finish(await promoteToken(token, options)),
    );
  addWireOptions(command);
}

async function promoteToken(token: string, options: PromoteCommand): Promise<number> {
  const sequence = readToken(token);
  const kit = loadKit();
  const overrides = readOverrides(options.config, kit.spec.config);
  const directory =
    options.out === undefined ? keptIn(PROMOTED_CASES_DIRECTORY) : dirname(resolve(options.out));
  const adapter =
    options.adapter === undefined
      ? null
      : chooseAdapter(
          { ...options, adapter: options.adapter, records: true },
          { ...kit.defaults, ...overrides },
        );
  try {
    const written = await promote(sequence, {
      kit,
      adapter,
      overrides,
      records: options.records === true,
      force: options.force === true,
      schemaPath: schemaPathFrom(directory),
    });
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
  } finally {
    await adapter?.close();
  }
}

function readToken(token: string): Sequence {
  try {
    return decodeToken(token);
  } catch (error) {
    if (error instanceof TokenError) throw new UsageError(error.message);
    throw error;
  }
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
