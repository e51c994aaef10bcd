import type { Group } from '../../reference/classic/group.js';
import type { Coordinator } from '../../reference/coordinator.js';
import type { Configuration } from '../../src/adapter/adapter.js';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { createInvariants, type Invariants } from '../../src/explore/invariants/invariants.js';
import type { Violation } from '../../src/explore/invariants/violation.js';
import { type LockStep, type Step, startLockStep } from '../../src/explore/lock-step/lock-step.js';
import { createMessages } from '../../src/explore/lock-step/messages.js';
import type { ControlMove, ExploredApi, GivenFields, Move } from '../../src/explore/sequence.js';
import { loadKitSpec } from '../../src/kit.js';

export const kit = loadKitSpec();
export const messages = createMessages(kit.comparison);

export const GROUP = 'group';

const VERSIONS: Readonly<Record<ExploredApi, number>> = {
  JoinGroup: 9,
  SyncGroup: 5,
  Heartbeat: 4,
  LeaveGroup: 5,
  DescribeGroups: 5,
  ListGroups: 5,
  DeleteGroups: 2,
};

/** The reference beside itself, its model under watch. */
export interface Scene {
  readonly lockStep: LockStep;
  readonly coordinator: Coordinator;
  readonly invariants: Invariants;
  /** The group, to be tampered with. */
  group(): Group;
  /** What the invariants see instead of the groups that there are. */
  readonly groups: Pick<Map<string, Group>, 'get' | 'set' | 'delete'>;
  /** Id of a client. */
  id(client: string): string;
  take(move: Move): Promise<{ readonly step: Step; readonly violations: readonly Violation[] }>;
  /** Takes the moves and fails if anything is violated. */
  takeAll(...moves: readonly Move[]): Promise<void>;
}

export async function openScene(configuration: Configuration = {}): Promise<Scene> {
  const adapter = createReferenceAdapter(kit.defaults, 5);
  const implementation = await adapter.describe();
  const lockStep = startLockStep({
    session: await adapter.open({ configuration }),
    implementation,
    configuration: { ...kit.defaults, ...configuration },
    versions: VERSIONS,
    messages,
    groupPrefix: '',
    seed: 5,
    exact: true,
    realTime: { toleranceMs: 0, answerTimeoutMs: 0 },
  });
  const { coordinator } = lockStep.model;
  const invariants = createInvariants(lockStep);
  const scene: Scene = {
    lockStep,
    coordinator,
    invariants,
    group() {
      const group = coordinator.groups.get(GROUP);
      if (group === undefined) throw new Error('the scene has no group');
      return group;
    },
    groups: forge(coordinator.groups),
    id: (client) => lockStep.clients.get(client).memberId ?? '',
    async take(move) {
      const step = await lockStep.take(move);
      return { step, violations: invariants.check(step) };
    },
    async takeAll(...moves) {
      for (const move of moves) {
        const { violations, step } = await scene.take(move);
        const [first] = violations;
        if (first !== undefined) throw new Error(first.sentence);
        if (step.divergence !== null) throw new Error(JSON.stringify(step.divergence));
      }
    },
  };
  return scene;
}

/** Puts groups in front of those that a coordinator shows. */
function forge(shown: Coordinator['groups']): Scene['groups'] {
  const { get, values } = shown;
  let forged: Map<string, Group> | null = null;
  Object.assign(shown, {
    get: (groupId: string) => (forged === null ? get(groupId) : forged.get(groupId)),
    values: () => (forged === null ? values() : forged.values()),
  });
  const begin = () => {
    forged ??= new Map([...values()].map((group) => [group.groupId, group]));
    return forged;
  };
  return {
    get: shown.get,
    set: (groupId, group) => begin().set(groupId, group),
    delete: (groupId) => begin().delete(groupId),
  };
}

export const advance = (duration: string): Move => ({ kind: 'advance', by: { duration } });
export const control = (deed: ControlMove['deed']): Move => ({ kind: 'control', deed });

function request(client: string, api: ExploredApi, fields: GivenFields): Move {
  return { kind: 'request', client, api, fields: { groupId: GROUP, ...fields } };
}

/** A static member by its small letter joins; a client of two letters is a dynamic one. */
export function join(client: string, fields: GivenFields = {}): Move {
  return request(client, 'JoinGroup', {
    sessionTimeoutMs: { duration: 'sessionTimeout' },
    rebalanceTimeoutMs: { duration: 'rebalanceTimeout' },
    memberId: '',
    groupInstanceId: client.charAt(0).toLowerCase(),
    protocolType: 'consumer',
    protocols: [{ name: 'range', metadata: { subscription: client.charAt(0) } }],
    ...fields,
  });
}

export const dynamic = (client: string, fields: GivenFields = {}): Move =>
  join(client, { groupInstanceId: null, ...fields });

const identity = (client: string): GivenFields => ({
  generationId: { generationOf: client, plus: 0 },
  memberId: { idOf: client },
  groupInstanceId: null,
});

export const heartbeat = (client: string): Move => request(client, 'Heartbeat', identity(client));

export const sync = (client: string, assignments: Readonly<Record<string, string>> = {}): Move =>
  request(client, 'SyncGroup', {
    ...identity(client),
    protocolType: 'consumer',
    protocolName: 'range',
    assignments: Object.entries(assignments).map(([member, text]) => ({
      memberId: { idOf: member },
      assignment: { text },
    })),
  });

export const leave = (client: string): Move =>
  request(client, 'LeaveGroup', {
    memberId: { idOf: client },
    members: [{ memberId: { idOf: client }, groupInstanceId: null }],
  });

export const describeGroup: Move = {
  kind: 'request',
  client: 'A',
  api: 'DescribeGroups',
  fields: { groups: [GROUP] },
};

/** A and B are parked in the first join phase. */
export const JOINING: readonly Move[] = [join('A'), join('B')];
/** A was told that it leads, B that it follows. */
export const COMPLETING: readonly Move[] = [...JOINING, advance('2 * initialRebalanceDelay')];
export const STABLE: readonly Move[] = [
  ...COMPLETING,
  sync('A', { A: 'for A', B: 'for B' }),
  sync('B'),
];
/** Everybody has left again. */
export const EMPTY: readonly Move[] = [...STABLE, leave('A'), leave('B')];
