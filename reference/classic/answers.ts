import type {
  JoinGroupResponse,
  SyncGroupResponse,
} from '../../src/protocol/generated-messages.js';
import { type ErrorName, errorCode } from '../errors.js';
import { type Group, selectedProtocol } from './group.js';
import { metadataFor, NO_BYTES } from './member.js';

/** WIRE-01: protocol "none" is null in the complete form; the codec writes it per WIRE-02. */
export function joinError(error: ErrorName, memberId: string): JoinGroupResponse {
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

/** The current generation, as its followers are told of it. */
export function currentGeneration(group: Group, memberId: string): JoinGroupResponse {
  return {
    throttleTimeMs: 0,
    errorCode: errorCode('NONE'),
    generationId: group.generation,
    protocolType: group.protocolType,
    protocolName: group.protocolName,
    leader: group.leader ?? '',
    skipAssignment: false,
    memberId,
    members: [],
  };
}

/** COMPLETE-06, JOIN-10: the current generation, with its members if `memberId` is the leader. */
export function currentGenerationWithMembers(group: Group, memberId: string): JoinGroupResponse {
  const body = currentGeneration(group, memberId);
  return group.leader === memberId ? { ...body, members: membersForLeader(group) } : body;
}

function membersForLeader(group: Group): JoinGroupResponse['members'] {
  const protocolName = selectedProtocol(group);
  return [...group.members.values()].map((member) => ({
    memberId: member.memberId,
    groupInstanceId: member.groupInstanceId,
    metadata: metadataFor(member, protocolName),
  }));
}

/** WIRE-03. */
export function syncError(error: ErrorName): SyncGroupResponse {
  return {
    throttleTimeMs: 0,
    errorCode: errorCode(error),
    protocolType: null,
    protocolName: null,
    assignment: NO_BYTES,
  };
}

/** WIRE-03. */
export function syncAssignment(group: Group, assignment: Uint8Array): SyncGroupResponse {
  return {
    throttleTimeMs: 0,
    errorCode: errorCode('NONE'),
    protocolType: group.protocolType,
    protocolName: group.protocolName,
    assignment,
  };
}
