import type { Timeline } from './timeline.js';

/**
 * A map that can be read as it is and as of the last commit, and whose changes are undone if their
 * records cannot be written. The values are shared by both views: a group that is found in the
 * committed one shows its fields as they are now (RT-07).
 */
export interface VersionedMap<Value> {
  get(key: string): Value | undefined;
  values(): IterableIterator<Value>;
  readonly committed: ReadonlyMap<string, Value>;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

export function createVersionedMap<Value>(timeline: Timeline): VersionedMap<Value> {
  const current = new Map<string, Value>();
  const committed = new Map<string, Value>();

  /** `value` undefined: no entry. */
  function put(map: Map<string, Value>, key: string, value: Value | undefined): void {
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  }

  function change(key: string, value: Value | undefined): void {
    const before = current.get(key);
    put(current, key, value);
    timeline.changed({
      undo: () => put(current, key, before),
      commit: () => put(committed, key, value),
    });
  }

  return {
    get: (key) => current.get(key),
    values: () => current.values(),
    committed,
    set: change,
    delete: (key) => change(key, undefined),
  };
}
