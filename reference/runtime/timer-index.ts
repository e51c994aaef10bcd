/**
 * What a timer is for (TIMER-06). Keys are structured: in flat ones, member `b-c` of group
 * `a` and member `c` of group `a-b` would share a timer.
 */
export type TimerKey =
  | { readonly kind: 'join'; readonly groupId: string }
  | { readonly kind: 'sync'; readonly groupId: string }
  | { readonly kind: 'session'; readonly groupId: string; readonly memberId: string }
  | { readonly kind: 'cleanup' }
  /** RT-03: of the operation with this number. */
  | { readonly kind: 'write'; readonly operation: number };

/** Finds values by the contents of their key. */
export interface TimerIndex<Value> {
  has(key: TimerKey): boolean;
  set(key: TimerKey, value: Value): void;
  /** Removes and returns the value. */
  take(key: TimerKey): Value | undefined;
  clear(): void;
}

export function createTimerIndex<Value>(): TimerIndex<Value> {
  const byKind: Readonly<Record<TimerKey['kind'], Map<string | number, Map<string, Value>>>> = {
    join: new Map(),
    sync: new Map(),
    session: new Map(),
    cleanup: new Map(),
    write: new Map(),
  };

  return {
    has(key) {
      const [owner, detail] = pathOf(key);
      return byKind[key.kind].get(owner)?.has(detail) ?? false;
    },
    set(key, value) {
      const [owner, detail] = pathOf(key);
      const ofOwner = byKind[key.kind].get(owner) ?? new Map<string, Value>();
      byKind[key.kind].set(owner, ofOwner.set(detail, value));
    },
    take(key) {
      const [owner, detail] = pathOf(key);
      const ofOwner = byKind[key.kind].get(owner);
      const value = ofOwner?.get(detail);
      ofOwner?.delete(detail);
      if (ofOwner?.size === 0) byKind[key.kind].delete(owner);
      return value;
    },
    clear() {
      for (const ofKind of Object.values(byKind)) ofKind.clear();
    },
  };
}

function pathOf(key: TimerKey): readonly [owner: string | number, detail: string] {
  switch (key.kind) {
    case 'join':
    case 'sync':
      return [key.groupId, ''];
    case 'session':
      return [key.groupId, key.memberId];
    case 'cleanup':
      return ['', ''];
    case 'write':
      return [key.operation, ''];
  }
}
