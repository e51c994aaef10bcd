import { plainerValue, sameGiven } from './ordinary.js';
import type { Given, GivenFields, LoggedRecord, Move, Reference, Sequence } from './sequence.js';
import { letterOf } from './sequence.js';
import { textsUnder } from './texts-under.js';

/**
 * Sequences of as many moves, each simpler in one respect, the most telling ones first. Every one
 * is nearer to what an ordinary client would do, so going from one to the next comes to an end.
 *
 * @param highest version of each API that the implementation has: the simplest one
 */
export function* simplerSequences(
  sequence: Sequence,
  highest: Sequence['versions'] = sequence.versions,
): Generator<Sequence> {
  yield* simplerConfigurations(sequence);
  yield* higherVersions(sequence, highest);
  yield* fewerGroups(sequence);
  yield* dynamicMembers(sequence);
  yield* fewerIncarnations(sequence);
  for (const [index, move] of sequence.moves.entries()) {
    for (const simpler of simplerMoves(move)) {
      yield { ...sequence, moves: sequence.moves.with(index, simpler) };
    }
  }
}

export function* simplerConfigurations(sequence: Sequence): Generator<Sequence> {
  for (const name of Object.keys(sequence.configuration)) {
    const { [name]: _left, ...configuration } = sequence.configuration;
    yield { ...sequence, configuration };
  }
}

export function* higherVersions(
  sequence: Sequence,
  highest: Sequence['versions'],
): Generator<Sequence> {
  for (const [api, version] of Object.entries(highest)) {
    if (sequence.versions[api as keyof Sequence['versions']] >= version) continue;
    yield { ...sequence, versions: { ...sequence.versions, [api]: version } };
  }
}

const USUAL_GROUP = 'group';

function* fewerGroups(sequence: Sequence): Generator<Sequence> {
  const used = new Set(sequence.moves.flatMap(groupsOf));
  for (const group of used) {
    if (group === USUAL_GROUP || group === '') continue;
    const rename = (name: string) => (name === group ? USUAL_GROUP : name);
    yield { ...sequence, moves: sequence.moves.map((move) => withGroups(move, rename)) };
  }
}

const GROUP_FIELDS = ['groupId', 'groups', 'groupsNames'] as const;

function groupsOf(move: Move): readonly string[] {
  if (move.kind === 'advance') return [];
  if (move.kind === 'control') {
    return move.deed.kind === 'start-load' ? (move.deed.log ?? []).map(({ group }) => group) : [];
  }
  return GROUP_FIELDS.flatMap((field) => {
    const value = move.fields[field];
    if (typeof value === 'string') return [value];
    return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  });
}

function withGroups(move: Move, rename: (name: string) => string): Move {
  if (move.kind === 'advance') return move;
  if (move.kind === 'control') {
    if (move.deed.kind !== 'start-load' || move.deed.log === null) return move;
    const log = move.deed.log.map((record) => ({ ...record, group: rename(record.group) }));
    return { ...move, deed: { ...move.deed, log } };
  }
  const fields = Object.fromEntries(
    Object.entries(move.fields).map(([name, value]): [string, Given] => {
      if (!GROUP_FIELDS.some((field) => field === name)) return [name, value];
      if (typeof value === 'string') return [name, rename(value)];
      const names = value as readonly string[];
      return [name, [...new Set(names.map(rename))]];
    }),
  );
  return { ...move, fields };
}

/** A person without an instance id, in all incarnations at once. */
function* dynamicMembers(sequence: Sequence): Generator<Sequence> {
  const letters = new Set<string>();
  for (const move of sequence.moves) {
    if (move.kind === 'request' && typeof move.fields['groupInstanceId'] === 'string') {
      letters.add(letterOf(move.client));
    }
  }
  for (const letter of letters) {
    yield {
      ...sequence,
      moves: sequence.moves.map((move) =>
        move.kind === 'request' && letterOf(move.client) === letter ? asDynamic(move) : move,
      ),
    };
  }
}

function asDynamic(move: Extract<Move, { kind: 'request' }>): Move {
  const { members } = move.fields;
  return {
    ...move,
    fields: {
      ...move.fields,
      groupInstanceId: null,
      ...(Array.isArray(members)
        ? { members: members.map((member) => ({ ...member, groupInstanceId: null })) }
        : {}),
    },
  };
}

/** `A2` and `A7` of one person become `A` and `A2`. */
function* fewerIncarnations(sequence: Sequence): Generator<Sequence> {
  const clients = [...new Set(textsUnder(CLIENT_FIELDS, sequence.moves))];
  const names = new Map<string, string>();
  const count = new Map<string, number>();
  for (const client of clients.sort(byIncarnation)) {
    const letter = letterOf(client);
    const number = (count.get(letter) ?? 0) + 1;
    count.set(letter, number);
    names.set(client, number === 1 ? letter : `${letter}${number}`);
  }
  if (clients.every((client) => names.get(client) === client)) return;
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, own]) => [
        name,
        CLIENT_FIELDS.includes(name) ? (names.get(own as string) ?? own) : rename(own),
      ]),
    );
  };
  yield { ...sequence, moves: rename(sequence.moves) as Sequence['moves'] };
}

const CLIENT_FIELDS = ['client', 'idOf', 'generationOf'];

function byIncarnation(one: string, other: string): number {
  return Number(one.slice(1) || 1) - Number(other.slice(1) || 1);
}

function* simplerMoves(move: Move): Generator<Move> {
  switch (move.kind) {
    case 'request':
      if (move.clientId === null) {
        const { clientId: _none, ...named } = move;
        yield named;
      }
      for (const fields of simplerFields(move.fields, letterOf(move.client))) {
        yield { ...move, fields };
      }
      return;
    case 'advance':
      if (!('deadline' in move.by) || move.by.deadline !== 0) {
        yield { kind: 'advance', by: { deadline: 0 } };
      }
      return;
    case 'control':
      yield* simplerDeeds(move);
  }
}

function* simplerDeeds(move: Extract<Move, { kind: 'control' }>): Generator<Move> {
  const { deed } = move;
  if (deed.kind !== 'start-load') return;
  if (Object.keys(deed.configuration).length > 0) {
    yield { ...move, deed: { ...deed, configuration: {} } };
  }
  const { log } = deed;
  if (log === null) return;
  yield { ...move, deed: { ...deed, log: null } };
  for (const [index, record] of log.entries()) {
    yield { ...move, deed: { ...deed, log: log.toSpliced(index, 1) } };
    if (record.kind !== 'group') continue;
    for (const simpler of simplerRecords(record)) {
      yield { ...move, deed: { ...deed, log: log.with(index, simpler) } };
    }
  }
}

function* simplerRecords(
  record: Extract<LoggedRecord, { kind: 'group' }>,
): Generator<LoggedRecord> {
  if (record.valueVersion !== 3) yield { ...record, valueVersion: 3 };
  const { members } = record.fields;
  if (!Array.isArray(members)) return;
  for (const index of members.keys()) {
    yield { ...record, fields: { ...record.fields, members: members.toSpliced(index, 1) } };
  }
}

function* simplerFields(fields: GivenFields, letter: string): Generator<GivenFields> {
  for (const [name, value] of Object.entries(fields)) {
    const plainer = plainerValue(name, value);
    if (plainer !== undefined) yield { ...fields, [name]: plainer };
    if (!Array.isArray(value)) continue;
    for (const index of value.keys()) yield { ...fields, [name]: value.toSpliced(index, 1) };
    if (name !== 'protocols') continue;
    const protocols = value as readonly GivenFields[];
    const metadata: Reference = { subscription: letter };
    for (const [index, offer] of protocols.entries()) {
      if (sameGiven(offer['metadata'] ?? null, metadata)) continue;
      yield { ...fields, protocols: protocols.with(index, { ...offer, metadata }) };
    }
  }
}
