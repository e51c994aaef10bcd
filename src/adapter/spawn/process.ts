import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { AdapterError } from '../adapter.js';
import type { Command } from './command.js';
import { createLineKeeper, type ProcessEnd } from './ending.js';
import { reapAtExit, reapNoMore, signalGroup } from './reaper.js';

/** An implementation's process, first of a process group of its own. */
export interface RunningProcess {
  /** Errors of writing are dropped here: the end of the process tells more. */
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when it has ended and its group is killed. */
  readonly ended: Promise<ProcessEnd>;
  /** Its end, when that comes within `ms`. */
  endWithin(ms: number): Promise<ProcessEnd | undefined>;
  /**
   * Closes its standard input, which asks it to end; a process that does not is sent SIGTERM, then
   * SIGKILL. Resolves when it has ended. May be called again.
   */
  stop(): Promise<void>;
  /** Sends SIGKILL to it and to whatever it started. Resolves when it has ended. */
  kill(): Promise<void>;
}

export interface StopLimits {
  /** How long a process may take to obey the end of its standard input, and again SIGTERM, in ms. */
  readonly obeysWithinMs: number;
  /** Not even SIGKILL ends a process that hangs in the kernel: it is waited for this long, in ms. */
  readonly diesWithinMs: number;
}

const STOP_LIMITS: StopLimits = { obeysWithinMs: 2_000, diesWithinMs: 5_000 };
/** What the process wrote last may still be under way when its end is known. */
const OUTPUT_ENDS_WITHIN_MS = 200;

/** Rejects with AdapterError when the command cannot be run. */
export async function startProcess(
  command: Command,
  limits: StopLimits = STOP_LIMITS,
): Promise<RunningProcess> {
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(command.program, [...command.args], {
      detached: true,
      stdio: 'pipe',
      cwd: command.directory,
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  } catch (error) {
    throw new AdapterError(cannotStart(command, error as NodeJS.ErrnoException), { cause: error });
  }
  return watch(child, child.pid as number, limits);
}

function watch(
  child: ChildProcessWithoutNullStreams,
  group: number,
  limits: StopLimits,
): RunningProcess {
  const errors = createLineKeeper();
  child.stderr.on('data', errors.add);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});

  reapAtExit(group);
  /** Its id may then belong to somebody else. */
  let over = false;
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('exit', (status, signal) => {
      const finish = () => {
        clearTimeout(timer);
        over = true;
        signalGroup(group, 'SIGKILL'); // What it started and left behind.
        reapNoMore(group);
        for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
        resolve({ status, signal, lastLines: errors.lines() });
      };
      const timer = setTimeout(finish, OUTPUT_ENDS_WITHIN_MS);
      child.once('close', finish);
    });
  });

  async function endWithin(ms: number): Promise<ProcessEnd | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), ms);
    });
    try {
      return await Promise.race([ended, limit]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function end(): Promise<void> {
    child.stdin.end();
    if ((await endWithin(limits.obeysWithinMs)) !== undefined) return;
    signalGroup(group, 'SIGTERM');
    if ((await endWithin(limits.obeysWithinMs)) !== undefined) return;
    await kill();
  }

  async function kill(): Promise<void> {
    if (!over) signalGroup(group, 'SIGKILL');
    await endWithin(limits.diesWithinMs);
  }

  let stopping: Promise<void> | undefined;
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    endWithin,
    stop() {
      stopping ??= end();
      return stopping;
    },
    kill,
  };
}

function cannotStart({ program }: Command, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOENT':
      return `cannot start '${program}': there is no such program; is it installed and its path right?`;
    case 'EACCES':
      return `cannot start '${program}': it is not an executable file; does it need 'chmod +x', or an interpreter in front?`;
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
      return `cannot start '${program}': this system allows no further process or file (${error.code}); run fewer cases at once`;
    default:
      return `cannot start '${program}': ${error.message}`;
  }
}
