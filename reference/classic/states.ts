export type GroupState = 'Empty' | 'PreparingRebalance' | 'CompletingRebalance' | 'Stable' | 'Dead';

/** STATE-01: from where each state may be entered. */
const ALLOWED_FROM: Readonly<Record<GroupState, readonly GroupState[]>> = {
  Empty: ['PreparingRebalance'],
  PreparingRebalance: ['Stable', 'CompletingRebalance', 'Empty'],
  CompletingRebalance: ['PreparingRebalance'],
  Stable: ['CompletingRebalance'],
  Dead: ['Empty', 'PreparingRebalance', 'CompletingRebalance', 'Stable', 'Dead'],
};

export interface StateOfGroup {
  readonly groupId: string;
  state: GroupState;
  previousState: GroupState;
  /** Time in ms at which `state` was entered. */
  stateTimestamp: number;
}

/** STATE-01. A move that the table does not have is a fault of the reference: it throws. */
export function transitionTo(group: StateOfGroup, state: GroupState, now: number): void {
  if (!ALLOWED_FROM[state].includes(group.state)) {
    throw new Error(`group ${group.groupId} cannot go from ${group.state} to ${state}`);
  }
  group.previousState = group.state;
  group.state = state;
  group.stateTimestamp = now;
}

/** PREP-01 may start: the group is not already preparing. */
export function canStartRebalance({ state }: StateOfGroup): boolean {
  return ALLOWED_FROM.PreparingRebalance.includes(state);
}

/** STATE-02. */
export function isInitialRebalance({ state, previousState }: StateOfGroup): boolean {
  return state === 'PreparingRebalance' && previousState === 'Empty';
}
