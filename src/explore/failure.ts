import { ImplementationGoneError } from '../adapter/adapter.js';
import { REFERENCE_APIS } from '../adapter/reference/index.js';
import type { ExploreOptions } from './explore.js';
import type { KnownFault } from './known-faults.js';
import type { Divergence } from './lock-step/divergence.js';
import type { Step } from './lock-step/lock-step.js';
import { TooLateError } from './lock-step/real-time.js';
import { type Ground, type Names, type Played, replay } from './run.js';
import type { Sequence } from './sequence.js';
import { shrink } from './shrink.js';
import { encodeToken } from './token.js';

/** A counterexample, made as short as could be. */
export interface Failure {
  readonly divergence: Divergence;
  /** All steps of the short sequence; the last one diverges. */
  readonly steps: readonly Step[];
  readonly names: Names;
  readonly sequence: Sequence;
  /** In which run it was found, from 1; null if none was made up. */
  readonly run: number | null;
  /** Moves that it took to find it. */
  readonly foundAfter: number;
  /** Rules that the reference followed in the step that diverges. */
  readonly rules: readonly string[];
  /** Replays the short sequence. */
  readonly token: string;
  /** Replays the sequence in which it was found. */
  readonly originalToken: string;
}

/** What a run that diverged turns out to be. */
export type Finding = { readonly kind: 'failure'; readonly failure: Failure } | Excuse;

/** Why a divergence is only counted. */
export type Excuse =
  /** The rule lets implementations differ here. */
  | { readonly kind: 'quirk'; readonly rule: string }
  | { readonly kind: 'fault'; readonly fault: KnownFault };

/** Null for a divergence that nothing excuses. */
export function excuseOf(
  { steps, knownFault }: Played,
  { exact, quirks }: Pick<ExploreOptions, 'exact' | 'quirks'>,
): Excuse | null {
  if (knownFault !== null) return { kind: 'fault', fault: knownFault };
  const quirk = exact ? undefined : steps.at(-1)?.rules.find((rule) => quirks.has(rule));
  return quirk === undefined ? null : { kind: 'quirk', rule: quirk };
}

/** Shorter sequences that are tried at once where each takes real time. */
const SIDE_BY_SIDE = 16;

/** Shrinking in real time ends after this, in ms, unless told otherwise. */
const REAL_SHRINK_LIMIT = 60_000;

/** Throws AdapterError. */
export async function investigate(
  ground: Ground,
  played: Played,
  run: number,
  options: Pick<ExploreOptions, 'exact' | 'quirks' | 'shrinkLimitMs' | 'signal'>,
): Promise<Finding> {
  const last = played.steps.at(-1);
  if (last === undefined || last.divergence === null) throw new Error('nothing has diverged');
  const excuse = excuseOf(played, options);
  if (excuse !== null) return excuse;
  const inRealTime = ground.implementation.clock === 'real';
  const sought = signatureOf(last.divergence);
  let replays = 0;
  const again = async (sequence: Sequence): Promise<Played | null> => {
    try {
      return await replay(ground, sequence, `s${replays++}`);
    } catch (error) {
      // One that its counterexample has brought down shows it no more.
      if (error instanceof TooLateError || error instanceof ImplementationGoneError) return null;
      throw error;
    }
  };
  const shows = async (sequence: Sequence) => {
    const candidate = await again(sequence);
    const divergence = candidate?.steps.at(-1)?.divergence;
    if (candidate == null || divergence == null) return false;
    return excuseOf(candidate, options) === null && signatureOf(divergence) === sought;
  };
  const limit = options.shrinkLimitMs ?? (inRealTime ? REAL_SHRINK_LIMIT : Infinity);
  const startedAt = performance.now();
  const short = await shrink(played.sequence, shows, {
    isOver: () => options.signal?.aborted === true || performance.now() - startedAt > limit,
    sideBySide: inRealTime ? SIDE_BY_SIDE : 1,
    highest: highestVersions(ground),
  });
  const shown = await again(short);
  // A subject may change its mind: then the long sequence has to do.
  const failure =
    (shown === null
      ? null
      : failureOf({ ...shown, sequence: withMoves(short, shown) }, played.steps.length)) ??
    failureOf(played, played.steps.length);
  if (failure === null) throw new Error('nothing has diverged');
  const originalToken = encodeToken(played.sequence);
  return { kind: 'failure', failure: { ...failure, run, originalToken } };
}

/** Of a sequence as it was played: what comes after a divergence is not part of it. */
function withMoves(sequence: Sequence, { steps }: Played): Sequence {
  return { ...sequence, moves: steps.map(({ move }) => move) };
}

/** Null if nothing diverged. */
export function failureOf(played: Played, foundAfter: number): Failure | null {
  const { steps, names, sequence } = played;
  const last = steps.at(-1);
  if (last === undefined || last.divergence === null) return null;
  const token = encodeToken(sequence);
  return {
    divergence: last.divergence,
    steps,
    names,
    sequence,
    run: null,
    foundAfter,
    rules: [...new Set(last.rules)],
    token,
    originalToken: token,
  };
}

function highestVersions({ implementation }: Ground): Sequence['versions'] {
  return Object.fromEntries(
    REFERENCE_APIS.flatMap((api) => {
      const range = implementation.apis.get(api);
      return range === undefined ? [] : [[api, range.max]];
    }),
  ) as Sequence['versions'];
}

/**
 * Whether a run diverges again, and in the same way. Throws AdapterError, and TooLateError.
 *
 * @param name of the second run
 */
export async function divergesAgain(
  ground: Ground,
  { steps, sequence }: Played,
  name: string,
): Promise<boolean> {
  const first = steps.at(-1)?.divergence;
  const second = (await replay(ground, sequence, name)).steps.at(-1)?.divergence;
  return first != null && second != null && signatureOf(first) === signatureOf(second);
}

export function whatDiverged({ steps }: Played): string {
  const divergence = steps.at(-1)?.divergence;
  return divergence == null ? 'nothing' : signatureOf(divergence);
}

/** What must stay the same while a counterexample is made shorter, in words. */
function signatureOf(divergence: Divergence): string {
  switch (divergence.kind) {
    case 'answer': {
      const [first] = divergence.differences;
      const path = (first?.path ?? '').replaceAll(/\[\d+\]/g, '[]');
      const values =
        path === 'errorCode' ? ` ${String(first?.expected)} ${String(first?.actual)}` : '';
      return `answer to ${divergence.request.api} at ${path}${values}`;
    }
    case 'unanswered':
    case 'not-parked':
    case 'unusable':
    case 'time':
      return `${divergence.kind} ${divergence.request.api}`;
    case 'choice':
      return `choice of ${divergence.choice.kind}`;
    case 'records': {
      const path = (divergence.differences[0]?.path ?? '').replaceAll(/\[\d+\]/g, '[]');
      return `records at ${path}`;
    }
    case 'violation':
      return `violation of ${divergence.violation.invariant}`;
    case 'crash':
      return `crash of ${divergence.of}`;
  }
}
