import type { Configuration } from '../adapter/adapter.js';
import type { ReferenceAdapter } from '../adapter/reference/index.js';
import type { Comparison } from '../spec/comparison.js';
import { runAttempt } from './attempt.js';
import type { Expansion } from './expansion.js';
import { type Timeline, type TimelineStep, virtualPace } from './pace.js';
import type { ErrorNames } from './run-state.js';

export type Rehearsal =
  | { readonly kind: 'held'; readonly timeline: Timeline; readonly durationMs: number }
  /** With what was learnt until then. */
  | { readonly kind: 'broke'; readonly reason: string; readonly timeline: Timeline };

/**
 * Takes a case through the reference with the implementation's own durations, to learn which step
 * sets which deadline. A case that does not hold there cannot judge anybody.
 */
export async function rehearse(
  reference: ReferenceAdapter,
  expansion: Expansion,
  configuration: Configuration,
  comparison: Comparison,
  errors: ErrorNames,
): Promise<Rehearsal> {
  const session = await reference.open({ configuration });
  if (session.clock.kind !== 'virtual') throw new Error('the reference keeps virtual time');
  const { clock } = session;
  const timeline: TimelineStep[] = [];
  try {
    const attempt = await runAttempt({
      session,
      expansion,
      comparison,
      errors,
      pace: virtualPace(clock, () => session.armed()[0]?.deadline ?? null),
      onStep(phase, index) {
        if (phase === 'begin') {
          session.setOrigin(index);
          session.takeFired();
          return;
        }
        timeline[index] = { end: clock.now(), fired: session.takeFired(), armed: session.armed() };
      },
    });
    if (attempt.outcome.kind === 'pass') {
      return { kind: 'held', timeline, durationMs: clock.now() };
    }
    return {
      kind: 'broke',
      timeline,
      reason: `the case does not hold on the reference: ${reasonOf(attempt.outcome)}`,
    };
  } finally {
    await session.close();
  }
}

function reasonOf(
  outcome: Exclude<Awaited<ReturnType<typeof runAttempt>>['outcome'], { kind: 'pass' }>,
): string {
  if (outcome.kind !== 'interrupted') return outcome.reason;
  const { interruption } = outcome;
  return interruption.kind === 'differs' ? interruption.summary : interruption.reason;
}
