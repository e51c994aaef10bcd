import type { ErrorName, LogError } from './errors.js';

/**
 * MAP-APPEND: what the client is told if its request fails in its own way: the JoinGroup that made
 * its group, a static replacement, the leader's SyncGroup.
 */
export function appendError(error: LogError): ErrorName {
  switch (error) {
    case 'UNKNOWN_TOPIC_OR_PARTITION':
    case 'NOT_ENOUGH_REPLICAS':
    case 'REQUEST_TIMED_OUT':
      return 'COORDINATOR_NOT_AVAILABLE';
    case 'NOT_LEADER_OR_FOLLOWER':
    case 'KAFKA_STORAGE_ERROR':
      return 'NOT_COORDINATOR';
    case 'MESSAGE_TOO_LARGE':
    case 'RECORD_LIST_TOO_LARGE':
    case 'INVALID_FETCH_SIZE':
    case 'NON_PROTOCOL_EXCEPTION':
      return 'UNKNOWN_SERVER_ERROR';
    default:
      return error;
  }
}

/** MAP-SERVICE: what the client is told if nothing else has answered its request. */
export function serviceError(error: LogError): ErrorName {
  return error === 'NETWORK_EXCEPTION' ? 'COORDINATOR_LOAD_IN_PROGRESS' : appendError(error);
}
