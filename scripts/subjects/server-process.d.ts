/** A command in a process group of its own. */
export interface GuardedProcess {
  readonly processGroup: number;
  /** The last 16 KiB of what it wrote. */
  output(): string;
  /** Resolves with the exit status when no process of the group is left; undefined when killed. */
  readonly ended: Promise<number | undefined>;
  /** Status and last lines written, when it ended without stop(). */
  whyEnded(): string | undefined;
  /** Ends the group and removes its data. May be called again. */
  stop(): Promise<void>;
}

export function startGuarded(
  command: string,
  args: readonly string[],
  options?: { readonly dataDirectory?: string },
): GuardedProcess;

/** On failure the server is stopped, and the error ends with what it wrote. */
export function waitUntilReady(
  server: GuardedProcess,
  check: () => boolean | Promise<boolean>,
  limits: { readonly what: string; readonly withinMs: number; readonly everyMs?: number },
): Promise<void>;

/** Resolves with the end of what the command wrote; rejects unless its exit status is 0. */
export function run(
  command: string,
  args: readonly string[],
  limits: { readonly what: string; readonly withinMs: number },
): Promise<string>;

/** What a command wrote; undefined when it cannot be run. */
export function outputOf(command: string, args: readonly string[]): Promise<string | undefined>;
