import type { Group } from '../../../reference/classic/group.js';
import type { ClientMemory } from '../lock-step/clients.js';
import type { LockStep } from '../lock-step/lock-step.js';
import { clientOf, type Person } from './people.js';
import type { Scenery } from './scenery.js';

/** Where somebody stands: what a client in their place would do next. */
export type Phase =
  /** Knows no group yet, or was thrown out and told so. */
  | 'outside'
  /** Has asked to join without an id, and waits. */
  | 'asking'
  /** Was handed an id (MEMBER_ID_REQUIRED). */
  | 'handed-id'
  | 'parked-join'
  | 'parked-sync'
  /** A rebalance is under way without it. */
  | 'must-rejoin'
  | 'must-sync'
  | 'steady'
  /** Has an id that the group does not know any more. */
  | 'lost';

export interface Standing {
  readonly person: Person;
  readonly client: string;
  readonly memory: ClientMemory | undefined;
  readonly group: Group | undefined;
  readonly phase: Phase;
}

/** What a command may look at to see whether it makes sense, and to fill its request. */
export interface View {
  readonly lockStep: LockStep;
  readonly scenery: Scenery;
  readonly everybody: readonly Standing[];
  /** Those in a phase, in the order of their letters. */
  in(phase: Phase): readonly Standing[];
  /** How many are in a phase: that is all that most weights ask. */
  count(phase: Phase): number;
  /** Those who have an id, whatever they do at the moment. */
  readonly known: readonly Standing[];
  /** What has been done to the partition and its log. */
  readonly partition: PartitionView;
}

export interface PartitionView {
  is: 'served' | 'unloaded' | 'loading';
  commitsHeld: boolean;
  failuresWaiting: number;
}

export function lookAround(lockStep: LockStep, scenery: Scenery, partition: PartitionView): View {
  const everybody = scenery.people.map((person) => standingOf(lockStep, person));
  const counts: Record<Phase, number> = {
    outside: 0,
    asking: 0,
    'handed-id': 0,
    'parked-join': 0,
    'parked-sync': 0,
    'must-rejoin': 0,
    'must-sync': 0,
    steady: 0,
    lost: 0,
  };
  for (const { phase } of everybody) counts[phase]++;
  return {
    lockStep,
    scenery,
    everybody,
    partition,
    known: everybody.filter(({ memory }) => (memory?.memberId ?? null) !== null),
    in: (wanted) => everybody.filter(({ phase }) => phase === wanted),
    count: (phase) => counts[phase],
  };
}

function standingOf(lockStep: LockStep, person: Person): Standing {
  const client = clientOf(person);
  const memory = lockStep.clients.known(client);
  const group = lockStep.model.coordinator.groups.get(person.group);
  return { person, client, memory, group, phase: phaseOf(lockStep, person, client, memory, group) };
}

function phaseOf(
  { outstanding }: LockStep,
  person: Person,
  client: string,
  memory: ClientMemory | undefined,
  group: Group | undefined,
): Phase {
  const memberId = memory?.memberId ?? null;
  if (memberId === null) {
    if (!person.asked) return 'outside';
    for (const request of outstanding.values()) if (request.client === client) return 'asking';
    return 'outside';
  }
  if (group === undefined) return 'lost';
  if (group.pendingIds.has(memberId)) return 'handed-id';
  const member = group.members.get(memberId);
  if (member === undefined) return 'lost';
  if (member.parkedJoin !== null) return 'parked-join';
  if (member.parkedSync !== null) return 'parked-sync';
  if (group.state === 'PreparingRebalance') return 'must-rejoin';
  if (group.state === 'CompletingRebalance' && group.pendingSync.has(memberId)) return 'must-sync';
  return 'steady';
}
