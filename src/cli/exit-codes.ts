/** docs/design.md §6. */
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

/** For the help of the commands that judge an implementation. */
export const EXIT_CODES_OF_A_RUN =
  'Exit code: 0 conforms, 1 differs, 2 fault of kit, adapter or environment, 3 usage.';

/** For the help of the commands that only answer. */
export const EXIT_CODES_OF_AN_ANSWER = 'Exit code: 0 answered, 2 fault, 3 usage.';

/** The command line asks for something that cannot be. */
export class UsageError extends Error {}
