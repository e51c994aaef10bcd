import type {
  GroupMetadataValue,
  GroupMetadataValueMember,
} from '../../src/protocol/generated-messages.js';
import type { GroupRecord, LogRecord, OffsetRecord } from '../runtime/log.js';
import { addMember, createGroup, type Group } from './group.js';
import type { Member } from './member.js';
import type { Shard } from './shard.js';

/** What a record does to the state: when the log is loaded, and where RT-04 says so. */
export function replay(shard: Shard, record: LogRecord): void {
  if (record.keyVersion === 1) replayOffset(shard, record);
  else replayGroup(shard, record);
}

function replayGroup(shard: Shard, { key, value }: GroupRecord): void {
  if (value === null) {
    shard.cite('LOAD-02');
    shard.groups.delete(key.group);
    return;
  }
  shard.groups.set(key.group, recordedGroup(shard, key.group, value));
}

function replayOffset(shard: Shard, { key, value }: OffsetRecord): void {
  if (value === null) {
    shard.offsets.remove(key);
    return;
  }
  if (shard.groups.get(key.group) === undefined) {
    shard.cite('LOAD-02');
    shard.cite('TYPE-09');
    shard.groups.set(key.group, createGroup(key.group, shard.timer.now));
  }
  shard.offsets.add(key);
}

function recordedGroup(shard: Shard, groupId: string, value: GroupMetadataValue): Group {
  shard.cite('LOAD-01');
  shard.cite('LOAD-05');
  const group = createGroup(groupId, Number(value.currentStateTimestamp));
  group.state = value.members.length > 0 ? 'Stable' : 'Empty';
  group.generation = value.generation;
  group.protocolName = value.protocol;
  group.leader = value.leader;
  for (const recorded of value.members) {
    addMember(group, recordedMember(recorded, value.protocol), value.protocolType);
    shard.cite('LOAD-06');
  }
  if (value.members.length > 0) shard.cite('LOAD-07');
  group.protocolType = value.protocolType === '' ? null : value.protocolType;
  return group;
}

/** LOAD-01, LOAD-06: whatever else the member supported was not written down. */
function recordedMember(recorded: GroupMetadataValueMember, protocolName: string | null): Member {
  const { memberId, groupInstanceId, clientId, clientHost, assignment } = recorded;
  const { sessionTimeout, rebalanceTimeout, subscription } = recorded;
  return {
    memberId,
    groupInstanceId,
    clientId,
    clientHost,
    sessionTimeoutMs: sessionTimeout,
    rebalanceTimeoutMs: rebalanceTimeout === -1 ? sessionTimeout : rebalanceTimeout,
    protocols: protocolName === null ? [] : [{ name: protocolName, metadata: subscription }],
    assignment,
    isNew: false,
    parkedJoin: null,
    parkedSync: null,
  };
}
