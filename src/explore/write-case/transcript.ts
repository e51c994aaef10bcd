import type { LogRecord as ReferenceRecord } from '../../../reference/runtime/log.js';
import type { Configuration } from '../../adapter/adapter.js';
import { createReferenceAdapter } from '../../adapter/reference/index.js';
import type { Durations } from '../../suite/expand/durations.js';
import type { AnsweredRequest, LockStep, Outstanding, Step } from '../lock-step/lock-step.js';
import type { Messages } from '../lock-step/messages.js';
import { type Pair, pairsOf } from '../pairs.js';
import { type Ground, replay } from '../run.js';
import type { Move, Sequence } from '../sequence.js';

/** A sequence and all that it brought about on the reference. */
export interface Transcript {
  readonly sequence: Sequence;
  readonly durations: Durations;
  readonly entries: readonly Entry[];
  /** The client that an id of the model belongs to. */
  clientOf(memberId: string): string | undefined;
}

export interface Entry {
  readonly move: Move;
  /** What a request really said. */
  readonly sent: Outstanding | null;
  /** Time that has passed, in ms. */
  readonly ms: number;
  readonly rules: readonly string[];
  readonly answers: readonly AnsweredRequest[];
  readonly records: readonly ReferenceRecord[];
  readonly pairs: readonly Pair[];
  /** States of the groups before the move, by their names. */
  readonly states: ReadonlyMap<string, string>;
  /** The error of an append that failed in it. */
  readonly failed: string | null;
  /** Requests that are parked after it. */
  readonly parked: number;
  readonly nextDeadline: number | null;
}

/** What playing on the reference takes. */
export interface Stage {
  /** Every broker setting. */
  readonly defaults: Configuration;
  readonly messages: Messages;
}

/** The seeds of both sides differ, so that an id that is taken for granted shows. */
const SEED = 1;
const OTHER_SEED = 2;

/** The reference keeps virtual time. */
const NO_REAL_TIME = { toleranceMs: 0, answerTimeoutMs: 0 };

/** The reference as both sides. */
export async function referenceGround({ defaults, messages }: Stage): Promise<Ground> {
  const adapter = createReferenceAdapter(defaults, OTHER_SEED);
  return {
    adapter,
    implementation: await adapter.describe(),
    configuration: defaults,
    messages,
    exact: true,
    realTime: NO_REAL_TIME,
    seed: SEED,
    groupPrefix: () => '',
  };
}

/** The moves of a sequence that make no sense on the reference, or not any more. */
export class UnplayableError extends Error {}

/** Throws AdapterError for moves out of turn, and UnplayableError. */
export async function transcribe(ground: Ground, sequence: Sequence): Promise<Transcript> {
  const scribe = createScribe();
  const played = await replay(ground, sequence, 'case', scribe);
  const { lockStep } = scribe;
  if (played.diverged || lockStep === null) {
    throw new UnplayableError('the reference does not agree with itself about the sequence');
  }
  return {
    sequence: played.sequence,
    durations: lockStep.durations,
    entries: scribe.entries,
    clientOf: (memberId) => lockStep.clientOf(memberId),
  };
}

/** Takes down a run as it goes; its hooks are those of a run. */
export function createScribe() {
  const entries: Entry[] = [];
  let pairs: readonly Pair[] = [];
  let states = new Map<string, string>();
  let before = 0;
  let failures: string[] = [];
  const scribe = {
    entries,
    lockStep: null as LockStep | null,
    onMove(move: Move, lockStep: LockStep): void {
      scribe.lockStep = lockStep;
      pairs = pairsOf(move, lockStep);
      states = new Map(
        [...lockStep.model.coordinator.groups.values()].map(({ groupId, state }) => [
          groupId,
          state,
        ]),
      );
    },
    onStep(step: Step, lockStep: LockStep): void {
      const { move, at, rules, answers, records } = step;
      if (move.kind === 'control' && move.deed.kind === 'fail-next-append') {
        failures.push(move.deed.error);
      }
      const { failuresWaiting } = lockStep.model.coordinator.log;
      const failed = failures.length > failuresWaiting ? (failures[0] ?? null) : null;
      failures = failures.slice(failures.length - failuresWaiting);
      entries.push({
        move,
        sent: step.request,
        ms: at - before,
        rules,
        answers,
        records,
        pairs,
        states,
        failed,
        parked: lockStep.outstanding.size,
        nextDeadline: lockStep.model.nextDeadline(),
      });
      before = at;
    },
  };
  return scribe;
}
