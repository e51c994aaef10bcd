import type {
  JoinGroupResponse,
  SyncGroupResponse,
} from '../../src/protocol/generated-messages.js';
import type { Citing, RuleId } from '../citation.js';
import { type ErrorName, errorCode } from '../errors.js';
import { answerParkedJoin, answerParkedSync, type Group, selectedProtocol } from './group.js';
import { type Member, metadataFor, NO_BYTES } from './member.js';

/** WIRE-01: protocol "none" is null in the complete form; the codec writes it per WIRE-02. */
export function joinError({ cite }: Citing, error: ErrorName, memberId: string): JoinGroupResponse {
  cite('WIRE-01');
  cite('WIRE-02');
  return {
    throttleTimeMs: 0,
    errorCode: errorCode(error),
    generationId: -1,
    protocolType: null,
    protocolName: null,
    leader: '',
    skipAssignment: false,
    memberId,
    members: [],
  };
}

/** WIRE-02: a JoinGroup response takes a protocol without a name for none. */
export function namedProtocol({ protocolName }: Group): string | null {
  return protocolName === '' ? null : protocolName;
}

/** The current generation, as its followers are told of it. */
export function currentGeneration(
  group: Group,
  memberId: string,
  members: JoinGroupResponse['members'] = [],
): JoinGroupResponse {
  return {
    throttleTimeMs: 0,
    errorCode: errorCode('NONE'),
    generationId: group.generation,
    protocolType: group.protocolType,
    protocolName: namedProtocol(group),
    leader: group.leader ?? '',
    skipAssignment: false,
    memberId,
    members,
  };
}

/** COMPLETE-06, JOIN-10: the current generation, with its members if `memberId` is the leader. */
export function currentGenerationWithMembers(group: Group, memberId: string): JoinGroupResponse {
  const members = group.leader === memberId ? membersForLeader(group) : [];
  return currentGeneration(group, memberId, members);
}

function membersForLeader(group: Group): JoinGroupResponse['members'] {
  const protocolName = selectedProtocol(group);
  return [...group.members.values()].map((member) => ({
    memberId: member.memberId,
    groupInstanceId: member.groupInstanceId,
    metadata: metadataFor(member, protocolName),
  }));
}

export function syncError({ cite }: Citing, error: ErrorName): SyncGroupResponse {
  cite('WIRE-03');
  return {
    throttleTimeMs: 0,
    errorCode: errorCode(error),
    protocolType: null,
    protocolName: null,
    assignment: NO_BYTES,
  };
}

export function syncAssignment(
  { cite }: Citing,
  group: Group,
  assignment: Uint8Array,
): SyncGroupResponse {
  cite('WIRE-03');
  return {
    throttleTimeMs: 0,
    errorCode: errorCode('NONE'),
    protocolType: group.protocolType,
    protocolName: group.protocolName,
    assignment,
  };
}

/** Refuses the parked join of a member; without one, nothing happens and no rule is told. */
export function refuseParkedJoin(
  citing: Citing,
  group: Group,
  member: Member,
  rule: RuleId,
  error: ErrorName,
  memberId: string,
): void {
  answerParkedJoin(group, member, () => {
    citing.cite(rule);
    return joinError(citing, error, memberId);
  });
}

/** Refuses the parked sync of a member and tells whether there was one. */
export function refuseParkedSync(
  citing: Citing,
  member: Member,
  rule: RuleId,
  error: ErrorName,
): boolean {
  return answerParkedSync(member, () => {
    citing.cite(rule);
    return syncError(citing, error);
  });
}
