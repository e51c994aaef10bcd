import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  EXPLORED_CASES_DIRECTORY,
  GENERATED_CASES_DIRECTORY,
  generatedCases,
} from '../generate/generated-cases.js';
import { loadKit } from '../kit.js';
import { loadMutants } from '../mutants/load-mutants.js';
import { messageTypesSource } from '../protocol/message-types.js';
import { DIGEST_FILE, specDigest } from '../spec/digest.js';
import { loadLedger } from '../spec/ledger.js';
import { loadMessages } from '../spec/messages.js';
import { packageRoot } from '../spec/package-root.js';
import { loadSpec } from '../spec/spec.js';
import { loadExcuses } from './excuses.js';
import { LEDGER_PAGE, ledgerPage } from './ledger-page.js';
import { resultsPages } from './results-pages.js';
import { RULES_DIRECTORY, rulesPages } from './rules-pages.js';

/** Makes files of the repository out of its data. */
export interface Generator {
  /** What it makes, for people. */
  readonly what: string;
  /** The texts of all its files by their paths below the package. */
  files(): ReadonlyMap<string, string>;
  /** A directory below the package in which every file is its own; others there are left over. */
  readonly directory?: string;
  /** A directory in it that is not its own. */
  readonly except?: string;
}

/** All that `npm run generate` writes and the gate compares. */
export const GENERATORS: readonly Generator[] = [
  {
    what: 'types of messages',
    files: () =>
      new Map([['src/protocol/generated-messages.ts', messageTypesSource(loadMessages())]]),
  },
  {
    what: 'cases of the tables in spec/grids',
    files: () => generatedCases(loadSpec()),
    directory: GENERATED_CASES_DIRECTORY,
    except: EXPLORED_CASES_DIRECTORY,
  },
  {
    what: 'ledger of Apache Kafka',
    files: () => {
      const spec = loadSpec();
      return new Map([[LEDGER_PAGE, ledgerPage(loadLedger(spec), spec)]]);
    },
  },
  {
    what: 'pages of the certificates in docs/results',
    files: () => resultsPages(loadSpec(), packageRoot()),
  },
  {
    // After the cases that are generated, which are on them.
    what: 'pages of the rules in docs/rules',
    files: rulesPagesOfKit,
    directory: RULES_DIRECTORY,
  },
  {
    what: 'digest of the spec',
    files: () => new Map([[`spec/${DIGEST_FILE}`, `${specDigest()}\n`]]),
  },
];

function rulesPagesOfKit(): ReadonlyMap<string, string> {
  const { spec, cases, known } = loadKit();
  const { ruleIds } = known;
  const [mutants, excuses] = [loadMutants({ ruleIds }), loadExcuses(ruleIds)];
  return rulesPages({ rules: spec.rules, cases, mutants, excuses });
}

/** Paths of files that are missing, left over, or not as the generator makes them. */
export function differingFiles(generator: Generator, root: string = packageRoot()): string[] {
  const files = generator.files();
  const differing = [...files]
    .filter(([path, text]) => {
      const at = join(root, path);
      return !existsSync(at) || readFileSync(at, 'utf8') !== text;
    })
    .map(([path]) => path);
  return [...differing, ...leftOver(generator, files, root)].sort();
}

/** Makes `differingFiles` empty and returns what it was. */
export function generate(generator: Generator, root: string = packageRoot()): string[] {
  const files = generator.files();
  const differing = differingFiles(generator, root);
  for (const path of differing) {
    const text = files.get(path);
    const at = join(root, path);
    if (text === undefined) {
      rmSync(at);
    } else {
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, text);
    }
  }
  return differing;
}

function leftOver(
  { directory, except }: Generator,
  files: ReadonlyMap<string, string>,
  root: string,
): string[] {
  if (directory === undefined || !existsSync(join(root, directory))) return [];
  return readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !files.has(path) && !(except !== undefined && path.startsWith(`${except}/`)));
}
