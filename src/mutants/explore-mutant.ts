import type { Adapter } from '../adapter/adapter.js';
import { AdapterError } from '../adapter/adapter.js';
import type { CertifyKit } from '../certify.js';
import { explore } from '../explore/explore.js';
import { tell } from '../explore/story.js';
import { type Fate, isMistyped } from './fate.js';
import type { Exploring } from './messages.js';

/** In process nothing is ever late. */
const NO_REAL_TIME = { toleranceMs: 0, answerTimeoutMs: 0 };

/**
 * Plays sequences on the mutant beside the reference until they diverge.
 *
 * @param onRun told of each run just before it begins
 */
export async function exploreMutant(
  kit: CertifyKit,
  adapter: Adapter,
  rules: readonly string[],
  { runs, steps, seed, shrink }: Exploring,
  onRun: (name: string) => void,
): Promise<Fate> {
  onRun('run 1');
  try {
    const exploration = await explore({
      adapter,
      implementation: await adapter.describe(),
      configuration: kit.defaults,
      comparison: kit.comparison,
      seed,
      runs,
      steps,
      jobs: 1,
      exact: true,
      realTime: NO_REAL_TIME,
      quirks: new Set(),
      maxFailures: 1,
      runToken: '',
      ...(shrink ? {} : { shrinkLimitMs: 0 }),
      onProgress: (progress) => onRun(`run ${progress.runs + 1}`),
    });
    const [failure] = exploration.failures;
    if (failure === undefined) return { kind: 'survived' };
    const { divergence } = failure;
    if (divergence.kind === 'crash' && isMistyped(divergence.reason)) {
      return { kind: 'broken', reason: divergence.reason };
    }
    const { summary, steps: told } = tell(failure);
    return {
      kind: 'failed',
      result: `run ${failure.run}`,
      cites: failure.rules.some((id) => rules.includes(id)),
      step: told.at(-1)?.text ?? '',
      summary,
      counterexample: { steps: failure.steps.length, token: failure.token },
    };
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    return { kind: 'crashed', result: 'a run', reason: error.message };
  }
}
