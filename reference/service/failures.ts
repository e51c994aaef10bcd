import type {
  DeleteGroupsResponse,
  DescribeGroupsResponse,
  HeartbeatResponse,
  LeaveGroupResponse,
  ListGroupsResponse,
} from '../../src/protocol/generated-messages.js';
import { type ErrorName, errorCode } from '../errors.js';
import { failedGroup } from '../handlers/describe-groups.js';

/** HB-05: who is told that the group is loading would look for another coordinator for nothing. */
export function heartbeatError(error: ErrorName): HeartbeatResponse {
  const told = error === 'COORDINATOR_LOAD_IN_PROGRESS' ? 'NONE' : error;
  return { throttleTimeMs: 0, errorCode: errorCode(told) };
}

/** WIRE-04. */
export function leaveError(error: ErrorName): LeaveGroupResponse {
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
