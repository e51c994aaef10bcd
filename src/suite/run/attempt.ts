import { AdapterError, ImplementationGoneError, type Session } from '../../adapter/adapter.js';
import type { Comparison } from '../../spec/comparison.js';
import type { OpeningStep, Step } from '../cases/case-types.js';
import { CaseError, UnboundMemberError } from '../cases/vocabulary.js';
import type { Expansion } from '../expand/expansion.js';
import { conditionHolds } from '../expand/versions.js';
import type { Pace } from '../time/pace.js';
import type { Failure } from '../verdict.js';
import { differs, Interrupted, type Interruption, tardy } from './interrupt.js';
import { runOpeningStep } from './run-opening.js';
import { createRunState, type ErrorNames, type RunState } from './run-state.js';
import { runStep } from './run-step.js';
import { createStepLog } from './step-log.js';

/** One run of one expansion from its opening to its end or its first difference. */
export interface Attempt {
  readonly outcome:
    | { readonly kind: 'pass' }
    | { readonly kind: 'interrupted'; readonly interruption: Interruption; readonly at: Position }
    /** Fault of the kit, the adapter or the case itself. */
    | { readonly kind: 'fault'; readonly reason: string }
    /** The implementation cannot be reached any more; `at` is missing where it never was. */
    | { readonly kind: 'gone'; readonly reason: string; readonly at?: Position };
  /** Steps, messages and how many are left out; nothing of an attempt that passed. */
  readonly seen: Seen;
  /** On the session's clock, in ms. */
  readonly durationMs: number;
}

export type Seen = Pick<Failure, 'steps' | 'exchange' | 'omitted'>;

export const NOTHING_SEEN: Seen = { steps: [], exchange: [], omitted: 0 };

/** A step of the opening, or of the case by its place in the file. */
export type Position =
  | { readonly kind: 'opening'; readonly index: number; readonly step: OpeningStep }
  | { readonly kind: 'step'; readonly index: number; readonly step: Step };

export interface AttemptOptions {
  readonly session: Session;
  readonly expansion: Expansion;
  readonly pace: Pace;
  readonly comparison: Comparison;
  readonly errors: ErrorNames;
  /** Told before and after each step, counted from 0 through opening and case. */
  readonly onStep?: (phase: 'begin' | 'end', index: number, state: RunState) => void;
}

export async function runAttempt(options: AttemptOptions): Promise<Attempt> {
  const { session, expansion, pace, onStep } = options;
  const state = createRunState(session, expansion, options.comparison, options.errors);
  const log = createStepLog(state);
  const finish = (outcome: Attempt['outcome']): Attempt => ({
    outcome,
    seen: outcome.kind === 'pass' ? NOTHING_SEEN : log.seen(),
    durationMs: Math.round(session.clock.now()),
  });
  for (const [index, position] of positionsOf(expansion).entries()) {
    onStep?.('begin', index, state);
    pace.begin(index);
    log.begin(position);
    try {
      await runInTime(state, pace, index, position);
    } catch (error) {
      if (error instanceof Interrupted) {
        return finish({ kind: 'interrupted', interruption: error.interruption, at: position });
      }
      if (error instanceof ImplementationGoneError) {
        return finish({ kind: 'gone', reason: error.message, at: position });
      }
      if (error instanceof CaseError || error instanceof AdapterError) {
        return finish({
          kind: 'fault',
          reason: `${placeOf(expansion, position)}: ${error.message}`,
        });
      }
      throw error;
    }
    onStep?.('end', index, state);
  }
  return finish({ kind: 'pass' });
}

/** Opening and steps in their order, without those of other versions. */
export function positionsOf(expansion: Expansion): Position[] {
  const { opening, steps } = expansion.case;
  const openingPositions = (opening?.steps ?? []).map(
    (step, index): Position => ({ kind: 'opening', index, step }),
  );
  const stepPositions = steps
    .map((step, index): Position & { kind: 'step' } => ({ kind: 'step', index, step }))
    .filter(({ step }) => {
      const version = expansion.swept?.version;
      return step.when === undefined || version === undefined || conditionHolds(step.when, version);
    });
  return [...openingPositions, ...stepPositions];
}

/** An opening takes several round trips; one this much longer than planned, in ms, was held up. */
const HELD_UP = 1_000;

/** Timers may have run out in an opening that was held up; only if it always is, it tells anything. */
function orSlow(error: unknown, delay: number): unknown {
  if (!(error instanceof Interrupted) || error.interruption.kind !== 'differs') return error;
  if (delay <= HELD_UP) return error;
  const { summary, differences } = error.interruption;
  return tardy(`${summary}, and ${Math.round(delay)} ms later than planned`, differences);
}

function idMissing(member: string): Interrupted {
  return differs(`${member} was never given a member id`, [
    { path: `${member}: memberId`, expected: 'an id by now', actual: 'none' },
  ]);
}

/**
 * Lateness outranks a difference: a verdict that came too late proves nothing. A fault outranks
 * both, and an adapter that answers what was not asked is not to be trusted in anything.
 */
async function runInTime(
  state: RunState,
  pace: Pace,
  index: number,
  position: Position,
): Promise<void> {
  const conclude = (differs: boolean) => {
    state.requireOnlyAsked();
    const how = differs ? 'differs' : state.outstanding.size > 0 ? 'parked' : 'answered';
    pace.end(index, how, position.kind === 'opening');
  };
  try {
    await runPosition(state, pace, index, position);
  } catch (caught) {
    const missing = caught instanceof UnboundMemberError ? idMissing(caught.member) : caught;
    const error = position.kind === 'opening' ? orSlow(missing, pace.delay(index)) : missing;
    if (error instanceof Interrupted) blameLateness(error, () => conclude(true));
    throw error;
  }
  conclude(false);
}

/** What differs is told along with the lateness of the answer, which counts if it is so every time. */
function blameLateness({ interruption }: Interrupted, conclude: () => void): void {
  try {
    conclude();
  } catch (error) {
    if (!(error instanceof Interrupted) || error.interruption.kind !== 'tardy') throw error;
    if (interruption.kind !== 'differs') throw error;
    const { summary, differences } = interruption;
    throw tardy(`${summary}, and ${error.interruption.reason}`, differences);
  }
}

async function runPosition(
  state: RunState,
  pace: Pace,
  index: number,
  position: Position,
): Promise<void> {
  if (position.kind === 'step') return runStep(state, pace, index, position.step);
  await runOpeningStep(state, pace, index, position.step);
  const last = position.index === (state.expansion.case.opening?.steps.length ?? 0) - 1;
  // What the opening wrote is not the case's affair.
  if (last && state.expansion.case.needs.has('records')) await state.session.takeRecords();
}

export function placeOf(expansion: Expansion, position: Position): string {
  const { case: own } = expansion;
  if (position.kind === 'opening') return `${own.file}: opening '${own.opening?.name}'`;
  return `${own.file}:${position.step.line}: step ${position.index + 1}`;
}
