import { type Part, shardsOfOne } from '../report/shards-of-one.js';
import { type ExplorationReport, reportStretches } from './report.js';

/**
 * What the exploration would have reported that was not shared out. Throws InvalidDataError unless
 * the parts are all the shards of one exploration.
 */
export function mergeExplorations(
  parts: readonly Part<ExplorationReport>[],
  expectedRules: readonly string[],
): ExplorationReport {
  const shards = shardsOfOne(parts, circumstancesOf);
  const [first] = shards;
  if (first === undefined) throw new Error('there is nothing to merge');
  return reportStretches(
    shards.flatMap(({ report }) => report.shard?.stretches ?? []),
    {
      ...circumstancesOf(first.report),
      interrupted: shards.some(({ report }) => report.interrupted),
      expectedRules,
    },
  );
}

function circumstancesOf({
  kitVersion,
  spec,
  implementation,
  seed,
  exact,
  asked,
}: ExplorationReport) {
  return { kitVersion, spec, implementation, seed, exact, asked };
}
