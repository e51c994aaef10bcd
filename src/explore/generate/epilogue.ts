import type { Move, Sequence } from '../sequence.js';
import { hasOpenOrder } from '../write-case/open-order.js';
import type { Entry, Transcript } from '../write-case/transcript.js';

/** Somebody who is a member of nothing. */
const ADMINISTRATOR = 'Z';

/** One is always passed; more only while anybody waits. */
const MOST_DEADLINES = 3;

/** Of those that joined last. */
const MOST_HEARTBEATS = 2;

/**
 * What shows the consequences of the last move: how the group is now, and how all that wait are
 * answered in the end. `play` tells how a sequence goes.
 */
export async function withEpilogue(
  transcript: Transcript,
  play: (sequence: Sequence) => Promise<Transcript | null>,
): Promise<Sequence> {
  let current = transcript;
  const add = async (moves: readonly Move[]): Promise<boolean> => {
    const sequence = { ...current.sequence, moves: [...current.sequence.moves, ...moves] };
    const played = await play(sequence);
    if (played === null || played.entries.slice(current.entries.length).some(hasOpenOrder)) {
      return false;
    }
    current = played;
    return true;
  };
  const groups = groupsOf(transcript);
  await add(descriptions(groups));
  await add(heartbeats(transcript));
  for (let count = 0; count < MOST_DEADLINES; count++) {
    const last = current.entries.at(-1);
    if (last === undefined || last.nextDeadline === null) break;
    if (last.parked === 0 && count > 0) break;
    if (!(await add([{ kind: 'advance', by: { deadline: 0 } }]))) break;
  }
  const last = current.entries.at(-1);
  if (last !== undefined && last.move.kind === 'advance') await add(descriptions(groups));
  return current.sequence;
}

function groupsOf({ entries }: Transcript): readonly string[] {
  const used = new Set<string>();
  for (const entry of entries) for (const group of groupsIn(entry)) used.add(group);
  used.delete('');
  return [...used];
}

function groupsIn({ sent, states }: Entry): readonly string[] {
  const group = sent?.body['groupId'];
  return [...states.keys(), ...(typeof group === 'string' ? [group] : [])];
}

/** Whoever joined in the sequence is told how it stands with it. */
function heartbeats({ sequence }: Transcript): readonly Move[] {
  const found = new Map<string, Move>();
  for (const move of sequence.moves) {
    if (move.kind !== 'request' || move.api !== 'JoinGroup') continue;
    const { client } = move;
    const { groupId = '', groupInstanceId = null } = move.fields;
    if (groupId === '') continue;
    found.set(client, {
      kind: 'request',
      client,
      api: 'Heartbeat',
      fields: {
        groupId,
        generationId: { generationOf: client, plus: 0 },
        memberId: { idOf: client },
        groupInstanceId,
      },
    });
  }
  return [...found.values()].slice(-MOST_HEARTBEATS);
}

function descriptions(groups: readonly string[]): readonly Move[] {
  if (groups.length === 0) return [];
  return [{ kind: 'request', client: ADMINISTRATOR, api: 'DescribeGroups', fields: { groups } }];
}
