import type { ArmedTimer, Timer } from '../../../reference/runtime/timer.js';
import type { TimerKey } from '../../../reference/runtime/timer-index.js';

export type TimerKind = TimerKey['kind'];

/** Something happens to a timer of the reference. Times are ms of the virtual clock. */
export interface TimerEvent {
  readonly what: 'set' | 'due' | 'stopped';
  readonly timer: TimerKey;
  readonly at: number;
  /** When it runs, or would have run, out. */
  readonly deadline: number;
}

/**
 * Tells of everything that happens to a timer from here on. One that is set anew or runs out is told
 * to be stopped first, as the timer itself does it.
 */
export function watchTimer(timer: Timer, watch: (event: TimerEvent) => void): void {
  const { schedule, cancel, cancelAll, onFire } = timer;
  const tell = (
    what: TimerEvent['what'],
    { key, deadline }: Pick<ArmedTimer, 'key' | 'deadline'>,
  ) => watch({ what, timer: key, at: timer.now, deadline });
  const stop = (key: TimerKey) => {
    const armed = timer.armed().find((one) => isSameTimer(one.key, key));
    if (armed !== undefined) tell('stopped', armed);
  };
  timer.schedule = (key, delayMs) => {
    stop(key);
    schedule(key, delayMs);
    tell('set', { key, deadline: timer.now + delayMs });
  };
  timer.cancel = (key) => {
    stop(key);
    cancel(key);
  };
  timer.cancelAll = () => {
    for (const armed of timer.armed()) tell('stopped', armed);
    cancelAll();
  };
  timer.onFire = (due) => {
    onFire?.(due);
    tell('due', due);
  };
}

export function isSameTimer(one: TimerKey, other: TimerKey): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
