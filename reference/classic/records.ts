import type { GroupMetadataValue } from '../../src/protocol/generated-messages.js';
import type { LogRecord } from '../runtime/log.js';
import { type Group, selectedProtocol } from './group.js';
import { type Member, metadataFor, NO_BYTES } from './member.js';

/** RECORD-01. Releases since 4.0.2 write value version 3 whatever the metadata version. */
const KEY_VERSION = 2;
const VALUE_VERSION = 3;

/** RECORD-02: makes a new group known, whatever it holds by now. */
export function newGroupRecord(group: Group): LogRecord {
  return groupRecord(group, {
    protocolType: '',
    generation: 0,
    protocol: null,
    leader: null,
    members: [],
  });
}

/** RECORD-03. */
export function emptiedGroupRecord(group: Group): LogRecord {
  return groupRecord(group, {
    protocolType: group.protocolType ?? '',
    generation: group.generation,
    protocol: null,
    leader: null,
    members: [],
  });
}

/** RECORD-04, RECORD-05: the group with these assignments; members without one get none. */
export function generationRecord(
  group: Group,
  assignmentOf: (member: Member) => Uint8Array | undefined,
): LogRecord {
  const protocolName = selectedProtocol(group);
  return groupRecord(group, {
    protocolType: group.protocolType ?? '',
    generation: group.generation,
    protocol: protocolName,
    leader: group.leader,
    members: [...group.members.values()].map((member) => ({
      memberId: member.memberId,
      groupInstanceId: member.groupInstanceId,
      clientId: member.clientId,
      clientHost: member.clientHost,
      rebalanceTimeout: member.rebalanceTimeoutMs,
      sessionTimeout: member.sessionTimeoutMs,
      subscription: metadataFor(member, protocolName),
      assignment: assignmentOf(member) ?? NO_BYTES,
    })),
  });
}

/** RECORD-06. */
export function tombstone(groupId: string): LogRecord {
  return { keyVersion: KEY_VERSION, key: { group: groupId }, valueVersion: null, value: null };
}

function groupRecord(
  group: Group,
  value: Omit<GroupMetadataValue, 'currentStateTimestamp'>,
): LogRecord {
  return {
    keyVersion: KEY_VERSION,
    key: { group: group.groupId },
    valueVersion: VALUE_VERSION,
    value: { ...value, currentStateTimestamp: BigInt(group.stateTimestamp) },
  };
}
