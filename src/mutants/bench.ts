import { Worker } from 'node:worker_threads';
import type { FromWorker, Hang } from './messages.js';

export interface BenchOptions {
  /** Path of the built worker. */
  readonly worker: string;
  /** What the worker is started with. */
  readonly data: unknown;
  /** A case that takes longer, in ms, hangs: on virtual time they take a few. */
  readonly timeLimit: number;
}

/** A place where mutants are judged one after the other. */
export interface Bench<Job, Fate> {
  judge(job: Job): Promise<Fate | Hang>;
  close(): Promise<void>;
}

/** What a mutant that allocates for ever may take, in MB, before its thread is ended. */
const MEMORY_LIMIT = 512;

const ENDED = 'the thread of a mutant was ended';

/** Starts its thread at once, and a new one after each that a mutant has blocked. */
export function openBench<Job, Fate extends { readonly kind: string }>(
  options: BenchOptions,
): Bench<Job, Fate> {
  let thread: Thread | null = startThread(options);
  return {
    async judge(job) {
      thread ??= startThread(options);
      const { worker, ready } = thread;
      await ready;
      const fate = await watch<Job, Fate>(worker, job, options.timeLimit);
      if (fate.kind === 'hung') {
        thread = null;
        await worker.terminate();
      }
      return fate;
    },
    async close() {
      await thread?.worker.terminate();
    },
  };
}

interface Thread {
  readonly worker: Worker;
  /** Resolves once the thread waits for its first mutant. */
  readonly ready: Promise<void>;
}

function startThread({ worker: path, data }: BenchOptions): Thread {
  const worker = new Worker(path, {
    workerData: data,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT },
  });
  const ready = new Promise<void>((resolve, reject) => {
    const onExit = () => reject(new Error(ENDED));
    worker.once('error', reject);
    worker.once('exit', onExit);
    worker.once('message', () => {
      worker.off('error', reject);
      worker.off('exit', onExit);
      resolve();
    });
  });
  // Whoever waits for it is told.
  ready.catch(() => {});
  return { worker, ready };
}

/** Rejects where the kit itself fails in the thread. */
function watch<Job, Fate>(worker: Worker, job: Job, timeLimit: number): Promise<Fate | Hang> {
  return new Promise((resolve, reject) => {
    let at = 'its loading';
    const hung = (reason: string) => settle(() => resolve({ kind: 'hung', case: at, reason }));
    const timer = setTimeout(() => hung(`no end after ${timeLimit / 1000} s`), timeLimit);
    const onMessage = (message: FromWorker<Fate>) => {
      timer.refresh();
      if (message.kind === 'case') at = message.id;
      if (message.kind === 'fate') settle(() => resolve(message.fate));
    };
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') hung(`no end within ${MEMORY_LIMIT} MB`);
      else settle(() => reject(error));
    };
    const onExit = () => settle(() => reject(new Error(ENDED)));
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
