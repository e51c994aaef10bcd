import type { Group } from '../../reference/classic/group.js';
import type { ClientMemory } from './lock-step/clients.js';
import type { LockStep } from './lock-step/lock-step.js';
import {
  type Given,
  type GivenFields,
  type Move,
  type RequestMove,
  sameGiven,
} from './sequence.js';

/** A cell of the table of states and requests (spec/grids/state-request.yaml), e.g. `leave in Stable`. */
export type Pair = string;

const STATES = ['Empty', 'PreparingRebalance', 'CompletingRebalance', 'Stable'] as const;
const WITH_MEMBERS = STATES.filter((state) => state !== 'Empty');

/** In which states each row of the table has something to show. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  'first-join': STATES,
  'rejoin-of-leader': STATES,
  'rejoin-of-follower': WITH_MEMBERS,
  'changed-rejoin': STATES,
  restart: WITH_MEMBERS,
  'restart-with-other-protocols': ['Stable'],
  'sync-of-follower': STATES,
  'sync-of-leader': WITH_MEMBERS,
  heartbeat: STATES,
  leave: STATES,
  delete: STATES,
};

/** Every cell of the table, row by row. */
export const ALL_PAIRS: readonly Pair[] = Object.entries(ROWS).flatMap(([row, states]) =>
  states.map((state) => pair(row, state)),
);

/** The table, with each cell as the only one of a list. */
const CELLS = Object.fromEntries(
  Object.entries(ROWS).map(([row, states]) => [
    row,
    Object.fromEntries(states.map((state) => [state, [pair(row, state)]])),
  ]),
);

const NONE: readonly Pair[] = [];

/** JoinGroup hands out ids from here on (JOIN-03). */
const IDS_HANDED_OUT_SINCE = 4;

function pair(row: string, state: string): Pair {
  return `${row} in ${state}`;
}

/**
 * The cells that a move about to be made belongs to: of a member in good standing, or in Empty of a
 * former one. DeleteGroups may belong to several.
 */
export function pairsOf(move: Move, lockStep: LockStep): readonly Pair[] {
  if (move.kind !== 'request') return NONE;
  const { groups } = lockStep.model.coordinator;
  if (move.api === 'DeleteGroups') {
    const named = move.fields['groupsNames'];
    const found = (Array.isArray(named) ? named : []).flatMap((name) => {
      const group = groups.get(String(name));
      return group === undefined ? [] : cellOf('delete', group);
    });
    return [...new Set(found)];
  }
  const group = groups.get(String(move.fields['groupId']));
  const row = group === undefined ? null : rowOf(move, group, lockStep);
  return row === null || group === undefined ? NONE : cellOf(row, group);
}

function cellOf(row: string, { state }: Group): readonly Pair[] {
  return CELLS[row]?.[state] ?? NONE;
}

function rowOf(move: RequestMove, group: Group, lockStep: LockStep): string | null {
  const { clients, versions } = lockStep;
  const own = clients.known(move.client);
  const memberId = idOf(move.fields['memberId'], lockStep);
  switch (move.api) {
    case 'JoinGroup':
      return memberId === ''
        ? firstJoin(move.fields, group, versions.JoinGroup)
        : rejoin(move.fields, memberId, group, own);
    case 'SyncGroup':
      if (!isCurrent(move.fields, memberId, group, own, lockStep)) return null;
      return memberId === group.leader ? 'sync-of-leader' : 'sync-of-follower';
    case 'Heartbeat':
      return isCurrent(move.fields, memberId, group, own, lockStep) ? 'heartbeat' : null;
    case 'LeaveGroup': {
      const { members } = move.fields;
      if (versions.LeaveGroup >= 3 && Array.isArray(members) && members.length !== 1) return null;
      return isMember(memberId, group, own) ? 'leave' : null;
    }
    default:
      return null;
  }
}

function firstJoin(fields: GivenFields, group: Group, version: number): string | null {
  const { groupInstanceId, protocols } = fields;
  if (typeof groupInstanceId !== 'string') {
    return version >= IDS_HANDED_OUT_SINCE ? 'first-join' : null;
  }
  if (!group.staticMembers.has(groupInstanceId)) return null;
  const offered = (Array.isArray(protocols) ? protocols : []) as readonly GivenFields[];
  const keeps = offered.some(({ name }) => name === group.protocolName);
  return group.state === 'Stable' && !keeps ? 'restart-with-other-protocols' : 'restart';
}

function rejoin(
  fields: GivenFields,
  memberId: string,
  group: Group,
  own: ClientMemory | undefined,
): string | null {
  if (!isMember(memberId, group, own)) return null;
  const changed = !sameGiven(fields['protocols'] ?? null, own?.offered);
  if (group.state === 'Empty') return changed ? 'changed-rejoin' : 'rejoin-of-leader';
  if (memberId === group.leader) return changed ? null : 'rejoin-of-leader';
  return changed ? 'changed-rejoin' : 'rejoin-of-follower';
}

/** A member of the group, or in Empty one that has been. */
function isMember(memberId: string, group: Group, own: ClientMemory | undefined): boolean {
  if (group.members.has(memberId)) return true;
  return group.state === 'Empty' && own?.memberId === memberId && own.generation >= 0;
}

function isCurrent(
  fields: GivenFields,
  memberId: string,
  group: Group,
  own: ClientMemory | undefined,
  { clients }: LockStep,
): boolean {
  if (!isMember(memberId, group, own)) return false;
  if (group.state === 'Empty') return true;
  const generation = fields['generationId'];
  if (typeof generation === 'number') return generation === group.generation;
  if (typeof generation !== 'object' || generation === null) return false;
  if (!('generationOf' in generation)) return false;
  const { generationOf, plus } = generation as { generationOf: string; plus: number };
  return (clients.known(generationOf)?.generation ?? -1) + plus === group.generation;
}

function idOf(given: Given | undefined, { clients }: LockStep): string {
  if (typeof given === 'string') return given;
  if (typeof given !== 'object' || given === null || !('idOf' in given)) return '';
  return clients.known(String(given.idOf))?.memberId ?? 'nobody';
}
