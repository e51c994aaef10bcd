import type { Session } from '../../adapter/adapter.js';
import type { ControlStep, Deed } from '../cases/case-types.js';
import { isMap } from '../judge/field-values.js';
import { buildLogged, loggedMembers } from '../judge/logged-record.js';
import type { RunState } from './run-state.js';

/** Does what a step asks to the log or the partition; what it releases is judged by the caller. */
export async function runDeed(state: RunState, step: ControlStep): Promise<void> {
  const { session } = state;
  const { deed } = step;
  switch (deed.kind) {
    case 'fail-next-append':
      return session.control({ kind: 'fail-next-append', error: deed.error });
    case 'commits':
      return session.control({ kind: deed.to === 'held' ? 'hold-commits' : 'release-commits' });
    case 'partition':
      return movePartition(state, session, deed);
  }
}

type PartitionDeed = Extract<Deed, { kind: 'partition' }>;

async function movePartition(
  state: RunState,
  session: Session,
  deed: PartitionDeed,
): Promise<void> {
  const { is } = state.partition;
  if (is === 'served' || (is === 'loading' && deed.to === 'unloaded')) {
    await session.control({ kind: 'unload' });
    // What the unload answers must not wait for a load.
    await session.settle();
    state.partition.is = 'unloaded';
  }
  if (deed.to === 'unloaded') return;
  if (state.partition.is === 'unloaded') {
    await session.control({
      kind: 'start-load',
      records: logOf(state, deed),
      configuration: deed.configuration,
    });
    state.partition.is = 'loading';
  }
  if (deed.to === 'loading') return;
  await session.control({ kind: 'finish-load' });
  state.partition.is = 'served';
}

/** Members of a log that the case makes up get ids, and know what the record says of them. */
function logOf(state: RunState, { log }: PartitionDeed) {
  if (log === null) return null;
  const template = state.templateContext({ member: 'A', api: 'JoinGroup', version: 0 });
  return log.map((data) => {
    for (const name of loggedMembers(data)) {
      if (state.symbols.get(name) === undefined) state.symbols.bind(name, `${name}-of-the-log`);
    }
    const record = buildLogged(data, template, state.vocabulary, state.comparison);
    for (const name of loggedMembers(data)) {
      if (!isMap(record.value)) continue;
      const memory = state.memory(name);
      memory.generationId = Number(record.value['generation'] ?? 0);
      memory.protocolName = (record.value['protocol'] as string | null | undefined) ?? null;
      memory.leader = (record.value['leader'] as string | null | undefined) ?? null;
    }
    return record;
  });
}
