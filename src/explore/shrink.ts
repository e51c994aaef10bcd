import { loadsInTurn, type Move, type Sequence } from './sequence.js';
import { simplerSequences } from './simplify.js';

/** Whether a shorter or simpler sequence still shows what the first one did. */
export type StillShows = (candidate: Sequence) => Promise<boolean>;

export interface ShrinkOptions {
  /** Version of each API that counts as the simplest one. */
  readonly highest?: Sequence['versions'];
  /** Asked before every try; true ends the search with what has been found so far. */
  readonly isOver?: () => boolean;
  /** How many tries may run at once where each takes real time. */
  readonly sideBySide?: number;
}

/**
 * The smallest sequence found that still shows the same: no single move can be left out of it, and
 * no single part of a move be made simpler. Candidates are tried in a fixed order, so the outcome
 * only depends on what the subject does.
 */
export async function shrink(
  sequence: Sequence,
  stillShows: StillShows,
  options: ShrinkOptions = {},
): Promise<Sequence> {
  let current = sequence;
  for (;;) {
    const before = current;
    current = await dropMoves(current, stillShows, options);
    current = await simplify(current, stillShows, options);
    if (current === before || options.isOver?.() === true) return current;
  }
}

/** Leaves out ever smaller runs of moves, the later ones first, down to single ones. */
async function dropMoves(
  sequence: Sequence,
  stillShows: StillShows,
  options: ShrinkOptions,
): Promise<Sequence> {
  let current = sequence;
  for (let size = Math.ceil(current.moves.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (;;) {
      const shorter = await firstThatShows(withoutRuns(current, size), stillShows, options);
      if (shorter === null) break;
      current = shorter;
    }
  }
  return current;
}

/** Later moves first, as they depend on earlier ones; the last one is what it is about. */
export function* withoutRuns(sequence: Sequence, size: number): Generator<Sequence> {
  const { moves } = sequence;
  for (let start = moves.length - 1 - size; start > -size; start--) {
    const from = Math.max(start, 0);
    const rest: Move[] = [...moves.slice(0, from), ...moves.slice(start + size)];
    if (rest.length < moves.length && rest.length > 0) yield { ...sequence, moves: rest };
  }
}

async function simplify(
  sequence: Sequence,
  stillShows: StillShows,
  options: ShrinkOptions,
): Promise<Sequence> {
  let current = sequence;
  for (;;) {
    const simpler = await firstThatShows(
      simplerSequences(current, options.highest),
      stillShows,
      options,
    );
    if (simpler === null) return current;
    current = simpler;
  }
}

/** The first candidate in their order that still shows it; null if none does. */
async function firstThatShows(
  candidates: Iterable<Sequence>,
  stillShows: StillShows,
  { isOver = () => false, sideBySide = 1 }: ShrinkOptions,
): Promise<Sequence | null> {
  const iterator = candidates[Symbol.iterator]();
  while (!isOver()) {
    const batch: Sequence[] = [];
    while (batch.length < sideBySide) {
      const next = iterator.next();
      if (next.done === true) break;
      if (loadsInTurn(next.value.moves)) batch.push(next.value);
    }
    if (batch.length === 0) return null;
    const shown = await Promise.all(batch.map(stillShows));
    const found = batch.find((_candidate, index) => shown[index]);
    if (found !== undefined) return found;
  }
  return null;
}
