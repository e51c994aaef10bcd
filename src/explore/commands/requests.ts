import { askAnew, type Person } from '../plan/people.js';
import type { Standing, View } from '../plan/view.js';
import type { ExploredApi, Given, GivenFields, RequestMove } from '../sequence.js';

/** Requests as a client in good standing sends them. */
export function request(client: string, api: ExploredApi, fields: GivenFields): RequestMove {
  return { kind: 'request', client, api, fields };
}

/** Joins without an id, as a new incarnation if this one has asked before. */
export function joinAnew({ person }: Standing): RequestMove {
  askAnew(person);
  return request(person.client, 'JoinGroup', joinFields(person, ''));
}

export function joinWithId({ client, person }: Standing): RequestMove {
  return request(client, 'JoinGroup', joinFields(person, { idOf: client }));
}

function joinFields(person: Person, memberId: Given): GivenFields {
  return {
    groupId: person.group,
    sessionTimeoutMs: person.sessionTimeout,
    rebalanceTimeoutMs: person.rebalanceTimeout,
    memberId,
    groupInstanceId: person.instanceId,
    protocolType: person.protocolType,
    protocols: person.protocols,
  };
}

export function sync(
  { client, person, memory }: Standing,
  assignments: readonly GivenFields[],
): RequestMove {
  return request(client, 'SyncGroup', {
    groupId: person.group,
    generationId: { generationOf: client, plus: 0 },
    memberId: { idOf: client },
    groupInstanceId: person.instanceId,
    protocolType: person.protocolType,
    protocolName: memory?.protocolName ?? person.protocols[0]?.name ?? '',
    assignments,
  });
}

/** The members that a leader was told, each with bytes of its own. */
export function assignmentsFor(
  { lockStep }: View,
  { memory }: Standing,
  choose: (index: number) => boolean,
  word: string,
): readonly GivenFields[] {
  const clients = (memory?.members ?? []).map(
    (memberId) => lockStep.clientOf(memberId) ?? memberId,
  );
  return clients
    .filter((_client, index) => choose(index))
    .map((client) => ({ memberId: { idOf: client }, assignment: { text: `${word}-${client}` } }));
}

export function heartbeat({ client, person }: Standing): RequestMove {
  return request(client, 'Heartbeat', {
    groupId: person.group,
    generationId: { generationOf: client, plus: 0 },
    memberId: { idOf: client },
    groupInstanceId: person.instanceId,
  });
}

/** Leaves for itself; from version 3 on the same as a list of one. */
export function leave(standing: Standing): RequestMove {
  return leaveAs(standing, [leaver(standing)]);
}

export function leaveAs(
  { client, person }: Standing,
  members: readonly GivenFields[],
): RequestMove {
  const [first] = members;
  return request(client, 'LeaveGroup', {
    groupId: person.group,
    memberId: first?.['memberId'] ?? '',
    members,
  });
}

export function leaver({ client, person }: Standing): GivenFields {
  return { memberId: { idOf: client }, groupInstanceId: person.instanceId };
}
