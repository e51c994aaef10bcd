import * as fc from 'fast-check';
import type { View } from '../plan/view.js';
import { type Command, command } from './command.js';

/** Whether nobody has anything to do and somebody waits, so that only time can help. */
function onlyTimeHelps({ everybody, counts }: View): boolean {
  const waiting = counts['parked-join'] + counts['parked-sync'] + counts.asking;
  return waiting > 0 && waiting + counts.steady === everybody.length;
}

/** Where waiting takes real time, nobody waits for what is farther away, in ms. */
const LONGEST_REAL_WAIT = 15_000;

function isNear({ scenery, lockStep }: View): boolean {
  if (scenery.clock === 'virtual') return true;
  const { model } = lockStep;
  return (model.nextDeadline() ?? 0) - model.now() <= LONGEST_REAL_WAIT;
}

export const TIMES: readonly Command[] = [
  command({
    name: 'small-advance',
    apis: [],
    weight: () => 0.6,
    picks: fc.constantFrom('ε', 'initialRebalanceDelay / 2', 'initialRebalanceDelay'),
    move: (_view, duration) => ({ kind: 'advance', by: { duration } }),
  }),
  command({
    name: 'to-deadline',
    apis: [],
    weight: (view) => (!isNear(view) ? 0 : onlyTimeHelps(view) ? 8 : 0.8),
    picks: fc.constantFrom(-1, 0, 0, 0, 1),
    move: (_view, deadline) => ({ kind: 'advance', by: { deadline } }),
  }),
  command({
    name: 'long-advance',
    apis: [],
    weight: (view) => (view.scenery.clock === 'real' ? 0 : onlyTimeHelps(view) ? 1 : 0.2),
    picks: fc.constantFrom(
      'sessionTimeout / 2',
      'sessionTimeout',
      'sessionTimeout - ε',
      'rebalanceTimeout',
      'newMemberJoinTimeout',
      '2 * newMemberJoinTimeout',
    ),
    move: (_view, duration) => ({ kind: 'advance', by: { duration } }),
  }),
];
