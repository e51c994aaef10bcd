/**
 * A thread that holds the instrumented reference and judges one mutant after the other. It may be
 * stuck in a mutant for ever: whoever started it watches the clock.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Adapter } from '../adapter/adapter.js';
import { certify } from '../certify.js';
import { type CreateAdapter, compileBundle, loadModules } from '../mutants/evaluate.js';
import { type FromWorker, received } from '../mutants/messages.js';
import type { Case } from '../suite/cases/case-types.js';
import type { Result } from '../suite/verdict.js';
import type { Outcome } from './generated-mutant.js';
import type { Told, ToWorker, WorkerStart } from './messages.js';
import { allowHits, beginCounting, countFor, HIT_LIMIT_REACHED, switchOn } from './switchboard.js';

const port = parentPort;
if (port === null) throw new Error('this file is the code of a thread');
const tell = (message: FromWorker<Told>) => port.postMessage(message);
const { bundle, kit: sent } = workerData as WorkerStart;
const kit = received(sent);
const cases = new Map(kit.cases.map((own) => [own.id, own]));
await loadModules(bundle);
const load = compileBundle(bundle);
const evaluate = (): CreateAdapter => load().createReferenceAdapter;

port.on('message', async (job: ToWorker) => {
  tell({ kind: 'fate', fate: job.kind === 'reach' ? await reach() : await judge(job) });
});
tell({ kind: 'ready' });

async function reach(): Promise<Told> {
  const counted = beginCounting();
  const adapter = evaluate()(kit.defaults);
  for (const own of kit.cases) {
    countFor(own.id);
    const missed = await firstMiss(adapter, own);
    if (missed !== null) return { kind: 'unfit', result: missed.id };
  }
  return { kind: 'reach', reach: counted };
}

async function judge(job: Extract<ToWorker, { kind: 'judge' }>): Promise<Outcome> {
  switchOn(job.mutant, job.hitLimit);
  let create: CreateAdapter;
  try {
    create = evaluate();
  } catch (error) {
    return { kind: 'crashed', result: 'its loading', reason: String(error) };
  }
  const adapter = create(kit.defaults);
  for (const id of job.cases) {
    const own = cases.get(id);
    if (own === undefined) throw new Error(`there is no case ${id}`);
    allowHits();
    const missed = await firstMiss(adapter, own);
    if (missed !== null) return outcomeOf(missed);
  }
  return { kind: 'survived' };
}

/** The first result of a case that shows something amiss. */
async function firstMiss(adapter: Adapter, own: Case): Promise<Result | null> {
  tell({ kind: 'case', id: own.id });
  const enough = new AbortController();
  const { results } = await certify(kit, adapter, {
    cases: [own],
    // Where Kafka's behaviour is one of several, the reference has Kafka's.
    exact: true,
    jobs: 1,
    maxAttempts: 1,
    signal: enough.signal,
    onProgress: (_done, _total, result) => {
      if (result !== null && isMiss(result)) enough.abort();
    },
  });
  return results.find(isMiss) ?? null;
}

function isMiss({ verdict }: Result): boolean {
  return verdict === 'fail' || verdict === 'error';
}

function outcomeOf({ id, case: own, verdict, failure, reason = '' }: Result): Outcome {
  if (verdict === 'fail') {
    return {
      kind: 'failed',
      result: id,
      step: failure?.step ?? '',
      summary: failure?.summary ?? '',
    };
  }
  if (reason.includes(HIT_LIMIT_REACHED)) {
    return { kind: 'hung', case: own, reason: 'it goes through its own text for ever' };
  }
  return { kind: 'crashed', result: id, reason };
}
