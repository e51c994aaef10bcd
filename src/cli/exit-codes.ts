/** DESIGN §6. */
export const EXIT = {
  /** The implementation conforms, or the question was answered. */
  ok: 0,
  /** The implementation differs. */
  differs: 1,
  /** Fault of the kit, the adapter or the environment, nothing run included. */
  fault: 2,
  /** The command line or a data file is wrong. */
  usage: 3,
} as const;

/** The command line asks for something that cannot be. */
export class UsageError extends Error {}
