import type { Shard } from '../suite/plan/shard.js';

/** Runs after which what has been reached decides what comes next. */
const ROUND = 64;

/**
 * Runs that learn from each other. Blocks know nothing of each other, so that each can be played
 * anywhere, and the same runs are made however many machines share them. Shorter ones would reach
 * less: every block begins with what is common.
 */
export const BLOCK = 8 * ROUND;

export interface Block {
  /** Number of its first run, from 0. */
  readonly first: number;
  readonly runs: number;
}

/** All blocks of so many runs, or those that fall to one shard: every so manieth. */
export function blocksOf(runs: number, shard: Shard = { number: 1, of: 1 }): Block[] {
  const blocks: Block[] = [];
  for (let index = shard.number - 1; index * BLOCK < runs; index += shard.of) {
    const first = index * BLOCK;
    blocks.push({ first, runs: Math.min(BLOCK, runs - first) });
  }
  return blocks;
}

export function roundsOf({ first, runs }: Block): Block[] {
  return Array.from({ length: Math.ceil(runs / ROUND) }, (_, index) => ({
    first: first + index * ROUND,
    runs: Math.min(ROUND, runs - index * ROUND),
  }));
}
