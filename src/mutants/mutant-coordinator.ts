import type { createCoordinator } from '../adapter/reference/index.js';
import { InvalidDataError } from '../spec/problem.js';
import { applyMutant } from './apply.js';
import { createBundler } from './bundle.js';
import { importEsbuild, referenceSources } from './checkout.js';
import { compileBundle, loadModules } from './evaluate.js';
import { type Mutant, problemOf } from './mutant.js';

/**
 * The coordinator with the mutant's mistake in it. Throws InvalidDataError for a mutant that does
 * not fit the reference, and CheckoutNeededError.
 */
export async function mutantCoordinator(mutant: Mutant): Promise<typeof createCoordinator> {
  const esbuild = await importEsbuild();
  try {
    const sources = referenceSources();
    const applied = applyMutant(sources, mutant);
    if (applied.kind === 'stale') throw new InvalidDataError(applied.problems);
    const bundled = await createBundler(esbuild, sources)(applied.files);
    if (bundled.kind === 'refused') {
      throw new InvalidDataError([problemOf(mutant, mutant.place, bundled.reason)]);
    }
    await loadModules(bundled.bundle);
    return compileBundle(bundled.bundle)().createCoordinator;
  } finally {
    await esbuild.stop();
  }
}
