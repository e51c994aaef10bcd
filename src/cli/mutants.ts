import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadKit } from '../kit.js';
import { requireMutantTools } from '../mutants/checkout.js';
import { isKilled } from '../mutants/fate.js';
import { loadMutants } from '../mutants/load-mutants.js';
import type { Exploring } from '../mutants/messages.js';
import { mutantsJson, prettyMutants } from '../mutants/render.js';
import { MUTANT_DEFAULTS, runMutants } from '../mutants/run-mutants.js';
import { selectMutants } from '../mutants/select-mutants.js';
import { EXIT } from './exit-codes.js';
import { percentage, positiveInteger, usesColor } from './options.js';
import { print } from './output.js';
import { startProgress } from './progress.js';

interface MutantsOptions {
  readonly jobs: number;
  readonly verbose?: boolean;
  readonly explore?: boolean;
  readonly runs: number;
  readonly steps: number;
  readonly seed: number;
  readonly shrink?: boolean;
  readonly atLeast: number;
  readonly json?: boolean;
  readonly cases?: string;
  readonly mutants?: string;
  readonly color?: boolean;
}

export function addMutants(verb: Command, finish: (code: number) => void): void {
  verb
    .argument('[pattern...]', 'names, rules or families, e.g. pending_*, HB-03, HB')
    .option('-j, --jobs <n>', 'mutants side by side', positiveInteger, MUTANT_DEFAULTS.jobs)
    .option('-v, --verbose', 'which case killed each mutant, and how')
    .option('--explore', 'judge by playing made-up sequences instead of by the cases')
    .option('-r, --runs <n>', 'sequences a mutant, with --explore', positiveInteger, 2_000)
    .option('-s, --steps <n>', 'moves of a sequence, with --explore', positiveInteger, 50)
    .option('--seed <n>', 'of the sequences', positiveInteger, 1)
    .option('--shrink', 'make each counterexample as short as it can be')
    .option('--at-least <percent>', 'share of mutants that has to be killed', percentage, 100)
    .option('--json', 'for machines')
    .option('--cases <directory>', 'cases to use in place of the built-in ones')
    .option('--mutants <directory>', 'mutants to use in place of the built-in ones')
    .option('--no-color', 'plain text even on a terminal')
    .addHelpText(
      'after',
      `
Needs esbuild, which a checkout of groupspec has; beside an installed groupspec: npm install esbuild.

Exit code: 0 enough mutants were killed, 1 too many survived, 2 fault, 3 usage or a mutant that no longer
           fits the reference.`,
    )
    .action(async (patterns: string[], options: MutantsOptions) =>
      finish(await mutants(patterns, options)),
    );
}

async function mutants(patterns: readonly string[], options: MutantsOptions): Promise<number> {
  const started = performance.now();
  await requireMutantTools();
  const kit = loadKit(options.cases);
  const all = loadMutants({
    ruleIds: kit.known.ruleIds,
    ...(options.mutants === undefined ? {} : { directory: resolve(options.mutants) }),
  });
  const progress = startProgress('mutants: ');
  try {
    const judged = await runMutants({
      kit,
      mutants: selectMutants(all, patterns),
      jobs: options.jobs,
      ...(options.explore === true ? { exploring: exploringOf(options) } : {}),
      onProgress: (done, total, { fate }) =>
        progress.update(done, total, isKilled(fate) ? 'pass' : 'fail'),
    });
    progress.stop();
    const report = { judged, took: performance.now() - started };
    await print(
      options.json === true
        ? mutantsJson(report, kit.version)
        : prettyMutants(report, {
            color: usesColor(options),
            verbose: options.verbose === true,
          }),
    );
    const killed = judged.filter(({ fate }) => isKilled(fate)).length;
    return killed * 100 >= judged.length * options.atLeast ? EXIT.ok : EXIT.differs;
  } finally {
    progress.stop();
  }
}

function exploringOf({ runs, steps, seed, shrink }: MutantsOptions): Exploring {
  return { runs, steps, seed, shrink: shrink === true };
}
