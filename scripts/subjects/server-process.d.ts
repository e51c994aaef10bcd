/** A command in a process group of its own, which ends with this process however that dies. */
export interface GuardedProcess {
  readonly processGroup: number;
  /** The last 16 KiB of what it wrote to stdout and stderr. */
  output(): string;
  /** Its exit status, or undefined when its group was killed. */
  readonly ended: Promise<number | undefined>;
  /** Its status and last lines, when it ended without stop(). */
  whyEnded(): string | undefined;
  /** Kills its group and waits for its end. May be called again. */
  stop(): Promise<void>;
}

export function startGuarded(command: string, args: readonly string[]): GuardedProcess;

/** Runs a command to its end. Rejects with what it wrote when its exit status is not 0. */
export function run(
  command: string,
  args: readonly string[],
  limits: { readonly what: string; readonly withinMs: number },
): Promise<string>;

/** What a command wrote; undefined when it cannot be run. */
export function outputOf(command: string, args: readonly string[]): Promise<string | undefined>;
