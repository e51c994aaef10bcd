import { evaluateDuration } from '../expand/durations.js';
import type { Expansion } from '../expand/expansion.js';
import { positionsOf } from '../run/attempt.js';
import type { Timeline, TimelineStep } from './pace.js';

/** Such a case keeps a quarter of a session timeout away from every deadline; this much is used up. */
const USED_UP = 1 / 5;

/**
 * When the steps of a case end which the reference, being of another profile, goes along with only
 * at first. From there on the case's own durations tell the time. Deadlines set until then are
 * taken to hold; of others nobody knows, so that every step has to end nearly when it should.
 *
 * @param rehearsed the steps that the reference went along with
 */
export function outline(expansion: Expansion, rehearsed: Timeline): Timeline {
  const { durations } = expansion;
  const tolerance = USED_UP * durations.sessionTimeout;
  let { end, armed } = rehearsed.at(-1) ?? { end: 0, armed: [] };
  const outlined = positionsOf(expansion)
    .slice(rehearsed.length)
    .map((position): TimelineStep => {
      if (position.kind === 'step' && position.step.kind === 'advance') {
        end += evaluateDuration(position.step.duration, durations);
      }
      const fired = armed.filter(({ deadline }) => deadline <= end);
      armed = armed.filter(({ deadline }) => deadline > end);
      return { end, fired, armed, tolerance };
    });
  return [...rehearsed, ...outlined];
}
