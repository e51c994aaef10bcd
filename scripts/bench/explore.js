// @ts-check
import { createReferenceAdapter } from '../../dist/src/adapter/reference/index.js';
import { expectShortLives } from '../../dist/src/cli/short-lives.js';
import { explore } from '../../dist/src/explore/explore.js';
import { loadKitSpec } from '../../dist/src/kit.js';
import { interleave } from './interleave.js';
import { alone, growth } from './row.js';

/** @import { Measured } from './benches.js' */
/** @import { Row } from './row.js' */

const MS_PER_S = 1000;
/** Of one measurement, in runs of whatever length. */
const STEPS = 50_000;
const STEPS_A_SECOND = 50_000;
/** They take a second each. */
const ROUNDS = 7;
/** The compiler goes on improving for the first quarter of a million steps. */
const WARM_UP = 3;

/**
 * The reference against itself, as `groupspec explore` does it, but for what that loads first.
 * @param {number} rounds
 * @returns {Promise<Measured>}
 */
export async function measure(rounds) {
  expectShortLives();
  const kit = loadKitSpec();
  const adapter = createReferenceAdapter(kit.defaults);
  const implementation = await adapter.describe();
  let seed = 0;
  /** @param {number} length */
  const stepsASecond = (length) => async () => {
    const { steps, took } = await explore({
      adapter,
      implementation,
      configuration: kit.defaults,
      comparison: kit.comparison,
      seed: ++seed,
      runs: STEPS / length,
      steps: length,
      jobs: 1,
      exact: true,
      realTime: { toleranceMs: 0, answerTimeoutMs: 0 },
      quirks: new Set(),
      runToken: '',
    });
    return (MS_PER_S * steps) / took;
  };
  const sides = { of20: stepsASecond(20), of50: stepsASecond(50), of2000: stepsASecond(2000) };
  const measured = await interleave(sides, { rounds: Math.min(rounds, ROUNDS), warmUp: WARM_UP });
  return {
    rows: [
      rateOf('explorations of 20 steps a run', measured.of20),
      rateOf('of 50 steps a run', measured.of50),
      rateOf('of 2000 steps a run', measured.of2000),
      growth(
        'a step of 2000-step runs, in those of 20',
        measured.of20.map(costOf),
        measured.of2000.map(costOf),
      ),
    ],
    skipped: null,
  };
}

/** @param {number} rate in steps a second */
function costOf(rate) {
  return 1 / rate;
}

/**
 * @param {string} what
 * @param {readonly number[]} rates in steps a second
 * @returns {Row}
 */
function rateOf(what, rates) {
  const row = alone(what, 'steps/s', rates);
  const held = row.ours.median >= STEPS_A_SECOND;
  return { ...row, goal: { text: `at least ${STEPS_A_SECOND}`, held } };
}
