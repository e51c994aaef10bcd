import type { Kit } from '../kit.js';
import type { Sources } from '../mutants/apply.js';
import { type Bench, openBench } from '../mutants/bench.js';
import { createBundler } from '../mutants/bundle.js';
import { builtWorker, importEsbuild, referenceSources } from '../mutants/checkout.js';
import { type Hang, sendable } from '../mutants/messages.js';
import { referenceFails } from '../mutants/run-mutants.js';
import type { GeneratedMutant, Outcome } from './generated-mutant.js';
import { type Instrumented, importStryker, instrument } from './instrument.js';
import type { Told, ToWorker, WorkerStart } from './messages.js';
import { type Plan, planJobs } from './plan.js';

export interface RunMutationOptions {
  readonly kit: Kit;
  readonly mutation: Mutation;
  /** Mutants side by side, each in a thread of its own. */
  readonly jobs?: number;
  /** A case that takes longer, in ms, hangs. */
  readonly timeLimit?: number;
  readonly onProgress?: (done: number, total: number, judged: Judged) => void;
}

export interface Judged {
  readonly mutant: GeneratedMutant;
  readonly outcome: Outcome;
  /** How many cases come by it. */
  readonly cases: number;
}

export const MUTATION_DEFAULTS = { jobs: 2, timeLimit: 10_000 } as const;

/** The sources of the reference and every mutant of some of them. */
export interface Mutation extends Instrumented {
  /** As they are, all of them. */
  readonly originals: Sources;
}

/** The parts of the reference that hold the state machine and its requests. */
export const MUTATED = ['classic/', 'handlers/', 'runtime/'];

/**
 * Makes the mutants without running them.
 *
 * @param isMutated tells by paths below reference/ which files get mutants
 */
export async function prepareMutation(
  isMutated: (file: string) => boolean = (file) => MUTATED.some((part) => file.startsWith(part)),
  originals: Sources = referenceSources(),
): Promise<Mutation> {
  const chosen = new Map([...originals].filter(([file]) => isMutated(file)));
  return { originals, ...(await instrument(await importStryker(), chosen)) };
}

/**
 * Judges every mutant by the cases alone; results are in the order of the mutants. Throws
 * ReferenceFailsError and CheckoutNeededError.
 */
export async function runMutation(options: RunMutationOptions): Promise<Judged[]> {
  const { kit, mutation } = options;
  const { jobs, timeLimit } = { ...MUTATION_DEFAULTS, ...options };
  const start: WorkerStart = { kit: sendable(kit), bundle: await bundleOf(mutation) };
  const worker = builtWorker('mutation/worker');
  const benches = Array.from({ length: jobs }, () =>
    openBench<ToWorker, Told>({ worker, data: start, timeLimit }),
  );
  try {
    const plans = planJobs(mutation.mutants, kit.cases, await reach(benches));
    const judged = await judgeAll(benches, plans, options.onProgress);
    // A mutant that spoiled its thread for those after it would have passed for their killer.
    for (const bench of benches) await reach([bench]);
    return judged;
  } finally {
    await Promise.all(benches.map((bench) => bench.close()));
  }
}

async function bundleOf({ originals, sources }: Mutation) {
  const esbuild = await importEsbuild();
  try {
    const bundled = await createBundler(esbuild, originals)(sources);
    if (bundled.kind === 'built') return bundled.bundle;
    throw new Error(`the instrumented reference cannot be bundled: ${bundled.reason}`);
  } finally {
    await esbuild.stop();
  }
}

async function reach([bench]: readonly Bench<ToWorker, Told>[]) {
  const told = await bench?.judge({ kind: 'reach' });
  if (told?.kind === 'reach') return told.reach;
  if (told?.kind === 'unfit') throw referenceFails(told.result);
  throw new Error(`the cases have not come to an end: ${JSON.stringify(told)}`);
}

async function judgeAll(
  benches: readonly Bench<ToWorker, Told>[],
  plans: readonly Plan[],
  onProgress: RunMutationOptions['onProgress'],
): Promise<Judged[]> {
  const judged: Judged[] = [];
  const waiting = [...plans.entries()];
  let done = 0;
  const lane = async (bench: Bench<ToWorker, Told>) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, { mutant, job }] = next;
      const outcome = job === null ? UNREACHED : outcomeOf(await bench.judge(job));
      const one = { mutant, outcome, cases: job?.cases.length ?? 0 };
      judged[index] = one;
      onProgress?.(++done, plans.length, one);
    }
  };
  await Promise.all(benches.map(lane));
  return judged;
}

const UNREACHED: Outcome = { kind: 'unreached' };

function outcomeOf(told: Told | Hang): Outcome {
  if (told.kind !== 'reach' && told.kind !== 'unfit') return told;
  throw new Error('a thread has answered something else than it was asked');
}
