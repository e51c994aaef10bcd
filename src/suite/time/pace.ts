import type { Clock } from '../../adapter/adapter.js';
import { Interrupted, tardy } from '../run/interrupt.js';
import type { Latency } from './latency.js';

/** A deadline of the reference: the step that set it and when it is due on the virtual clock, in ms. */
export interface Deadline {
  readonly origin: number;
  readonly deadline: number;
}

/** One step of a case as the reference went through it. */
export interface TimelineStep {
  /** Virtual time at its end, in ms. */
  readonly end: number;
  /** Deadlines that fired during it. */
  readonly fired: readonly Deadline[];
  /** Deadlines still ahead after it. */
  readonly armed: readonly Deadline[];
  /** How much later than planned it may end, in ms, where the deadlines are not known. */
  readonly tolerance?: number;
}

export type Timeline = readonly TimelineStep[];

/** How a run keeps time: what `advance` does and whether a step came too late to be judged. */
export interface Pace {
  begin(step: number): void;
  /** Moves time as step `step` asks; returns early once `done` says so. */
  advance(step: number, ms: number, done: () => boolean): Promise<void>;
  /** Waits for something that may happen at once or only by a timer, at most `ms`. */
  wait(step: number, ms: number, stride: number, done: () => boolean): Promise<void>;
  /** Waits for answers that are due now. */
  answers(done: () => boolean): Promise<void>;
  /**
   * Looks until `found` says so, at most as long as an answer may take; once where everything that
   * is to come has come when time stands still.
   */
  look(found: () => Promise<boolean>): Promise<void>;
  /**
   * Waits longer than settling for an answer that may not come at all; at most `ms`, if given, else as
   * long as ids are handed out at the latest.
   */
  handshake(done: () => boolean, ms?: number): Promise<void>;
  /** Waits a moment, if what was looked at in vain may still come to be seen; false: it may not. */
  lookAgain(step: number): Promise<boolean>;
  /**
   * Throws Interrupted when the step ended too late for its verdict to be trusted.
   *
   * @param how `answered`: all requests so far, and as they should be; `parked`: some rightly not;
   *   `differs`: something is wrong
   * @param patient whether answers may have come late, as long as no deadline came near
   */
  end(step: number, how: 'answered' | 'parked' | 'differs', patient: boolean): void;
  /** How much longer the step has taken by now than the reference took for it, in ms. */
  delay(step: number): number;
}

/**
 * On a virtual clock nothing is ever late.
 *
 * @param nextDeadline where the implementation can tell it, waiting goes from deadline to deadline
 */
export function virtualPace(
  clock: Extract<Clock, { kind: 'virtual' }>,
  nextDeadline: () => number | null = () => null,
): Pace {
  return {
    begin() {},
    advance: async (_step, ms) => clock.advance(ms),
    async wait(_step, ms, stride, done) {
      const until = clock.now() + ms;
      while (!done() && clock.now() < until) {
        const next = nextDeadline() ?? clock.now() + Math.max(stride, 1);
        await clock.advance(Math.max(Math.min(next, until) - clock.now(), 0));
      }
    },
    async answers() {},
    look: async (found) => void (await found()),
    async handshake() {},
    lookAgain: async () => false,
    end() {},
    delay: () => 0,
  };
}

export interface RealPaceOptions {
  /** How long an answer that is due now may take, in ms. */
  readonly answerTimeout: number;
  /** Time after a deadline, in ms, by which the implementation has surely acted on it. */
  readonly timerSlack: number;
  /** What answers have taken lately; the pace takes part in noting it. */
  readonly latency: Latency;
}

/** Distance, in ms, that a step must still keep from a deadline when it ends. */
const GUARD = 20;

/**
 * A completed rebalance may be this old, in ms, when the first of its answers arrives, and older by
 * what answers have taken lately.
 */
const ANSWER_TRAVEL = 250;

/** An answer that comes this much later, in ms, than it was due is too late to pass for prompt. */
const PROMPT = 600;

/**
 * How long, in ms, an implementation may take to hand out an id, and longer by what answers have
 * taken lately: one that is given up comes later and is taken for the answer to what was parked.
 */
const HANDSHAKE = 400;

/** How long, in ms, a busy implementation may take to show what it has answered already. */
const SHOWN = 600;

/** Time, in ms, between two looks at what may still come. */
const LOOK_INTERVAL = 100;

interface Window {
  /** Real times, in ms since the session was opened. */
  readonly earliest: number;
  readonly latest: number;
}

/**
 * docs/design.md §3: an absolute schedule. The reference has told which step sets which deadline, so for
 * each deadline the real moment is known to lie between two bounds: those of the step plus the
 * virtual distance. Steps behind a deadline begin after its upper bound; a step before a deadline
 * that ends beyond the lower bound proves nothing and is late.
 */
export function realPace(
  clock: Extract<Clock, { kind: 'real' }>,
  timeline: Timeline,
  options: RealPaceOptions,
): Pace {
  const windows: Window[] = [];
  /** Real time of virtual zero. */
  let base = 0;
  let begun = 0;
  /** When the step really began, whatever it was anchored to since. */
  let entered = 0;
  let lag = 0;
  /** When waiting in vain began: what is judged is the silence from then on. */
  let gaveUpFrom: number | null = null;
  /** How long the step has waited for what was due, in ms. */
  let waited = 0;
  let awaited: 'an answer' | 'a record' = 'an answer';

  const real = (deadline: Deadline, bound: keyof Window): number => {
    const window = windows[deadline.origin] ?? { earliest: begun, latest: clock.now() };
    return window[bound] + deadline.deadline - (timeline[deadline.origin]?.end ?? 0);
  };

  const noteLag = () => {
    lag = Math.max(lag, clock.takeLag());
  };

  const waitFor = async (ms: number, done: () => boolean) => {
    if (done()) return;
    const from = clock.now();
    await clock.waitUntil(from + ms, done);
    noteLag();
    if (done()) waited = Math.max(waited, clock.now() - from);
    else gaveUpFrom = from;
  };

  const waitForWhatIsDue = async (done: () => boolean) => {
    const from = clock.now();
    await waitFor(options.answerTimeout, done);
    if (done()) options.latency.note(clock.now() - from);
  };

  return {
    begin(step) {
      clock.takeLag();
      lag = 0;
      gaveUpFrom = null;
      waited = 0;
      awaited = 'an answer';
      begun = clock.now();
      entered = begun;
      if (step === 0) base = begun;
    },

    async advance(step, _ms, done) {
      const planned = timeline[step];
      if (planned === undefined) throw new Error('the reference has not gone through this step');
      const behind = planned.fired.map((deadline) => real(deadline, 'latest') + options.timerSlack);
      await clock.waitUntil(Math.max(base + planned.end, ...behind));
      noteLag();
      await waitForWhatIsDue(done);
    },

    async wait(step, ms, _stride, done) {
      await waitFor(ms + options.answerTimeout, done);
      waited = 0;
      // What was waited for has just happened: from here on this moment carries the schedule.
      begun = clock.now() - ANSWER_TRAVEL - options.latency.recent;
      base = begun - (timeline[step]?.end ?? 0);
    },

    answers: waitForWhatIsDue,

    async look(found) {
      const from = clock.now();
      if (await found()) return;
      const until = clock.now() + options.answerTimeout;
      while (clock.now() < until) {
        await clock.waitUntil(Math.min(clock.now() + LOOK_INTERVAL, until));
        noteLag();
        if (!(await found())) continue;
        waited = clock.now() - from;
        awaited = 'a record';
        return;
      }
      gaveUpFrom = from;
    },

    async handshake(done, ms = HANDSHAKE + options.latency.recent) {
      if (!done()) await clock.waitUntil(clock.now() + ms, done);
      noteLag();
    },

    async lookAgain(step) {
      const next = clock.now() + LOOK_INTERVAL;
      const deadlines = (timeline[step]?.armed ?? []).map((one) => real(one, 'earliest') - GUARD);
      if (
        next > Math.min(entered + SHOWN, ...deadlines.map((deadline) => deadline - LOOK_INTERVAL))
      )
        return false;
      await clock.waitUntil(next);
      noteLag();
      return true;
    },

    end(step, how, patient) {
      noteLag();
      const ended = gaveUpFrom ?? clock.now();
      windows[step] = { earliest: begun, latest: clock.now() };
      const tooLong = !patient && waited > PROMPT && lag < PROMPT / 2;
      const throwTardy = () => {
        throw tardy(`${awaited} came ${Math.round(waited)} ms after it was due`);
      };
      // An answer that took this long explains by itself why the step ended late.
      if (tooLong && how !== 'differs') throwTardy();
      const { armed = [], tolerance, end: planned = 0 } = timeline[step] ?? {};
      const behind = ended - base - planned;
      if (tolerance !== undefined && behind > tolerance)
        throw late(`it ended ${Math.round(behind)} ms later than planned`, lag);
      // What the step should have put off may have come first instead.
      const putOff = (timeline[step - 1]?.armed ?? []).filter((one) => one.deadline > planned);
      for (const deadline of how === 'differs' ? [...putOff, ...armed] : armed) {
        // What the step set going itself cannot have made an answer come that was right.
        if (how === 'answered' && deadline.origin === step) continue;
        const beyond = ended - (real(deadline, 'earliest') - GUARD);
        if (beyond > 0)
          throw late(`it ended ${Math.round(beyond)} ms too close to a deadline`, lag);
      }
      // What was late itself may be wrong because others were not.
      if (tooLong) throwTardy();
      if (lag > options.answerTimeout / 2) throw late('this process was held up during it', lag);
    },

    delay(step) {
      const planned = (timeline[step]?.end ?? 0) - (timeline[step - 1]?.end ?? 0);
      return clock.now() - entered - planned;
    },
  };
}

function late(reason: string, lag: number): Interrupted {
  return new Interrupted({
    kind: 'late',
    reason: `the step proves nothing: ${reason} (delays of this process: up to ${Math.round(lag)} ms)`,
  });
}
