import { errorCode } from '../../reference/errors.js';
import { ImplementationGoneError } from '../adapter/adapter.js';
import type { Reached, Tally } from './coverage.js';
import type { ExploreOptions } from './explore.js';
import { divergesAgain, whatDiverged } from './failure.js';
import type { LockStep, Outstanding, Step } from './lock-step/lock-step.js';
import { TooLateError } from './lock-step/real-time.js';
import { pairsOf } from './pairs.js';
import { randomOf } from './plan/draw.js';
import { type Ground, type Played, playRun } from './run.js';
import type { Steerer } from './steer.js';

/** What one run amounts to. */
export interface Outcome {
  /** From 1. */
  readonly run: number;
  readonly theme: string;
  readonly reached: Reached;
  readonly requests: number;
  readonly accepted: number;
  readonly steps: number;
  readonly end: End;
}

/** How a run ended. One that went well leaves nothing behind: its steps would fill the memory. */
type End =
  | { readonly kind: 'well' }
  | { readonly kind: 'diverged'; readonly played: Played }
  /** The environment has spoiled it. */
  | { readonly kind: 'inconclusive'; readonly reason: string }
  | GoneEnd;

/** The implementation is gone. */
export interface GoneEnd {
  readonly kind: 'gone';
  readonly reason: string;
  /** What it may have died of. */
  readonly played: Played | null;
}

/** Plays one run, from 0, and looks at how it ended. Throws AdapterError. */
export async function playOne(
  ground: Ground,
  options: ExploreOptions,
  steerer: Steerer,
  tally: Tally,
  run: number,
): Promise<Outcome> {
  const theme = steerer.themeOf(randomOf(~options.seed, run));
  const followed: (readonly string[])[] = [];
  const reachedPairs: string[] = [];
  let requests = 0;
  let accepted = 0;
  let pairs: readonly string[] = [];
  const ended = (end: End, steps: number): Outcome => ({
    run: run + 1,
    theme: theme.name,
    reached: tally.reachedBy(followed, reachedPairs),
    requests,
    accepted,
    steps,
    end,
  });
  let played: Played | null = null;
  try {
    played = await playRun(ground, {
      run,
      steps: options.steps,
      theme,
      steering: steerer.steering,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      onMove: (move, lockStep) => {
        pairs = pairsOf(move, lockStep);
      },
      onStep: (step, lockStep) => {
        followed.push(step.rules);
        reachedPairs.push(...pairs);
        if (step.request === null) return;
        requests++;
        if (isAccepted(step.request, step, lockStep)) accepted++;
      },
    });
    if (!played.diverged) return ended({ kind: 'well' }, played.steps.length);
    // What a machine in real time does once may be the machine's doing.
    const confirmed =
      ground.implementation.clock === 'virtual' ||
      played.knownFault !== null ||
      (await divergesAgain(ground, played, `${run}-again`));
    if (confirmed) return ended({ kind: 'diverged', played }, played.steps.length);
    const reason = `happened only once: ${whatDiverged(played)}`;
    return ended({ kind: 'inconclusive', reason }, 0);
  } catch (error) {
    if (error instanceof ImplementationGoneError) {
      return ended({ kind: 'gone', reason: error.message, played }, played?.steps.length ?? 0);
    }
    if (!(error instanceof TooLateError)) throw error;
    return ended({ kind: 'inconclusive', reason: error.message }, 0);
  }
}

const NONE = errorCode('NONE');
const MEMBER_ID_REQUIRED = errorCode('MEMBER_ID_REQUIRED');

function isAccepted(
  { requestId }: Outstanding,
  { answers }: Step,
  { outstanding }: LockStep,
): boolean {
  if (outstanding.has(requestId)) return true;
  const own = answers.find(({ request }) => request.requestId === requestId);
  const { errorCode: code = NONE } = own?.answer.body ?? {};
  return code === NONE || code === MEMBER_ID_REQUIRED;
}
