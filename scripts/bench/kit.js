// @ts-check
import { createReferenceAdapter } from '../../dist/src/adapter/reference/index.js';
import { certify } from '../../dist/src/certify.js';
import { explore } from '../../dist/src/explore/explore.js';
import { loadKit } from '../../dist/src/kit.js';
import { interleave } from './interleave.js';
import { alone } from './row.js';
import { spreadOf } from './statistics.js';

/** @import { Measured } from './benches.js' */

const MS_PER_S = 1000;
const RUNS = 500;
const STEPS = 50;
const STEPS_A_SECOND = 50_000;
/** They take seconds each. */
const ROUNDS = 5;

/**
 * Neither includes loading the kit, which `startup` does.
 * @param {number} rounds
 * @returns {Promise<Measured>}
 */
export async function measure(rounds) {
  const kit = loadKit();
  const adapter = createReferenceAdapter(kit.defaults);
  const implementation = await adapter.describe();
  const resultsASecond = async () => {
    const start = performance.now();
    const { results } = await certify(kit, adapter);
    return (MS_PER_S * results.length) / (performance.now() - start);
  };
  let seed = 0;
  const stepsASecond = async () => {
    const { steps, took } = await explore({
      adapter,
      implementation,
      configuration: kit.defaults,
      comparison: kit.comparison,
      seed: ++seed,
      runs: RUNS,
      steps: STEPS,
      jobs: 1,
      exact: true,
      kafkaFaults: false,
      realTime: { toleranceMs: 0, answerTimeoutMs: 0 },
      quirks: new Set(),
      maxFailures: 1,
      runToken: '',
    });
    return (MS_PER_S * steps) / took;
  };
  const measured = await interleave(
    { resultsASecond, stepsASecond },
    { rounds: Math.min(rounds, ROUNDS), warmUp: 1 },
  );
  return {
    rows: [
      alone('suite in process, a case at a version', '/s', measured.resultsASecond),
      {
        ...alone('explore in process, steps', '/s', measured.stepsASecond),
        goal: {
          text: `at least ${STEPS_A_SECOND}`,
          held: spreadOf(measured.stepsASecond).median >= STEPS_A_SECOND,
        },
      },
    ],
    skipped: null,
  };
}
