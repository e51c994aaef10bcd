import type { Command } from 'commander';
import { loadKit } from '../kit.js';
import { requireCheckout, requireMutantTools } from '../mutants/checkout.js';
import { isDetected } from '../mutation/generated-mutant.js';
import { mutationJson, prettyMutation } from '../mutation/render.js';
import {
  MUTATED,
  MUTATION_DEFAULTS,
  prepareMutation,
  runMutation,
} from '../mutation/run-mutation.js';
import { LEAST_SCORE, scoreOf, unexplained } from '../mutation/score.js';
import { loadSurvivors, matchSurvivors, staleSurvivors } from '../mutation/survivors.js';
import { InvalidDataError } from '../spec/problem.js';
import { EXIT, UsageError } from './exit-codes.js';
import { positiveInteger, usesColor } from './options.js';
import { print } from './output.js';
import { startProgress } from './progress.js';

interface MutationOptions {
  readonly jobs: number;
  readonly verbose?: boolean;
  readonly json?: boolean;
  readonly cases?: string;
  readonly survivors?: string;
  readonly color?: boolean;
}

export function addMutation(verb: Command, finish: (code: number) => void): void {
  verb
    .argument('[path...]', `where below reference/ to make mutants (default: ${MUTATED.join(' ')})`)
    .option('-j, --jobs <n>', 'mutants side by side', positiveInteger, MUTATION_DEFAULTS.jobs)
    .option('-v, --verbose', 'what detected each mutant')
    .option('--json', 'for machines')
    .option('--cases <directory>', 'cases to use in place of the built-in ones')
    .option('--survivors <file>', 'use in place of mutants/survivors.yaml')
    .option('--no-color', 'plain text even on a terminal')
    .addHelpText(
      'after',
      `
Takes minutes. Needs a checkout of groupspec with its development dependencies, built
(npm run mutation builds). Files that mutants/survivors.yaml calls unseen get mutants only where
a path is given.

Exit code: 0 every survivor is listed with its reason, and the score of all files together is at
           least ${LEAST_SCORE} %, 1 not so, 2 fault, 3 usage or a listed survivor that is detected or not
           there any more.`,
    )
    .action(async (paths: string[], options: MutationOptions) =>
      finish(await mutation(paths, options)),
    );
}

async function mutation(paths: readonly string[], options: MutationOptions): Promise<number> {
  const started = performance.now();
  requireCheckout('groupspec mutation');
  await requireMutantTools();
  const kit = loadKit(options.cases);
  const excused = loadSurvivors(options.survivors);
  const parts = paths.length === 0 ? MUTATED : paths;
  const leftAside = paths.length === 0 ? excused.unseen : [];
  const isMeant = (file: string) =>
    parts.some((part) => file.startsWith(part)) && !leftAside.some((one) => one.file === file);
  const prepared = await prepareMutation(isMeant);
  if (prepared.sources.size === 0) {
    const files = [...prepared.originals.keys()];
    throw new UsageError(
      `nothing below reference/ begins with ${parts.join(', ')}; there are ${files.join(', ')}`,
    );
  }
  const listed = matchSurvivors(excused, prepared);
  const progress = startProgress('mutation: ');
  try {
    const judged = await runMutation({
      kit,
      mutation: prepared,
      jobs: options.jobs,
      onProgress: (done, total, { outcome }) =>
        progress.update(done, total, isDetected(outcome) ? 'pass' : 'fail'),
    });
    progress.stop();
    const least = paths.length === 0 ? LEAST_SCORE : 0;
    const report = { judged, listed, leftAside, least, took: performance.now() - started };
    await print(
      options.json === true
        ? mutationJson(report, kit.version)
        : prettyMutation(report, {
            color: usesColor(options),
            verbose: options.verbose === true,
          }),
    );
    const stale = staleSurvivors(judged, listed);
    if (stale.length > 0) throw new InvalidDataError(stale);
    const { score } = scoreOf(judged, listed);
    const good = unexplained(judged, listed).length === 0 && score >= least;
    return good ? EXIT.ok : EXIT.differs;
  } finally {
    progress.stop();
  }
}
