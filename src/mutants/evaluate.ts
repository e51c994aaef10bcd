import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import type { createCoordinator, createReferenceAdapter } from '../adapter/reference/index.js';
import { packageRoot } from '../spec/package-root.js';
import type { Bundle } from './bundle.js';

export type CreateAdapter = typeof createReferenceAdapter;

/** What a bundle exports. */
export interface Exported {
  readonly createReferenceAdapter: CreateAdapter;
  readonly createCoordinator: typeof createCoordinator;
}

const modules = new Map<string, unknown>();

/** Built modules that all mutants of a thread share, so that classes are the same everywhere. */
export async function loadModules({ requires }: Bundle): Promise<void> {
  for (const path of requires) {
    if (modules.has(path)) continue;
    modules.set(path, await import(pathToFileURL(join(packageRoot(), 'dist', path)).href));
  }
}

/**
 * What it returns evaluates the bundle anew at every call: no call sees what an earlier one left
 * behind. Its modules have to be loaded.
 */
export function compileBundle({ code }: Bundle): () => Exported {
  const run = compileFunction(code, ['module', 'exports', 'require'], { filename: 'mutant.cjs' });
  return () => {
    const module = { exports: {} as Exported };
    run(module, module.exports, (path: string) => modules.get(path));
    return module.exports;
  };
}
