import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isCheckout, packageRoot } from '../spec/package-root.js';
import { InvalidDataError } from '../spec/problem.js';
import { parseYamlSource } from '../spec/yaml-source.js';
import type { CaseData } from '../suite/cases/case-types.js';
import { UsageError } from './exit-codes.js';
import { OutputError } from './output.js';

/** What became of the files of a directory. */
export interface Written {
  readonly changed: number;
  readonly same: number;
  readonly removed: number;
}

/**
 * Where cases are kept that nobody has said a place for. Throws UsageError in an installed package,
 * where the next installation would take them away.
 *
 * @param directory below the package
 */
export function keptIn(directory: string): string {
  if (isCheckout()) return join(packageRoot(), directory);
  throw new UsageError('an installed groupspec keeps no cases of yours; say where with --out');
}

/** The schema of cases as a file in `directory` names it; null outside the package. */
export function schemaPathFrom(directory: string): string | null {
  const root = packageRoot();
  if (relative(root, directory).startsWith('..')) return null;
  return relative(directory, join(root, 'spec/schemas/case.schema.json')).replaceAll('\\', '/');
}

/**
 * Makes the generated cases of a directory exactly these. Cases of people are left alone. Throws
 * OutputError.
 */
export function writeGenerated(directory: string, files: ReadonlyMap<string, string>): Written {
  try {
    mkdirSync(directory, { recursive: true });
    let changed = 0;
    for (const [name, text] of files) {
      const path = join(directory, name);
      if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
      writeFileSync(path, text);
      changed++;
    }
    const leftOver = readdirSync(directory).filter(
      (name) => /\.ya?ml$/.test(name) && !files.has(name) && isGenerated(join(directory, name)),
    );
    for (const name of leftOver) rmSync(join(directory, name));
    return { changed, same: files.size - changed, removed: leftOver.length };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OutputError(`the cases cannot be written: ${reason}`);
  }
}

function isGenerated(path: string): boolean {
  return dataOf(readFileSync(path, 'utf8'))?.origin?.seed !== undefined;
}

function dataOf(text: string): CaseData | null {
  try {
    const { data } = parseYamlSource('case', text);
    return typeof data === 'object' ? (data as CaseData | null) : null;
  } catch (error) {
    if (error instanceof InvalidDataError) return null;
    throw error;
  }
}
