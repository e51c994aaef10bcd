import { InvalidArgumentError, Option } from 'commander';
import type { Shard } from '../suite/plan/shard.js';

/** More machines than anybody shares a run among; a slip is likelier. */
const MOST = 1000;

export function shardOption(): Option {
  return new Option(
    '--shard <i/n>',
    'only the part of it that falls to shard I of N; groupspec merge makes one report of all parts (docs/ci.md)',
  ).argParser(parseShard);
}

/** Throws InvalidArgumentError. */
function parseShard(text: string): Shard {
  const [, number, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const shard = { number: Number(number), of: Number(of) };
  if (of === undefined || shard.number > shard.of || shard.of > MOST) {
    throw new InvalidArgumentError(
      `a shard such as 1/4 is needed, from 1/N to N/N, N up to ${MOST}.`,
    );
  }
  return shard;
}
