import type { GroupMetadataValue } from '../../src/protocol/generated-messages.js';
import type { Cite, Citing } from '../citation.js';
import type { LogRecord } from '../runtime/log.js';
import { type Group, selectedProtocol } from './group.js';
import { type Member, metadataFor, NO_BYTES } from './member.js';

/** RECORD-01. Releases since 4.0.2 write value version 3 whatever the metadata version. */
const KEY_VERSION = 2;
const VALUE_VERSION = 3;

/** Makes a new group known, whatever it holds by now. */
export function newGroupRecord({ cite }: Citing, group: Group): LogRecord {
  cite('RECORD-02');
  return groupRecord(cite, group, {
    protocolType: '',
    generation: 0,
    protocol: null,
    leader: null,
    members: [],
  });
}

export function emptiedGroupRecord({ cite }: Citing, group: Group): LogRecord {
  cite('RECORD-03');
  return groupRecord(cite, group, {
    protocolType: group.protocolType ?? '',
    generation: group.generation,
    protocol: null,
    leader: null,
    members: [],
  });
}

/**
 * The group with these assignments; members without one get none.
 *
 * @param rule which of the two that want such a record
 */
export function generationRecord(
  { cite }: Citing,
  rule: 'RECORD-04' | 'RECORD-05',
  group: Group,
  assignmentOf: (member: Member) => Uint8Array | undefined,
): LogRecord {
  cite(rule);
  const protocolName = selectedProtocol(group);
  return groupRecord(cite, group, {
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

export function tombstone({ cite }: Citing, groupId: string): LogRecord {
  cite('RECORD-06');
  return { keyVersion: KEY_VERSION, key: { group: groupId }, valueVersion: null, value: null };
}

function groupRecord(
  cite: Cite,
  group: Group,
  value: Omit<GroupMetadataValue, 'currentStateTimestamp'>,
): LogRecord {
  cite('RECORD-01');
  const { protocolType, generation, protocol, leader, members } = value;
  const currentStateTimestamp = BigInt(group.stateTimestamp);
  return {
    keyVersion: KEY_VERSION,
    key: { group: group.groupId },
    valueVersion: VALUE_VERSION,
    value: { protocolType, generation, protocol, leader, members, currentStateTimestamp },
  };
}
