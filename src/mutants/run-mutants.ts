import type { Kit } from '../kit.js';
import { Fault } from '../spec/fault.js';
import { InvalidDataError, type Problem } from '../spec/problem.js';
import { applyMutant, type Sources } from './apply.js';
import { type Bench, openBench } from './bench.js';
import { type Bundle, type Bundler, createBundler } from './bundle.js';
import { builtWorker, importEsbuild, referenceSources } from './checkout.js';
import { type Fate, placeOf } from './fate.js';
import { type Exploring, sendable, type ToWorker } from './messages.js';
import { type Mutant, problemOf } from './mutant.js';

export interface RunMutantsOptions {
  readonly kit: Kit;
  readonly mutants: readonly Mutant[];
  /** Mutants side by side, each in a thread of its own. */
  readonly jobs?: number;
  /** A case that takes longer, in ms, hangs. */
  readonly timeLimit?: number;
  /** Absent: the cases judge. */
  readonly exploring?: Exploring;
  readonly onProgress?: (done: number, total: number, judged: Judged) => void;
}

export interface Judged {
  readonly mutant: Mutant;
  readonly fate: Fate;
}

export const MUTANT_DEFAULTS = { jobs: 2, timeLimit: 5_000 } as const;

/** The unchanged reference does not pass, so a failing case says nothing about a mutant. */
export class ReferenceFailsError extends Fault {}

/** @param at the result or case */
export function referenceFails(at: string): ReferenceFailsError {
  return new ReferenceFailsError(
    `the reference itself does not pass ${at}: make groupspec certify pass first, and dist/ up to date (npm run build)`,
  );
}

/**
 * Makes every mutant and judges it by the cases alone, or by exploring alone; results are in the order of `mutants`.
 * Throws InvalidDataError with every mutant that does not fit the reference or is no program,
 * ReferenceFailsError, and CheckoutNeededError.
 */
export async function runMutants(options: RunMutantsOptions): Promise<Judged[]> {
  const { mutants } = options;
  const { jobs, timeLimit } = { ...MUTANT_DEFAULTS, ...options };
  const esbuild = await importEsbuild();
  const sources = referenceSources();
  const benchOptions = {
    worker: builtWorker(),
    data: sendable(options.kit),
    timeLimit,
  };
  const bundler = createBundler(esbuild, sources);
  const benches = Array.from({ length: Math.min(jobs, mutants.length) }, () =>
    openBench<ToWorker, Fate>(benchOptions),
  );
  try {
    const reference = await bundleReference(bundler);
    const made = await makeAll(bundler, sources, reference, mutants);
    const judged = await judgeAll(benches, reference, made, options);
    const broken = judged.flatMap(({ mutant, fate }) =>
      fate.kind === 'broken' ? [problemOf(mutant, mutant.place, fate.reason)] : [],
    );
    if (broken.length > 0) throw new InvalidDataError(broken);
    return judged;
  } finally {
    await Promise.all(benches.map((bench) => bench.close()));
    await esbuild.stop();
  }
}

interface Made {
  readonly mutant: Mutant;
  readonly bundle: Bundle;
}

async function bundleReference(bundler: Bundler): Promise<Bundle> {
  const bundled = await bundler(new Map());
  if (bundled.kind === 'built') return bundled.bundle;
  throw new Error(`the reference cannot be bundled: ${bundled.reason}`);
}

async function makeAll(
  bundler: Bundler,
  sources: Sources,
  reference: Bundle,
  mutants: readonly Mutant[],
): Promise<Made[]> {
  const made = await Promise.all(
    mutants.map((mutant) => make(bundler, sources, reference, mutant)),
  );
  const problems = made.flatMap((one) => ('bundle' in one ? [] : one));
  if (problems.length > 0) throw new InvalidDataError(problems);
  return made.flatMap((one) => ('bundle' in one ? [one] : []));
}

async function make(
  bundler: Bundler,
  sources: Sources,
  reference: Bundle,
  mutant: Mutant,
): Promise<Made | readonly Problem[]> {
  const applied = applyMutant(sources, mutant);
  if (applied.kind === 'stale') return applied.problems;
  const complain = (sentence: string) => [problemOf(mutant, mutant.place, sentence)];
  const bundled = await bundler(applied.files);
  if (bundled.kind === 'refused') return complain(`does not compile: ${bundled.reason}`);
  if (bundled.bundle.code === reference.code) {
    return complain('changes nothing but comments, types or layout');
  }
  return { mutant, bundle: bundled.bundle };
}

/** The unchanged reference goes first, beside the first mutants. */
async function judgeAll(
  benches: readonly Bench<ToWorker, Fate>[],
  reference: Bundle,
  made: readonly Made[],
  options: RunMutantsOptions,
): Promise<Judged[]> {
  const { onProgress } = options;
  const exploring = options.exploring ?? null;
  const judged: Judged[] = [];
  const waiting = [...made.entries()];
  let done = 0;
  const lane = async (bench: Bench<ToWorker, Fate>, first: boolean) => {
    if (first) requirePassing(await bench.judge({ bundle: reference, rules: [], exploring }));
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, { mutant, bundle }] = next;
      const one = { mutant, fate: await bench.judge({ bundle, rules: mutant.rules, exploring }) };
      judged[index] = one;
      onProgress?.(++done, made.length, one);
    }
  };
  await Promise.all(benches.map((bench, index) => lane(bench, index === 0)));
  return judged;
}

function requirePassing(fate: Fate): void {
  if (fate.kind !== 'survived') throw referenceFails(placeOf(fate));
}
