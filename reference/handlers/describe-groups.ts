import type { DescribeGroupsResponseGroup } from '../../src/protocol/generated-messages.js';
import type { Call } from '../call.js';
import type { Group } from '../classic/group.js';
import { metadataFor, NO_BYTES } from '../classic/member.js';
import type { Shard } from '../classic/shard.js';
import { type ErrorName, errorCode } from '../errors.js';

/** WIRE-07: "not asked for". */
const NOT_ASKED = -2147483648;

/**
 * WIRE-07 without an authorizer: bits of all operations on a group, which are READ (3), DELETE (6),
 * DESCRIBE (8), DESCRIBE_CONFIGS (10) and ALTER_CONFIGS (11).
 */
const ALL_OPERATIONS = (1 << 3) | (1 << 6) | (1 << 8) | (1 << 10) | (1 << 11);

/** DESC-01: first version that says GROUP_ID_NOT_FOUND (KIP-1043). */
const NOT_FOUND_SINCE = 6;

/** Answers at once (RT-02): the groups that are committed, with their fields as they are (RT-07). */
export function describeGroups(shard: Shard, call: Call<'DescribeGroups'>): void {
  const { groups, includeAuthorizedOperations } = call.body;
  shard.cite('RT-07');
  shard.cite('WIRE-07');
  const operations = includeAuthorizedOperations ? ALL_OPERATIONS : NOT_ASKED;
  call.answer({
    throttleTimeMs: 0,
    groups: groups.map((groupId) => {
      const group = shard.groups.committed.get(groupId);
      if (group !== undefined) return describe(shard, group, operations);
      shard.cite('DESC-01');
      return call.version >= NOT_FOUND_SINCE ? notFound(groupId) : dead(groupId, operations);
    }),
  });
}

/** SVC-06: an entry of which nothing is known but why. */
export function failedGroup(groupId: string, error: ErrorName): DescribeGroupsResponseGroup {
  return { ...dead(groupId, NOT_ASKED), groupState: '', errorCode: errorCode(error) };
}

function describe(
  shard: Shard,
  group: Group,
  authorizedOperations: number,
): DescribeGroupsResponseGroup {
  shard.cite(group.state === 'Stable' ? 'DESC-02' : 'DESC-03');
  // Members only; pending ids are never shown.
  if (group.pendingIds.size > 0 || (group.state === 'Empty' && group.protocolType !== null))
    shard.cite('DESC-04');
  const protocolName = group.state === 'Stable' ? group.protocolName : null;
  return {
    errorCode: errorCode('NONE'),
    errorMessage: null,
    groupId: group.groupId,
    groupState: group.state,
    protocolType: group.protocolType ?? '',
    protocolData: protocolName ?? '',
    members: [...group.members.values()].map((member) => ({
      memberId: member.memberId,
      groupInstanceId: member.groupInstanceId,
      clientId: member.clientId,
      clientHost: member.clientHost,
      memberMetadata: protocolName === null ? NO_BYTES : metadataFor(member, protocolName),
      memberAssignment: member.assignment,
    })),
    authorizedOperations,
  };
}

function dead(groupId: string, authorizedOperations: number): DescribeGroupsResponseGroup {
  return {
    errorCode: errorCode('NONE'),
    errorMessage: null,
    groupId,
    groupState: 'Dead',
    protocolType: '',
    protocolData: '',
    members: [],
    authorizedOperations,
  };
}

/** WIRE-07: an entry with an error tells no operations. */
function notFound(groupId: string): DescribeGroupsResponseGroup {
  return {
    ...dead(groupId, NOT_ASKED),
    errorCode: errorCode('GROUP_ID_NOT_FOUND'),
    errorMessage: `there is no group ${groupId}`,
  };
}
