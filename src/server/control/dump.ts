import type { Group } from '../../../reference/classic/group.js';
import type { Member } from '../../../reference/classic/member.js';
import type { LogRecord } from '../../../reference/runtime/log.js';
import type { ArmedTimer } from '../../../reference/runtime/timer.js';
import { recordSchema } from '../../protocol/apis.js';
import { CodecError } from '../../protocol/codec-error.js';
import { projectMessage } from '../../protocol/complete.js';
import { decodeAssignment } from '../../protocol/consumer-protocol.js';
import type { MessageBody, MessageValue } from '../../protocol/message-body.js';
import { isBody, isList } from '../../protocol/message-body.js';
import type { CoordinatorHost } from '../coordinator-host.js';
import type { NumberedRecord } from '../record-history.js';

/** The state of groups as JSON; bytes are base64, times are ms from now. */
export function dumpGroups(host: CoordinatorHost, groups: Iterable<Group>) {
  const armed = new Map<string, ArmedTimer[]>();
  for (const timer of host.coordinator.timer.armed()) {
    if (!('groupId' in timer.key)) continue;
    const ofGroup = armed.get(timer.key.groupId) ?? [];
    ofGroup.push(timer);
    armed.set(timer.key.groupId, ofGroup);
  }
  return [...groups].map((group) => dumpGroup(host, group, armed.get(group.groupId) ?? []));
}

function dumpGroup(host: CoordinatorHost, group: Group, timers: readonly ArmedTimer[]) {
  const { timer } = host.coordinator;
  const rest = (armed: ArmedTimer | undefined) =>
    armed === undefined ? null : Math.max(0, armed.deadline - timer.now);
  const sessions = new Map(
    timers.flatMap((one) => (one.key.kind === 'session' ? [[one.key.memberId, one]] : [])),
  );
  return {
    groupId: group.groupId,
    state: group.state,
    inStateForMs: timer.now - group.stateTimestamp,
    generation: group.generation,
    protocolType: group.protocolType,
    protocolName: group.protocolName,
    leader: group.leader,
    joinPhaseEndsInMs: rest(timers.find(({ key }) => key.kind === 'join')),
    syncPhaseEndsInMs: rest(timers.find(({ key }) => key.kind === 'sync')),
    members: [...group.members.values()].map((member) => ({
      ...dumpMember(member),
      sessionEndsInMs: rest(sessions.get(member.memberId)),
    })),
    staticMembers: Object.fromEntries(group.staticMembers),
    pendingMemberIds: [...group.pendingIds],
    pendingSyncMemberIds: [...group.pendingSync],
    committedOffsets: host.offsets.of(group.groupId).map(([{ topic, partition }, committed]) => ({
      topic,
      partition,
      ...(jsonOf({ ...committed }) as object),
    })),
  };
}

function dumpMember(member: Member) {
  return {
    memberId: member.memberId,
    groupInstanceId: member.groupInstanceId,
    clientId: member.clientId,
    clientHost: member.clientHost,
    sessionTimeoutMs: member.sessionTimeoutMs,
    rebalanceTimeoutMs: member.rebalanceTimeoutMs,
    protocols: member.protocols.map(({ name, metadata }) => ({ name, metadata: base64(metadata) })),
    assignment: base64(member.assignment),
    assignedPartitions: assignedPartitions(member.assignment),
    waitsFor: member.parkedJoin !== null ? 'join' : member.parkedSync !== null ? 'sync' : null,
  };
}

/** Null for what is no assignment of a consumer. */
function assignedPartitions(assignment: Uint8Array): unknown {
  try {
    return jsonOf(decodeAssignment(assignment).body['assignedPartitions'] ?? null);
  } catch (error) {
    if (error instanceof CodecError) return null;
    throw error;
  }
}

/** A record of the groups' log as a reader of its bytes sees it. */
export function dumpRecord({ number, record }: NumberedRecord) {
  const { keyVersion, key, valueVersion } = record;
  return {
    number,
    keyVersion,
    key: jsonOf({ ...key }),
    valueVersion: record.value === null ? null : valueVersion,
    value: jsonOf(decodedValue(record)),
  };
}

function decodedValue(record: LogRecord): MessageBody | null {
  const { keyVersion, valueVersion, value } = record;
  if (keyVersion === 1 || value === null || valueVersion === null) return value;
  return projectMessage(recordSchema('GroupMetadataValue'), valueVersion, value);
}

/** Integers beyond what JSON's readers take exactly become texts. */
function jsonOf(value: MessageValue): unknown {
  if (value instanceof Uint8Array) return base64(value);
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
  if (isList(value)) return value.map(jsonOf);
  if (!isBody(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, jsonOf(item)]));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
