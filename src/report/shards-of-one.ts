import { InvalidDataError, type Problem } from '../spec/problem.js';
import { formatShard, type Shard } from '../suite/plan/shard.js';
import { differencesBetween } from './differences.js';

/** A report, and the file that it was read from. */
export interface Part<Content> {
  readonly file: string;
  readonly report: Content;
}

/** A report that has its place among others. */
export type ShardPart<Content> = Part<Content> & { readonly shard: Shard };

/**
 * The same parts, by their numbers. Throws InvalidDataError unless they are all the shards of one
 * run, each of them once.
 *
 * @param circumstances what has to be the same in all of them
 */
export function shardsOfOne<Content extends { readonly shard: Shard | null }>(
  parts: readonly Part<Content>[],
  circumstances: (report: Content) => object,
): ShardPart<Content>[] {
  const wholes = parts.filter(({ report }) => report.shard === null);
  refuse(wholes.map(({ file }) => problemOf(file, 'is of a whole run, not of a shard')));
  const shards = parts.flatMap(({ file, report }) =>
    report.shard === null ? [] : [{ file, report, shard: report.shard }],
  );
  const [first, ...others] = shards;
  if (first === undefined) return [];
  refuse(others.filter(({ shard }) => shard.of !== first.shard.of).map(otherNumber(first)));
  requireAlike(shards, circumstances);
  refuse([...doubled(shards), ...missing(first, shards)]);
  return shards.toSorted((a, b) => a.shard.number - b.shard.number);
}

/** Throws InvalidDataError unless this is the same in all of them. */
export function requireAlike<Content>(
  [first, ...others]: readonly Part<Content>[],
  circumstances: (report: Content) => object,
): void {
  if (first === undefined) return;
  const wanted = circumstances(first.report);
  refuse(
    others.flatMap(({ file, report }) =>
      differencesBetween(wanted, circumstances(report)).map(({ path, left, right }) =>
        problemOf(file, `is of another run: ${path} is ${right}; in ${first.file} it is ${left}`),
      ),
    ),
  );
}

/** Throws InvalidDataError if there is any. */
export function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new InvalidDataError(problems);
}

export function problemOf(file: string, message: string): Problem {
  return { file, line: 1, column: 1, message };
}

type AnyShard = ShardPart<unknown>;

function otherNumber(first: AnyShard): (other: AnyShard) => Problem {
  return ({ file, shard }) =>
    problemOf(file, `is shard ${formatShard(shard)}; ${first.file} is ${formatShard(first.shard)}`);
}

function doubled(shards: readonly AnyShard[]): Problem[] {
  return shards.flatMap(({ file, shard }, index) => {
    const same = shards.findIndex((other) => other.shard.number === shard.number);
    if (same === index) return [];
    return [problemOf(file, `is shard ${formatShard(shard)}, as is ${shards[same]?.file}`)];
  });
}

function missing({ file, shard: { of } }: AnyShard, shards: readonly AnyShard[]): Problem[] {
  const there = new Set(shards.map(({ shard }) => shard.number));
  const absent = Array.from({ length: of }, (_, index) => index + 1).filter(
    (number) => !there.has(number),
  );
  if (absent.length === 0) return [];
  const names = absent.map((number) => formatShard({ number, of })).join(', ');
  return [problemOf(file, `is one of ${of} shards, of which these are missing: ${names}`)];
}
