/** Codes of the errors that the reference answers, as the protocol numbers them. */
const ERROR_CODES = {
  UNKNOWN_SERVER_ERROR: -1,
  NONE: 0,
  ILLEGAL_GENERATION: 22,
  INCONSISTENT_GROUP_PROTOCOL: 23,
  INVALID_GROUP_ID: 24,
  UNKNOWN_MEMBER_ID: 25,
  INVALID_SESSION_TIMEOUT: 26,
  REBALANCE_IN_PROGRESS: 27,
  NON_EMPTY_GROUP: 68,
  GROUP_ID_NOT_FOUND: 69,
  MEMBER_ID_REQUIRED: 79,
  GROUP_MAX_SIZE_REACHED: 81,
  FENCED_INSTANCE_ID: 82,
} as const;

export type ErrorName = keyof typeof ERROR_CODES;

export function errorCode(name: ErrorName): number {
  return ERROR_CODES[name];
}
