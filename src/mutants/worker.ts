/**
 * A thread that judges one mutant after the other with one kit. It may be stuck in a
 * mutant for ever: whoever started it watches the clock.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import type { createReferenceAdapter } from '../adapter/reference/index.js';
import { packageRoot } from '../spec/package-root.js';
import type { Bundle } from './bundle.js';
import type { Fate } from './fate.js';
import { judgeMutant } from './judge.js';
import { type FromWorker, received, type ToWorker, type WorkerKit } from './messages.js';

const port = parentPort;
if (port === null) throw new Error('this file is the code of a thread');
const tell = (message: FromWorker) => port.postMessage(message);
const kit = received(workerData as WorkerKit);
const modules = new Map<string, unknown>();

port.on('message', async ({ bundle, rules }: ToWorker) => {
  tell({ kind: 'fate', fate: await judge(bundle, rules) });
});
tell({ kind: 'ready' });

async function judge(bundle: Bundle, rules: readonly string[]): Promise<Fate> {
  for (const path of bundle.requires) await load(path);
  let create: typeof createReferenceAdapter;
  try {
    create = evaluate(bundle);
  } catch (error) {
    return { kind: 'broken', reason: `it cannot be loaded: ${String(error)}` };
  }
  return judgeMutant(kit, create(kit.defaults), rules, (id) => tell({ kind: 'case', id }));
}

/** The one built module that all mutants share, so that classes are the same everywhere. */
async function load(path: string): Promise<void> {
  if (modules.has(path)) return;
  modules.set(path, await import(pathToFileURL(join(packageRoot(), 'dist', path)).href));
}

function evaluate(bundle: Bundle): typeof createReferenceAdapter {
  const module = { exports: {} as { createReferenceAdapter: typeof createReferenceAdapter } };
  const run = compileFunction(bundle.code, ['module', 'exports', 'require'], {
    filename: 'mutant.cjs',
  });
  run(module, module.exports, (path: string) => modules.get(path));
  return module.exports.createReferenceAdapter;
}
