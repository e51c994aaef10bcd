import { type Cite, citeToNobody } from '../citation.js';
import { comesBefore, createDeadlineHeap, type HeapEntry } from './deadline-heap.js';
import { createTimerIndex, type TimerKey } from './timer-index.js';

export interface ArmedTimer {
  readonly key: TimerKey;
  /** Time in ms at which the timer is due: it fires when now ≥ deadline (RT-08). */
  readonly deadline: number;
  /** Tag of what armed it; see {@link Timer.origin}. */
  readonly origin: number;
}

/** Virtual time: it moves only by `advance`. One timer per key (TIMER-01). */
export interface Timer {
  readonly now: number;
  /**
   * Tag given to every timer armed from here on. The driver sets it before each request. What a
   * firing timer arms inherits the tag of that timer instead.
   */
  origin: number;
  /** Told of every timer just before it fires. */
  onFire: ((timer: ArmedTimer) => void) | null;
  /** Arms the timer of `key`, `delayMs` ≥ 0 from now, in place of the one it may already have. */
  schedule(key: TimerKey, delayMs: number): void;
  cancel(key: TimerKey): void;
  cancelAll(): void;
  isArmed(key: TimerKey): boolean;
  /** Every armed timer, in the order in which they would fire. */
  armed(): ArmedTimer[];
  /** When the next timer is due, in ms; null when none is armed. */
  nextDeadline(): number | null;
  /**
   * Moves time by `ms` and fires what becomes due: one timer at a time, by deadline and then by
   * the order of arming, with `now` at its deadline. `advance(0)` fires what is due already.
   *
   * @throws Error if time stands still, because what fires goes on arming what is due at once
   */
  advance(ms: number): void;
}

/** Time is a field: a literal with a getter is a slow object in V8, and everybody asks for this. */
interface RunningTimer extends Timer {
  now: number;
}

interface Entry extends HeapEntry {
  readonly key: TimerKey;
  origin: number;
}

/** Firings at one instant. Whoever needs more arms a timer of 0 ms again whenever it fires. */
const MOST_AT_ONE_INSTANT = 100_000;

export function createTimer(
  startAt: number,
  fire: (key: TimerKey) => void,
  cite: Cite = citeToNobody,
): Timer {
  const heap = createDeadlineHeap<Entry>();
  const index = createTimerIndex<Entry>();
  let sequence = 0;

  const timer: RunningTimer = {
    now: startAt,
    origin: 0,
    onFire: null,

    schedule(key, delayMs) {
      const deadline = timer.now + delayMs;
      const { origin } = timer;
      const number = sequence++;
      const earlier = index.get(key);
      if (earlier === undefined) {
        const entry = { key, deadline, origin, sequence: number, position: 0 };
        index.set(key, entry);
        heap.push(entry);
      } else {
        cite('TIMER-01');
        earlier.origin = origin;
        heap.move(earlier, deadline, number);
      }
    },

    cancel(key) {
      const entry = index.get(key);
      if (entry === undefined) return;
      index.delete(key);
      heap.remove(entry);
    },

    cancelAll() {
      heap.clear();
      index.clear();
    },

    isArmed: (key) => index.get(key) !== undefined,

    armed: () =>
      [...heap.entries()].sort((one, other) => (comesBefore(one, other) ? -1 : 1)).map(describe),

    nextDeadline: () => heap.peek()?.deadline ?? null,

    advance(ms) {
      const until = timer.now + ms;
      let firings = 0;
      for (let due = heap.peek(); due !== undefined && due.deadline <= until; due = heap.peek()) {
        if (due.deadline > timer.now) firings = 0;
        if (++firings > MOST_AT_ONE_INSTANT) throw standsStill(due, timer.now);
        timer.now = Math.max(timer.now, due.deadline);
        timer.cancel(due.key);
        timer.onFire?.(describe(due));
        fireWithOrigin(due);
      }
      timer.now = until;
    },
  };

  function fireWithOrigin({ key, origin }: Entry): void {
    const originOfDriver = timer.origin;
    timer.origin = origin;
    try {
      fire(key);
    } finally {
      timer.origin = originOfDriver;
    }
  }

  return timer;
}

function describe({ key, deadline, origin }: Entry): ArmedTimer {
  return { key, deadline, origin };
}

function standsStill({ key }: Entry, now: number): Error {
  return new Error(
    `time stands still at ${now} ms: ${MOST_AT_ONE_INSTANT} timers have fired, ` +
      `and ${JSON.stringify(key)} is due again`,
  );
}
