import type { MessageBody, MessageValue } from '../../protocol/message-body.js';
import { letterOf, type Move } from '../sequence.js';
import { textsUnder } from '../texts-under.js';
import type { Transcript } from './transcript.js';
import { UnwritableError } from './unwritable.js';

/** Who is who in a case: members by a letter and at most one digit, groups by local names. */
export interface Names {
  /** The member that sends a request. */
  senderOf(requestId: number): string;
  /** The member that an id of the model belongs to; undefined for every other text. */
  memberOf(text: string): string | undefined;
  /** The member that stands for a client of the sequence. */
  memberFor(client: string): string;
  groupOf(local: string): string;
}

const USUAL_GROUP = 'group';

/** Throws UnwritableError where there are more incarnations of one person than names. */
export function nameAll(transcript: Transcript): Names {
  const ids = attributeIds(transcript);
  const registry = createRegistry();
  const primary = new Map<string, string>();
  const members = new Map<string, string>();
  const senders = new Map<number, string>();
  const memberFor = (client: string) =>
    kept(primary, client, () => registry.next(letterOf(client)));
  for (const { move, sent } of transcript.entries) {
    if (move.kind === 'control') {
      // Members of a log that is made up.
      for (const client of textsUnder(['idOf'], move.deed)) memberFor(client);
    }
    if (sent === null) continue;
    const { client, requestId } = sent;
    const id = ids.byRequest.get(requestId);
    const first = ids.firstOf.get(client);
    const other = id !== undefined && first !== undefined && id !== first;
    const name = other ? registry.next(letterOf(client)) : memberFor(client);
    senders.set(requestId, name);
    if (id !== undefined) members.set(id, name);
  }
  const groups = nameGroups(transcript);
  return {
    senderOf(requestId) {
      const name = senders.get(requestId);
      if (name === undefined) throw new Error(`request ${requestId} is not in the transcript`);
      return name;
    },
    memberOf(text) {
      const known = members.get(text);
      if (known !== undefined) return known;
      const client = transcript.clientOf(text);
      return client === undefined ? undefined : memberFor(client);
    },
    memberFor,
    groupOf: (local) => groups.get(local) ?? local,
  };
}

interface Registry {
  next(letter: string): string;
}

function createRegistry(): Registry {
  const counts = new Map<string, number>();
  return {
    next(letter) {
      const count = (counts.get(letter) ?? 0) + 1;
      counts.set(letter, count);
      if (count > 9) {
        throw new UnwritableError(`${letter} starts more than nine times, and cases count to nine`);
      }
      return count === 1 ? letter : `${letter}${count}`;
    },
  };
}

interface Attribution {
  /** The id that the coordinator made up for a JoinGroup. */
  readonly byRequest: ReadonlyMap<number, string>;
  /** The id that a client goes by: the first that it was told. */
  readonly firstOf: ReadonlyMap<string, string>;
}

/** A client that joins without an id though it has one gets another. */
function attributeIds(transcript: Transcript): Attribution {
  const byRequest = new Map<number, string>();
  const firstOf = new Map<string, string>();
  const taken = new Set<string>();
  const unanswered: { readonly requestId: number; readonly client: string }[] = [];
  for (const { sent, answers, records } of transcript.entries) {
    if (sent?.api === 'JoinGroup' && sent.body['memberId'] === '') unanswered.push(sent);
    for (const { request, answer } of answers) {
      const id = answer.body['memberId'];
      if (request.api !== 'JoinGroup' || typeof id !== 'string' || id === '') continue;
      if (transcript.clientOf(id) !== request.client) continue;
      if (!firstOf.has(request.client)) firstOf.set(request.client, id);
      if (request.body['memberId'] !== '' || taken.has(id)) continue;
      byRequest.set(request.requestId, id);
      taken.add(id);
    }
    const seen = [
      ...answers.map(({ answer }) => answer.body),
      ...records.map(({ value }) => value),
    ];
    for (const text of textsOf(seen)) {
      const client = transcript.clientOf(text);
      if (client === undefined || taken.has(text)) continue;
      const request = unanswered.findLast(
        (one) => one.client === client && !byRequest.has(one.requestId),
      );
      if (request === undefined) continue;
      // Told of by others before its owner is; the answer to come is the one that counts.
      const later = laterId(transcript, request.requestId);
      if (later !== undefined && later !== text) continue;
      byRequest.set(request.requestId, text);
      taken.add(text);
    }
  }
  for (const { client, requestId } of unanswered) {
    const id = byRequest.get(requestId);
    if (id !== undefined && !firstOf.has(client)) firstOf.set(client, id);
  }
  return { byRequest, firstOf };
}

function laterId({ entries }: Transcript, requestId: number): string | undefined {
  for (const { answers } of entries) {
    for (const { request, answer } of answers) {
      if (request.requestId !== requestId) continue;
      const id = answer.body['memberId'];
      return typeof id === 'string' && id !== '' ? id : undefined;
    }
  }
  return undefined;
}

function* textsOf(value: MessageValue | readonly (MessageBody | null)[]): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const own of Object.values(value)) yield* textsOf(own as MessageValue);
}

/** A case without the usual group calls the first one by its name. */
function nameGroups({ sequence }: Transcript): ReadonlyMap<string, string> {
  const used = new Set(sequence.moves.flatMap(groupsNamed));
  used.delete('');
  const [first] = used;
  if (first === undefined || used.has(USUAL_GROUP)) return new Map();
  return new Map([[first, USUAL_GROUP]]);
}

function groupsNamed(move: Move): readonly string[] {
  if (move.kind === 'advance') return [];
  if (move.kind === 'control') {
    return move.deed.kind === 'start-load' ? (move.deed.log ?? []).map(({ group }) => group) : [];
  }
  const { groupId, groups, groupsNames } = move.fields;
  return [groupId, groups, groupsNames].flat().filter((name) => typeof name === 'string');
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
