import { type Offer, offered } from '../plan/people.js';
import type { Standing, View } from '../plan/view.js';
import type { ExploredApi, Given, GivenFields, RequestMove } from '../sequence.js';

/** Requests as a client in good standing sends them. */
export function request(client: string, api: ExploredApi, fields: GivenFields): RequestMove {
  return { kind: 'request', client, api, fields };
}

export function joinFields(
  { person }: Standing,
  memberId: Given,
  protocols: readonly Offer[] = person.protocols,
): GivenFields {
  return {
    groupId: person.group,
    sessionTimeoutMs: { duration: person.sessionTimeout },
    rebalanceTimeoutMs: { duration: person.rebalanceTimeout },
    memberId,
    groupInstanceId: person.instanceId,
    protocolType: person.protocolType,
    protocols: offered(protocols),
  };
}

export function joinWithId(standing: Standing, protocols?: readonly Offer[]): RequestMove {
  const { client } = standing;
  return request(client, 'JoinGroup', joinFields(standing, { idOf: client }, protocols));
}

export function sync(standing: Standing, assignments: readonly GivenFields[]): RequestMove {
  const { client, person, memory } = standing;
  const { groupId, generationId, memberId, groupInstanceId } = identity(standing);
  return request(client, 'SyncGroup', {
    groupId,
    generationId,
    memberId,
    groupInstanceId,
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

export function heartbeat(standing: Standing): RequestMove {
  return request(standing.client, 'Heartbeat', identity(standing));
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

/** What Heartbeat and SyncGroup say of their sender. */
function identity({ client, person }: Standing) {
  return {
    groupId: person.group,
    generationId: { generationOf: client, plus: 0 },
    memberId: { idOf: client },
    groupInstanceId: person.instanceId,
  };
}
