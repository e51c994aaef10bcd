/**
 * A thread that judges one mutant after the other with one kit. It may be stuck in a
 * mutant for ever: whoever started it watches the clock.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Bundle } from './bundle.js';
import { type CreateAdapter, compileBundle, loadModules } from './evaluate.js';
import type { Fate } from './fate.js';
import { judgeMutant } from './judge.js';
import { type FromWorker, received, type ToWorker, type WorkerKit } from './messages.js';

const port = parentPort;
if (port === null) throw new Error('this file is the code of a thread');
const tell = (message: FromWorker) => port.postMessage(message);
const kit = received(workerData as WorkerKit);

port.on('message', async ({ bundle, rules }: ToWorker) => {
  tell({ kind: 'fate', fate: await judge(bundle, rules) });
});
tell({ kind: 'ready' });

async function judge(bundle: Bundle, rules: readonly string[]): Promise<Fate> {
  await loadModules(bundle);
  let create: CreateAdapter;
  try {
    create = compileBundle(bundle)();
  } catch (error) {
    return { kind: 'broken', reason: `it cannot be loaded: ${String(error)}` };
  }
  return judgeMutant(kit, create(kit.defaults), rules, (id) => tell({ kind: 'case', id }));
}
