import type { MessageValue } from '../../protocol/message-body.js';

/** Whether two moments on two virtual clocks are the same. */
export type SameTimes = (
  expected: MessageValue | undefined,
  actual: MessageValue | undefined,
) => boolean;

/**
 * The clocks may begin at different moments, but are always equally far apart. What a log brought
 * with it is the same on both.
 */
export function createSameTimes(): SameTimes {
  let apart: bigint | null = null;
  return (expected, actual) => {
    if (expected === actual) return true;
    if (typeof expected !== 'bigint' || typeof actual !== 'bigint') return false;
    apart ??= actual - expected;
    return actual - expected === apart;
  };
}
