import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { specPath } from '../../src/spec/package-root.js';
import { InvalidDataError, type Problem } from '../../src/spec/problem.js';
import { loadSpec } from '../../src/spec/spec.js';

export interface SpecDirectory {
  readonly path: string;
  /** Replaces `before`, which must occur exactly once; its line, 1-based, is returned. */
  edit(file: string, before: string, after: string): number;
  add(file: string, text: string): void;
}

/** A throw-away copy of the kit's own spec directory. */
export function copyOfSpec(): SpecDirectory {
  const path = mkdtempSync(join(tmpdir(), 'groupspec-spec-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const files = ['errors.yaml', 'config.yaml', 'changelog.yaml', 'levels.yaml'];
  for (const part of ['rules', 'profiles', 'grids', 'schemas', ...files]) {
    cpSync(specPath(part), join(path, part), { recursive: true });
  }
  return {
    path,
    edit(file, before, after) {
      const text = readFileSync(join(path, file), 'utf8');
      const parts = text.split(before);
      if (parts.length !== 2) throw new Error(`${parts.length - 1} × '${before}' in ${file}`);
      writeFileSync(join(path, file), parts.join(after));
      return String(parts[0]).split('\n').length;
    },
    add(file, text) {
      writeFileSync(join(path, file), text);
    },
  };
}

/** Problems of loading the directory, with paths relative to it. */
export function problemsOf(directory: SpecDirectory): Problem[] {
  try {
    loadSpec(directory.path);
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error;
    return error.problems.map((problem) => ({
      ...problem,
      file: problem.file.replace(`${directory.path}/`, ''),
    }));
  }
  return [];
}
