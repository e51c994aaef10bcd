import type { Group } from '../../../reference/classic/group.js';
import type { ClientMemory } from '../lock-step/clients.js';
import type { LockStep } from '../lock-step/lock-step.js';
import type { Person } from './people.js';
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
  /** The incarnation that was the current one before the move. */
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
  /** How many are in each phase: that is all that most weights ask. */
  readonly counts: Readonly<Record<Phase, number>>;
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

/** One view for a whole run, brought up to date by `lookAround`: to make one is more than to look. */
export interface Outlook {
  readonly view: View;
  lookAround(): void;
}

export function createOutlook(
  lockStep: LockStep,
  scenery: Scenery,
  partition: PartitionView,
): Outlook {
  const everybody = scenery.people.map(newcomer);
  const view: Changing<View> = {
    lockStep,
    scenery,
    everybody,
    partition,
    known: [],
    in: (wanted) => everybody.filter(({ phase }) => phase === wanted),
    counts: nobody(),
  };

  function lookAround(): void {
    const counts = nobody();
    const known: Standing[] = [];
    for (const standing of everybody) {
      lookAt(lockStep, standing);
      counts[standing.phase]++;
      if (standing.memory !== undefined && standing.memory.memberId !== null) known.push(standing);
    }
    view.counts = counts;
    view.known = known;
  }

  return { view, lookAround };
}

type Changing<Thing> = { -readonly [Key in keyof Thing]: Thing[Key] };

function nobody(): Record<Phase, number> {
  return {
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
}

function newcomer(person: Person): Changing<Standing> {
  return {
    person,
    client: person.client,
    memory: undefined,
    group: undefined,
    phase: 'outside',
  };
}

function lookAt(lockStep: LockStep, standing: Changing<Standing>): void {
  const { person } = standing;
  standing.client = person.client;
  standing.memory = lockStep.clients.known(person.client);
  standing.group = lockStep.model.coordinator.groups.get(person.group);
  standing.phase = phaseOf(lockStep, standing);
}

function phaseOf(
  { outstanding }: LockStep,
  { person, client, memory, group }: Omit<Standing, 'phase'>,
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
