// @ts-check
import { createReferenceAdapter } from '../../dist/src/adapter/reference/index.js';
import { certify } from '../../dist/src/certify.js';
import { loadKit } from '../../dist/src/kit.js';
import { interleave } from './interleave.js';
import { alone } from './row.js';

/** @import { Measured } from './benches.js' */

const MS_PER_S = 1000;
/** They take seconds each. */
const ROUNDS = 5;

/**
 * Without loading the kit, which `startup` does.
 * @param {number} rounds
 * @returns {Promise<Measured>}
 */
export async function measure(rounds) {
  const kit = loadKit();
  const adapter = createReferenceAdapter(kit.defaults);
  const resultsASecond = async () => {
    const start = performance.now();
    const { results } = await certify(kit, adapter);
    return (MS_PER_S * results.length) / (performance.now() - start);
  };
  const measured = await interleave(
    { resultsASecond },
    { rounds: Math.min(rounds, ROUNDS), warmUp: 1 },
  );
  return {
    rows: [alone('suite in process, a case at a version', '/s', measured.resultsASecond)],
    skipped: null,
  };
}
