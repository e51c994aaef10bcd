import type { Configuration } from '../../adapter/adapter.js';
import type { ReferenceAdapter, ReferenceSession } from '../../adapter/reference/index.js';
import type { Comparison } from '../../spec/comparison.js';
import type { Expansion } from '../expand/expansion.js';
import { type Attempt, type AttemptOptions, runAttempt } from '../run/attempt.js';
import type { ErrorNames } from '../run/run-state.js';
import { type Timeline, type TimelineStep, virtualPace } from './pace.js';

export type Rehearsal =
  | { readonly kind: 'held'; readonly timeline: Timeline; readonly durationMs: number }
  /** With what was learnt until then. */
  | { readonly kind: 'broke'; readonly reason: string; readonly timeline: Timeline };

/** A run of a case on the reference, which is fast and tells its deadlines. */
export interface Rehearsing {
  readonly reference: ReferenceAdapter;
  readonly expansion: Expansion;
  /** The implementation's own. */
  readonly configuration: Configuration;
  readonly comparison: Comparison;
  readonly errors: ErrorNames;
}

/**
 * Takes a case through the reference with the implementation's own durations, to learn which step
 * sets which deadline. A case that does not hold there cannot judge anybody.
 */
export async function rehearse(rehearsing: Rehearsing): Promise<Rehearsal> {
  const timeline: TimelineStep[] = [];
  const { attempt, endedAt } = await goThrough(rehearsing, (session) => (phase, index) => {
    if (phase === 'begin') {
      session.setOrigin(index);
      session.takeFired();
      return;
    }
    const end = session.clock.now();
    timeline[index] = { end, fired: session.takeFired(), armed: session.armed() };
  });
  if (attempt.outcome.kind === 'pass') return { kind: 'held', timeline, durationMs: endedAt };
  return {
    kind: 'broke',
    timeline,
    reason: `the case does not hold on the reference: ${reasonOf(attempt.outcome)}`,
  };
}

/** @param watch given the session before the first step, makes what is told of every step */
export async function goThrough(
  { reference, configuration, ...others }: Rehearsing,
  watch: (session: ReferenceSession) => NonNullable<AttemptOptions['onStep']>,
): Promise<{ readonly attempt: Attempt; readonly endedAt: number }> {
  const session = await reference.open({ configuration });
  const { clock } = session;
  if (clock.kind !== 'virtual') throw new Error('the reference keeps virtual time');
  try {
    const attempt = await runAttempt({
      ...others,
      session,
      pace: virtualPace(clock, () => session.armed()[0]?.deadline ?? null),
      onStep: watch(session),
    });
    return { attempt, endedAt: clock.now() };
  } finally {
    await session.close();
  }
}

function reasonOf(outcome: Exclude<Attempt['outcome'], { kind: 'pass' }>): string {
  if (outcome.kind !== 'interrupted') return outcome.reason;
  const { interruption } = outcome;
  return interruption.kind === 'differs' ? interruption.summary : interruption.reason;
}
