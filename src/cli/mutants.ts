import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadKit } from '../kit.js';
import { requireCheckout } from '../mutants/checkout.js';
import { isKilled } from '../mutants/fate.js';
import { loadMutants } from '../mutants/load-mutants.js';
import { mutantsJson, prettyMutants } from '../mutants/render.js';
import { MUTANT_DEFAULTS, runMutants } from '../mutants/run-mutants.js';
import { selectMutants } from '../mutants/select-mutants.js';
import { EXIT } from './exit-codes.js';
import { positiveInteger, usesColor } from './options.js';
import { print } from './output.js';
import { startProgress } from './progress.js';

interface MutantsOptions {
  readonly jobs: number;
  readonly verbose?: boolean;
  readonly json?: boolean;
  readonly cases?: string;
  readonly mutants?: string;
  readonly color?: boolean;
}

export function addMutants(program: Command, finish: (code: number) => void): void {
  program
    .command('mutants')
    .argument('[pattern...]', 'names, rules or families, e.g. pending_*, HB-03, HB')
    .description('put known mistakes into the reference and see whether the cases notice')
    .option('-j, --jobs <n>', 'mutants side by side', positiveInteger, MUTANT_DEFAULTS.jobs)
    .option('-v, --verbose', 'which case killed each mutant, and how')
    .option('--json', 'for machines')
    .option('--cases <directory>', 'cases to use in place of the built-in ones')
    .option('--mutants <directory>', 'mutants to use in place of the built-in ones')
    .option('--no-color', 'plain text even on a terminal')
    .addHelpText(
      'after',
      `
Needs a checkout of groupspec with its development dependencies, built (npm run mutants builds).

Exit code: 0 every mutant was killed, 1 some survived, 2 fault, 3 usage or a mutant that no longer
           fits the reference.`,
    )
    .action(async (patterns: string[], options: MutantsOptions) =>
      finish(await mutants(patterns, options)),
    );
}

async function mutants(patterns: readonly string[], options: MutantsOptions): Promise<number> {
  const started = performance.now();
  await requireCheckout();
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
    return judged.every(({ fate }) => isKilled(fate)) ? EXIT.ok : EXIT.differs;
  } finally {
    progress.stop();
  }
}
