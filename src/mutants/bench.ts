import { Worker } from 'node:worker_threads';
import type { Fate } from './fate.js';
import type { FromWorker, ToWorker, WorkerOptions } from './messages.js';

export interface BenchOptions extends WorkerOptions {
  /** Path of the built worker. */
  readonly worker: string;
  /** A case that takes longer, in ms, hangs: on virtual time they take a few. */
  readonly timeLimit: number;
}

/** A place where mutants are judged one after the other. */
export interface Bench {
  judge(job: ToWorker): Promise<Fate>;
  close(): Promise<void>;
}

/** What a mutant that allocates for ever may take, in MB, before its thread is ended. */
const MEMORY_LIMIT = 512;

/** Starts its thread at once, and a new one after each that a mutant has blocked. */
export function openBench(options: BenchOptions): Bench {
  let worker: Promise<Worker> | null = null;
  const start = () => {
    const starting = startWorker(options);
    // Whoever waits for it is told.
    starting.catch(() => {});
    worker = starting;
    return starting;
  };
  start();
  return {
    async judge(job) {
      const current = await (worker ?? start());
      const fate = await watch(current, job, options.timeLimit);
      if (fate.kind === 'hung') {
        worker = null;
        await current.terminate();
      }
      return fate;
    },
    async close() {
      const current = await worker?.catch(() => null);
      await current?.terminate();
    },
  };
}

function startWorker({ worker: path, casesDirectory }: BenchOptions): Promise<Worker> {
  const workerData: WorkerOptions = casesDirectory === undefined ? {} : { casesDirectory };
  const worker = new Worker(path, {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT },
  });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', () => {
      worker.off('error', reject);
      resolve(worker);
    });
  });
}

/** Rejects where the kit itself fails in the thread. */
function watch(worker: Worker, job: ToWorker, timeLimit: number): Promise<Fate> {
  return new Promise((resolve, reject) => {
    let at = '';
    const hung = (reason: string) => settle(() => resolve({ kind: 'hung', case: at, reason }));
    const timer = setTimeout(() => hung(`no end after ${timeLimit / 1000} s`), timeLimit);
    const onMessage = (message: FromWorker) => {
      timer.refresh();
      if (message.kind === 'case') at = message.id;
      if (message.kind === 'fate') settle(() => resolve(message.fate));
    };
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') hung(`no end within ${MEMORY_LIMIT} MB`);
      else settle(() => reject(error));
    };
    const onExit = () => settle(() => reject(new Error('the thread of a mutant was ended')));
    function settle(done: () => void) {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      done();
    }
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
    worker.postMessage(job);
  });
}
