import * as fc from 'fast-check';
import type { View } from '../plan/view.js';
import { type Command, command } from './command.js';

/** Whether everybody waits, so that only time can bring anything about. */
function allWait({ everybody }: View): boolean {
  return everybody.every(
    ({ phase }) =>
      phase === 'parked-join' ||
      phase === 'parked-sync' ||
      phase === 'asking' ||
      phase === 'steady',
  );
}

export const TIMES: readonly Command[] = [
  command({
    name: 'small-advance',
    weight: () => 0.6,
    picks: fc.constantFrom('ε', 'initialRebalanceDelay / 2', 'initialRebalanceDelay'),
    move: (_view, duration) => ({ kind: 'advance', by: { duration } }),
  }),
  command({
    name: 'to-deadline',
    weight: (view) => (allWait(view) ? 6 : 1.2),
    picks: fc.constantFrom(-1, 0, 0, 0, 1),
    move: (_view, deadline) => ({ kind: 'advance', by: { deadline } }),
  }),
  command({
    name: 'long-advance',
    weight: (view) => (allWait(view) ? 1 : 0.3),
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
