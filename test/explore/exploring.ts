import type { Adapter } from '../../src/adapter/adapter.js';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { type ExploreOptions, explore, groundOf } from '../../src/explore/explore.js';
import type { Ground } from '../../src/explore/run.js';
import type { Move, Sequence } from '../../src/explore/sequence.js';
import { loadKitSpec } from '../../src/kit.js';

const kit = loadKitSpec();

/** Makes other ids than the reference that it is compared with. */
export const otherReference = (): Adapter => createReferenceAdapter(kit.defaults, 99);

const IN_PROCESS = { toleranceMs: 300, answerTimeoutMs: 100 };

async function optionsFor(
  adapter: Adapter,
  changes: Partial<ExploreOptions> = {},
): Promise<ExploreOptions> {
  return {
    adapter,
    implementation: await adapter.describe(),
    configuration: kit.defaults,
    comparison: kit.comparison,
    seed: 7,
    runs: 100,
    steps: 40,
    jobs: 1,
    exact: true,
    realTime: IN_PROCESS,
    quirks: new Set(),
    runToken: 'test',
    ...changes,
  };
}

export async function exploring(adapter: Adapter, changes: Partial<ExploreOptions> = {}) {
  return explore(await optionsFor(adapter, changes));
}

export async function groundFor(adapter: Adapter): Promise<Ground> {
  return groundOf(await optionsFor(adapter));
}

/** All APIs at their highest versions, no settings changed. */
export function sequence(...moves: readonly Move[]): Sequence {
  return {
    configuration: {},
    versions: {
      DeleteGroups: 2,
      DescribeGroups: 6,
      Heartbeat: 4,
      JoinGroup: 9,
      LeaveGroup: 5,
      ListGroups: 5,
      SyncGroup: 5,
    },
    moves,
  };
}

export function join(client: string, memberId: '' | { readonly idOf: string }): Move {
  return {
    kind: 'request',
    client,
    api: 'JoinGroup',
    fields: {
      groupId: 'group',
      sessionTimeoutMs: { duration: 'sessionTimeout' },
      rebalanceTimeoutMs: { duration: 'rebalanceTimeout' },
      memberId,
      protocolType: 'consumer',
      protocols: [{ name: 'range', metadata: { subscription: client } }],
    },
  };
}

export function heartbeat(client: string, plus = 0): Move {
  return {
    kind: 'request',
    client,
    api: 'Heartbeat',
    fields: {
      groupId: 'group',
      generationId: { generationOf: client, plus },
      memberId: { idOf: client },
    },
  };
}

export const toDeadline: Move = { kind: 'advance', by: { deadline: 0 } };
