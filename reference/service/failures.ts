import type {
  DeleteGroupsResponse,
  DescribeGroupsResponse,
  HeartbeatResponse,
  LeaveGroupResponse,
  ListGroupsResponse,
} from '../../src/protocol/generated-messages.js';
import type { Citing } from '../citation.js';
import { type ErrorName, errorCode } from '../errors.js';
import { failedGroup } from '../handlers/describe-groups.js';

/** Who is told that the group is loading would look for another coordinator for nothing. */
export function heartbeatError({ cite }: Citing, error: ErrorName): HeartbeatResponse {
  if (error === 'COORDINATOR_LOAD_IN_PROGRESS') cite('HB-05');
  const told = error === 'COORDINATOR_LOAD_IN_PROGRESS' ? 'NONE' : error;
  return { throttleTimeMs: 0, errorCode: errorCode(told) };
}

export function leaveError({ cite }: Citing, error: ErrorName): LeaveGroupResponse {
  cite('WIRE-04');
  return { throttleTimeMs: 0, errorCode: errorCode(error), members: [] };
}

export function describeError(groups: readonly string[], error: ErrorName): DescribeGroupsResponse {
  return { throttleTimeMs: 0, groups: groups.map((groupId) => failedGroup(groupId, error)) };
}

/** SVC-07: a partition that is somewhere else has nothing to add, which is no error. */
export function listError(error: ErrorName): ListGroupsResponse {
  const told = error === 'NOT_COORDINATOR' ? 'NONE' : error;
  return { throttleTimeMs: 0, errorCode: errorCode(told), groups: [] };
}

export function deleteError(groupIds: readonly string[], error: ErrorName): DeleteGroupsResponse {
  return {
    throttleTimeMs: 0,
    results: [...new Set(groupIds)].map((groupId) => ({
      groupId,
      errorCode: errorCode(error),
      errorMessage: null,
    })),
  };
}
