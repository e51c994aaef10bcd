import type { Move, Sequence } from '../sequence.js';

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
  while (await take(plainer(current, highest)));
  while (await take(withoutRuns(current, 1)));
  return current;
}

/** Later moves first, as they depend on earlier ones; the last one is what it is about. */
function* withoutRuns(sequence: Sequence, size: number): Generator<Sequence> {
  const { moves } = sequence;
  for (let start = moves.length - 1 - size; start > -size; start--) {
    const rest: Move[] = [...moves.slice(0, Math.max(start, 0)), ...moves.slice(start + size)];
    if (rest.length > 0 && rest.length < moves.length) yield { ...sequence, moves: rest };
  }
}

function* plainer(sequence: Sequence, highest: Sequence['versions']): Generator<Sequence> {
  for (const name of Object.keys(sequence.configuration)) {
    const { [name]: _left, ...configuration } = sequence.configuration;
    yield { ...sequence, configuration };
  }
  for (const [api, version] of Object.entries(highest)) {
    if (sequence.versions[api as keyof Sequence['versions']] === version) continue;
    yield { ...sequence, versions: { ...sequence.versions, [api]: version } };
  }
}
