/**
 * A thread that judges one mutant after the other with one kit. It may be stuck in a
 * mutant for ever: whoever started it watches the clock.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type CreateAdapter, compileBundle, loadModules } from './evaluate.js';
import { exploreMutant } from './explore-mutant.js';
import type { Fate } from './fate.js';
import { judgeMutant } from './judge.js';
import { type FromWorker, received, type ToWorker, type WorkerKit } from './messages.js';

const port = parentPort;
if (port === null) throw new Error('this file is the code of a thread');
const tell = (message: FromWorker) => port.postMessage(message);
const kit = received(workerData as WorkerKit);

port.on('message', async (job: ToWorker) => {
  tell({ kind: 'fate', fate: await judge(job) });
});
tell({ kind: 'ready' });

async function judge({ bundle, rules, exploring }: ToWorker): Promise<Fate> {
  await loadModules(bundle);
  let create: CreateAdapter;
  try {
    create = compileBundle(bundle)().createReferenceAdapter;
  } catch (error) {
    return { kind: 'broken', reason: `it cannot be loaded: ${String(error)}` };
  }
  const adapter = create(kit.defaults);
  const onCase = (id: string) => tell({ kind: 'case', id });
  return exploring === null
    ? judgeMutant(kit, adapter, rules, onCase)
    : exploreMutant(kit, adapter, rules, exploring, onCase);
}
