import type { Answer, Clock, Session } from '../../adapter/adapter.js';
import type { Model, ModelAnswer } from './model.js';

type RealClock = Extract<Clock, { kind: 'real' }>;

export interface RealTimeOptions {
  /** Distance that is kept from every deadline, in ms; answers of timers may be this much late. */
  readonly toleranceMs: number;
  /** How long an answer that is due may take, in ms. */
  readonly answerTimeoutMs: number;
}

/** Nobody waits longer for one move, in ms; the cleanup alone would take ten minutes. */
const LONGEST_WAIT = 30_000;

/** The machine was too slow to tell what came first, or time is too long; nobody is to blame. */
export class TooLateError extends Error {}

/** Room that a request needs before the next deadline, in tolerances: it is sent and settled. */
const CLEARANCE = 2;

/**
 * Keeping time with an implementation on a real clock: nothing is done when a deadline of the
 * model is so near that the implementation may take it for past or for ahead.
 */
export interface RealTime {
  /**
   * The next moment, in ms, at which a request may be sent; at least now. When it is later than
   * now, timers fire in between.
   */
  nextClearMoment(): number;
  /**
   * The first moment from `time` on, in ms, that is far enough from all deadlines. Throws
   * TooLateError for one that nobody can wait for.
   */
  clearFrom(time: number): number;
  /** Throws TooLateError if a deadline has come while a request was under way. */
  requireInTime(): void;
  /** Resolves at `time`, in ms. */
  until(time: number): Promise<void>;
  /** What came, and what comes within `answerTimeoutMs` of what the model has answered. */
  withLateOnes(came: readonly Answer[], due: readonly ModelAnswer[]): Promise<readonly Answer[]>;
}

export function createRealTime(
  session: Pick<Session, 'takeAnswers'>,
  clock: RealClock,
  model: Model,
  { toleranceMs, answerTimeoutMs }: RealTimeOptions,
): RealTime {
  const clearFrom = (time: number, ahead: number): number => {
    let moment = time;
    for (const deadline of model.deadlines()) {
      if (deadline > moment + ahead) break;
      if (deadline > moment - toleranceMs) moment = deadline + toleranceMs;
    }
    return moment;
  };
  return {
    nextClearMoment: () => clearFrom(clock.now(), CLEARANCE * toleranceMs),
    clearFrom(time) {
      const moment = clearFrom(time, toleranceMs);
      if (moment - clock.now() <= LONGEST_WAIT) return moment;
      throw new TooLateError(`a move would take longer than ${LONGEST_WAIT / 1000} s of real time`);
    },
    requireInTime() {
      const next = model.nextDeadline();
      if (next === null || next > clock.now()) return;
      throw new TooLateError('a timer was due before the answers to a request had been seen');
    },
    until: (time) => clock.waitUntil(time),
    async withLateOnes(came, due) {
      const all = [...came];
      const missing = new Set(due.map(({ requestId }) => requestId));
      const collect = () => {
        all.push(...session.takeAnswers());
        for (const { requestId } of all) missing.delete(requestId);
        return missing.size === 0;
      };
      if (!collect()) await clock.waitUntil(clock.now() + answerTimeoutMs, collect);
      collect();
      return all;
    },
  };
}
