/** Where the fields of a record batch stand (KIP-98), in bytes from its first; those up to the magic in every format. */
export const BATCH = {
  baseOffset: 0,
  length: 8,
  /** From here on the length counts. */
  counted: 12,
  leaderEpoch: 12,
  magic: 16,
  checksum: 17,
  /** From here on the checksum counts. */
  attributes: 21,
  lastOffsetDelta: 23,
  maxTimestamp: 35,
  recordCount: 57,
  records: 61,
} as const;

/** The only format that brokers of today write. */
export const MAGIC = 2;
