import type { StepData } from '../../suite/cases/case-types.js';

/**
 * Unload, start and end of a load in a row are one step. A start unloads by itself what is served,
 * but not what is being loaded already.
 */
export function mergeReloads(steps: readonly StepData[]): readonly StepData[] {
  const merged: StepData[] = [];
  let is = 'served';
  /** What the partition was before the last step in `merged`. */
  let before = is;
  for (const step of steps) {
    const to = step['partition'];
    const last = merged.at(-1);
    const quiet = last?.['releases'] === undefined;
    const follows = last?.['partition'];
    if (to === 'loading' && follows === 'unloaded' && quiet && before === 'served') {
      merged.splice(-1, 1, step);
    } else if (to === 'loaded' && follows === 'loading' && quiet) {
      const partition = before === 'served' ? 'reloaded' : 'loaded';
      merged.splice(-1, 1, { ...last, ...step, partition });
    } else {
      before = is;
      merged.push(step);
    }
    if (typeof to === 'string') is = to === 'loaded' ? 'served' : to;
  }
  return merged;
}
