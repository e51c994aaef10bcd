import type { Expansion } from '../expand/expansion.js';
import { positionsOf } from './attempt.js';

/** Names of the connections that an expansion uses, in their order, its opening included. */
export function connectionNames(expansion: Expansion): string[] {
  const names = positionsOf(expansion).flatMap((position) => {
    if (position.kind === 'opening') return position.step.members;
    const { step } = position;
    if (step.kind === 'request') return [step.connection];
    return step.kind === 'race' ? step.requests.map(({ member }) => member) : [];
  });
  return [...new Set(names)];
}
