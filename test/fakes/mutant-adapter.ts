import type { Adapter } from '../../src/adapter/adapter.js';
import type { Kit } from '../../src/kit.js';
import { applyMutant } from '../../src/mutants/apply.js';
import { createBundler } from '../../src/mutants/bundle.js';
import { importEsbuild, referenceSources } from '../../src/mutants/checkout.js';
import { compileBundle, loadModules } from '../../src/mutants/evaluate.js';
import { loadMutants } from '../../src/mutants/load-mutants.js';

/** The reference with one of the named mistakes of mutants/. */
export async function mutantAdapter(name: string, kit: Kit): Promise<Adapter> {
  const mutant = loadMutants({ ruleIds: kit.known.ruleIds }).find((one) => one.name === name);
  if (mutant === undefined) throw new Error(`there is no mutant ${name}`);
  const sources = referenceSources();
  const applied = applyMutant(sources, mutant);
  if (applied.kind === 'stale') throw new Error(`${name} does not fit`);
  const bundled = await createBundler(await importEsbuild(), sources)(applied.files);
  if (bundled.kind === 'refused') throw new Error(bundled.reason);
  await loadModules(bundled.bundle);
  return compileBundle(bundled.bundle)().createReferenceAdapter(kit.defaults);
}
