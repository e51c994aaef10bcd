import type { Deadline, Timeline } from '../../suite/time/pace.js';

/** What a step takes at most where nothing disturbs it, in ms: settling, and an answer's way. */
const STEP_TAKES = 150;

/** What the kit waits after a deadline, in ms, until it has surely been acted on. */
const TIMER_SLACK = 150;

/** Distance, in ms, that a step keeps from a deadline that is still ahead. */
const GUARD = 50;

/**
 * Whether a case can be judged on a real clock: no step of the schedule comes too close to a
 * deadline that is still ahead. Goes by what src/suite/time/pace.ts does on an ordinary machine.
 */
export function isJudgeable(timeline: Timeline): boolean {
  const windows: { readonly begun: number; readonly ended: number }[] = [];
  let now = 0;
  for (const [index, step] of timeline.entries()) {
    const begun = now;
    const at = ({ origin, deadline }: Deadline, bound: 'begun' | 'ended'): number => {
      const window = windows[origin] ?? { begun, ended: now };
      return window[bound] + deadline - (timeline[origin]?.end ?? 0);
    };
    const passes = step.end > (timeline[index - 1]?.end ?? 0);
    if (passes) {
      const fired = step.fired.map((deadline) => at(deadline, 'ended') + TIMER_SLACK);
      now = Math.max(step.end, now, ...fired);
    } else {
      now += STEP_TAKES;
    }
    windows[index] = { begun, ended: now };
    for (const deadline of step.armed) {
      if (deadline.origin !== index && now > at(deadline, 'begun') - GUARD) return false;
    }
  }
  return true;
}
