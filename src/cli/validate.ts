import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadKitSpec } from '../kit.js';
import { InvalidDataError } from '../spec/problem.js';
import { readYamlSource } from '../spec/yaml-source.js';
import { CASES_DIRECTORY, caseId, loadCases, readCase } from '../suite/cases/load-cases.js';
import { loadOpenings } from '../suite/cases/openings.js';
import { EXIT, UsageError } from './exit-codes.js';
import { print } from './output.js';

export function addValidate(verb: Command, finish: (code: number) => void): void {
  verb
    .argument('[path...]', 'case files or directories of cases (default: the built-in cases)')
    .addHelpText(
      'after',
      '\nEvery problem is named by file and line. Exit code: 0 all well, 3 something is wrong.',
    )
    .action(async (paths: string[]) => finish(await validate(paths)));
}

async function validate(paths: readonly string[]): Promise<number> {
  const { spec, known } = loadKitSpec();
  let count = 0;
  const problems = [];
  for (const path of paths.length === 0 ? [CASES_DIRECTORY()] : paths.map((one) => resolve(one))) {
    try {
      if (isDirectory(path)) {
        count += loadCases({ ...known, directory: path, thorough: true }).length;
      } else {
        const { found } = readCase(
          caseId(dirname(path), path),
          readYamlSource(path),
          loadOpenings(),
          known,
        );
        problems.push(...found);
        count += 1;
      }
    } catch (error) {
      if (!(error instanceof InvalidDataError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new InvalidDataError(problems);
  await print(
    `${count} ${count === 1 ? 'case' : 'cases'} and ${spec.rules.rules.length} rules are valid\n`,
  );
  return EXIT.ok;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    throw new UsageError(`${path}: no such file or directory`);
  }
}
