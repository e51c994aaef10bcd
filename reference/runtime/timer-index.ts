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
  get(key: TimerKey): Value | undefined;
  set(key: TimerKey, value: Value): void;
  delete(key: TimerKey): void;
  clear(): void;
}

type Values<Value> = Map<string | number, Value>;

export function createTimerIndex<Value>(): TimerIndex<Value> {
  const byKind: Readonly<Record<Exclude<TimerKey['kind'], 'session'>, Values<Value>>> = {
    join: new Map(),
    sync: new Map(),
    cleanup: new Map(),
    write: new Map(),
  };
  const sessionsOfGroup = new Map<string, Values<Value>>();

  function valuesAround(key: TimerKey): Values<Value> | undefined {
    return key.kind === 'session' ? sessionsOfGroup.get(key.groupId) : byKind[key.kind];
  }

  return {
    get: (key) => valuesAround(key)?.get(nameOf(key)),
    set(key, value) {
      const values = valuesAround(key) ?? new Map<string | number, Value>();
      values.set(nameOf(key), value);
      if (key.kind === 'session') sessionsOfGroup.set(key.groupId, values);
    },
    delete(key) {
      const values = valuesAround(key);
      values?.delete(nameOf(key));
      if (key.kind === 'session' && values?.size === 0) sessionsOfGroup.delete(key.groupId);
    },
    clear() {
      for (const values of Object.values(byKind)) values.clear();
      sessionsOfGroup.clear();
    },
  };
}

function nameOf(key: TimerKey): string | number {
  switch (key.kind) {
    case 'join':
    case 'sync':
      return key.groupId;
    case 'session':
      return key.memberId;
    case 'cleanup':
      return key.kind;
    case 'write':
      return key.operation;
  }
}
