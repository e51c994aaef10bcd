import type { Group } from '../../../reference/classic/group.js';
import type { Member } from '../../../reference/classic/member.js';
import { sameBytes } from '../../protocol/same-bytes.js';
import type { LogBook, Recorded } from './log-book.js';
import type { Report } from './violation.js';

const NO_PROTOCOL = '';

/**
 * A load of the log gives the same groups, and those that are at rest with all that a log carries.
 * A rebalance leaves no record (RECORD-07): a load would undo it (LOAD-05).
 */
export function checkReplayed(group: Group, book: LogBook, report: Report): void {
  const { groupId } = group;
  const loaded = book.group(groupId);
  if (loaded === undefined) {
    report(
      'log-tells-the-group',
      ['JOIN-13', 'RT-04'],
      groupId,
      `is ${group.state}, and the log does not have it`,
    );
    return;
  }
  if (group.state !== 'Stable' && group.state !== 'Empty') return;
  if (book.hasGoneOn(groupId)) return;
  const fault =
    differenceOf(group, loaded) ?? memberDifference(group, loaded, book.recorded(groupId));
  if (fault === null) return;
  report(
    'log-tells-the-group',
    [group.state === 'Stable' ? 'RECORD-04' : 'RECORD-03', 'LOAD-01'],
    groupId,
    `is ${group.state} in generation ${group.generation} ${fault}`,
  );
}

/** Deleted groups are gone from both. */
export function checkGone(groupId: string, book: LogBook, report: Report): void {
  if (book.group(groupId) === undefined) return;
  report('log-tells-the-group', ['DEL-01', 'RT-04'], groupId, 'is gone, and the log has it');
}

function differenceOf(live: Group, loaded: Group): string | null {
  if (live.state !== loaded.state) return differs('state', live.state, loaded.state);
  if (live.generation !== loaded.generation) {
    return differs('generation', live.generation, loaded.generation);
  }
  if (live.protocolType !== loaded.protocolType) {
    return differs('protocol type', live.protocolType, loaded.protocolType);
  }
  if (live.protocolName !== loaded.protocolName) {
    return differs('protocol', live.protocolName, loaded.protocolName);
  }
  if (live.leader !== loaded.leader) return differs('leader', live.leader, loaded.leader);
  // RECORD-02, RECORD-03; RECORD-04 has the time at which the last state began.
  if (live.state === 'Empty' && live.stateTimestamp !== loaded.stateTimestamp) {
    return differs('time of emptying', live.stateTimestamp, loaded.stateTimestamp);
  }
  if (live.members.size !== loaded.members.size) {
    return differs('number of members', live.members.size, loaded.members.size);
  }
  return null;
}

function memberDifference(
  live: Group,
  loaded: Group,
  recorded: Recorded | undefined,
): string | null {
  const protocolName = live.protocolName ?? NO_PROTOCOL;
  for (const member of live.members.values()) {
    const { memberId } = member;
    const counterpart = loaded.members.get(memberId);
    if (counterpart === undefined) return `with member ${memberId}, whom the log does not have`;
    const field = differentField(member, counterpart, protocolName, recorded);
    if (field !== null) return `and the log has another ${field} of member ${memberId}`;
  }
  return null;
}

function differentField(
  live: Member,
  loaded: Member,
  protocolName: string,
  recorded: Recorded | undefined,
): string | null {
  if (live.groupInstanceId !== loaded.groupInstanceId) return 'instance id';
  if (live.clientId !== loaded.clientId) return 'client id';
  if (live.clientHost !== loaded.clientHost) return 'client host';
  if (live.sessionTimeoutMs !== loaded.sessionTimeoutMs) return 'session timeout';
  if (live.rebalanceTimeoutMs !== recordedTimeout(live, loaded)) return 'rebalance timeout';
  if (!sameBytes(metadataOf(live, protocolName), metadataOf(loaded, protocolName))) {
    return 'metadata';
  }
  if (recorded?.assignedTwice !== true && !sameBytes(live.assignment, loaded.assignment)) {
    return 'assignment';
  }
  return null;
}

/** LOAD-01: -1 in a record stands for the session timeout, also where it was meant as such. */
function recordedTimeout(live: Member, loaded: Member): number {
  return live.rebalanceTimeoutMs === -1 ? -1 : loaded.rebalanceTimeoutMs;
}

function metadataOf({ protocols }: Member, protocolName: string): Uint8Array | undefined {
  for (const protocol of protocols) if (protocol.name === protocolName) return protocol.metadata;
  return undefined;
}

function differs(what: string, live: string | number | null, loaded: string | number | null) {
  return `with ${what} ${live ?? 'none'}, and the log gives ${loaded ?? 'none'}`;
}
