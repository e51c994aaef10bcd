import { loadsInTurn, type Sequence } from '../sequence.js';
import { withoutRuns } from '../shrink.js';
import { higherVersions, simplerConfigurations } from '../simplify.js';

/** Whether a smaller sequence still does what the first one is kept for. */
export type StillReaches = (candidate: Sequence) => Promise<boolean>;

/**
 * Leaves out moves, settings and old versions that do not matter. What is left stays as rich as it
 * was drawn: a request with several protocols or assignments tells more implementations apart than
 * the plainest one that takes the same path.
 *
 * @param mostTries after so many candidates the search ends with what it has
 */
export async function minimise(
  sequence: Sequence,
  highest: Sequence['versions'],
  stillReaches: StillReaches,
  mostTries: number,
): Promise<Sequence> {
  let current = sequence;
  let tries = 0;
  const take = async (candidates: Iterable<Sequence>): Promise<boolean> => {
    for (const candidate of candidates) {
      if (tries >= mostTries) return false;
      if (!loadsInTurn(candidate.moves)) continue;
      tries++;
      if (!(await stillReaches(candidate))) continue;
      current = candidate;
      return true;
    }
    return false;
  };
  for (let size = Math.ceil(current.moves.length / 2); size >= 1; size = Math.floor(size / 2)) {
    while (await take(withoutRuns(current, size)));
  }
  while (await take(simplerConfigurations(current)));
  while (await take(higherVersions(current, highest)));
  while (await take(withoutRuns(current, 1)));
  return current;
}
