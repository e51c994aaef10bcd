import type { JudgedDeviations } from '../deviations/judge-deviations.js';
import { formatShard } from '../suite/plan/shard.js';
import {
  emptinessOf,
  judgedAgain,
  type Report,
  type ReportedResult,
  type ShardedDeviations,
  type Timing,
  timingOf,
} from './report.js';
import {
  type Part,
  problemOf,
  refuse,
  requireAlike,
  type ShardPart,
  shardsOfOne,
} from './shards-of-one.js';

/**
 * Holds results against known deviations.
 *
 * @param whole whether every case has all its results
 */
export type Judge = (
  known: ShardedDeviations,
  results: readonly ReportedResult[],
  whole: boolean,
) => JudgedDeviations;

/**
 * What the run would have reported that was not shared out, but for its times: that of the whole is
 * that of the shard which took longest. Throws InvalidDataError unless the parts are all the shards
 * of one run.
 */
export function mergeReports(parts: readonly Part<Report>[], judge: Judge): Report {
  const shards = shardsOfOne(parts, ({ kitVersion, spec, casesDigest, profile, exact, seed }) => {
    return { kitVersion, spec, casesDigest, profile, exact, seed };
  });
  // A shard that has not reached the implementation knows nothing of it.
  const knowing = shards.filter(({ report }) => report.implementation !== null);
  requireAlike(knowing, ({ implementation }) => ({ implementation }));
  requireOneSplit(knowing);
  const [base] = knowing.length > 0 ? knowing : shards;
  if (base === undefined) throw new Error('there is nothing to merge');
  const results = shards
    .flatMap(({ report }) => report.results)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const interrupted = shards.some(({ report }) => report.interrupted);
  const whole = { ...base.report, shard: null, results, interrupted };
  const fault = faultOf(shards) ?? emptinessOf(results, whole);
  const merged = { ...whole, deviations: null, timing: timingOfAll(shards, results), fault };
  const known = knownDeviations(knowing);
  const isWhole = !interrupted && shards.length === knowing.length;
  return judgedAgain(merged, known === null ? null : judge(known, results, isWhole));
}

/** Throws InvalidDataError unless all have shared out the same, and know of the same deviations. */
function requireOneSplit([first, ...others]: readonly ShardPart<Report>[]): void {
  if (first === undefined) return;
  const { split, deviations } = first.report.shard ?? {};
  const otherwise = others.filter(({ report }) => report.shard?.split !== split);
  refuse(
    otherwise.map(({ file }) =>
      problemOf(
        file,
        `has not shared out what ${first.file} has: every shard takes the same patterns and options`,
      ),
    ),
  );
  const knowing = others.filter(
    ({ report }) => report.shard?.deviations?.text !== deviations?.text,
  );
  refuse(
    knowing.map(({ file }) =>
      problemOf(file, `was held against other known deviations than ${first.file}`),
    ),
  );
}

/** What all say alike is said once. */
function faultOf(shards: readonly ShardPart<Report>[]): string | null {
  const faults = shards.map(({ report }) => report.fault);
  if (new Set(faults).size === 1) return faults[0] ?? null;
  return shards
    .filter(({ report }) => report.fault !== null)
    .map(({ report, shard }) => `shard ${formatShard(shard)}: ${report.fault}`)
    .join('; ');
}

function timingOfAll(
  shards: readonly ShardPart<Report>[],
  results: readonly ReportedResult[],
): Timing | null {
  const times = shards.flatMap(({ report }) => report.timing?.wallMs ?? []);
  return times.length === 0 ? null : timingOf(Math.max(...times), results);
}

/** By the last day on which any of them was judged. */
function knownDeviations(shards: readonly ShardPart<Report>[]): ShardedDeviations | null {
  const all = shards.flatMap(({ report }) => report.shard?.deviations ?? []);
  return all.toSorted((a, b) => (a.today < b.today ? 1 : -1))[0] ?? null;
}
