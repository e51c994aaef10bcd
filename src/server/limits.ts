/** What bounds the memory and the sockets of a server, whatever its clients do. */
export interface ServerLimits {
  /** Further ones are closed as soon as they come. */
  readonly maxConnections: number;
  /** Size of one request in bytes; a connection that announces more is closed. */
  readonly maxFrameBytes: number;
  /** Entries of all arrays of one request together; a connection that sends more is closed. */
  readonly maxElements: number;
  /** Requests of one connection that wait for their turn, in bytes; more is left in the socket. */
  readonly maxQueuedBytes: number;
  /** What all connections together have sent and not been answered yet, in bytes. */
  readonly maxBufferedBytes: number;
  /** How long a client may leave an answer unread, in ms. */
  readonly unreadAnswerMs: number;
  /** How long a client that has ended its side may wait for what it asked before, in ms. */
  readonly halfClosedMs: number;
  /** Partitions of all topics together. */
  readonly maxPartitions: number;
  /** Records that one partition keeps, in bytes; the oldest go. */
  readonly maxPartitionBytes: number;
  /** Records of all partitions together, in bytes; what would be too much is refused. */
  readonly maxStoredBytes: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

export const DEFAULT_LIMITS: ServerLimits = {
  maxConnections: 5_000,
  maxFrameBytes: 2 * MIB,
  maxElements: 100_000,
  maxQueuedBytes: 256 * KIB,
  maxBufferedBytes: 128 * MIB,
  unreadAnswerMs: 30_000,
  halfClosedMs: 60_000,
  maxPartitions: 50_000,
  maxPartitionBytes: 4 * MIB,
  maxStoredBytes: 256 * MIB,
};
