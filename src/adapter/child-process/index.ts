import { availableParallelism } from 'node:os';
import {
  ADAPTER_CONTRACT_VERSION,
  type Adapter,
  AdapterError,
  type Configuration,
  ImplementationGoneError,
  type Session,
} from '../adapter.js';
import { parseCommand } from '../spawn/command.js';
import { createAdmission } from '../wire/admission.js';
import { type Host, startHost } from './host.js';

export interface ChildProcessAdapterOptions {
  /** A program and its arguments; see parseCommand. */
  readonly command: string;
  /** Where it runs. Default: the working directory. */
  readonly directory?: string;
  /** From the start of a process to its introduction, in ms. */
  readonly startTimeoutMs?: number;
  /** For every later call of the protocol, in ms. An answer to a parked request is none. */
  readonly callTimeoutMs?: number;
  /** Processes that are starting at once, which is when they need a processor. */
  readonly maxStarting?: number;
}

const DEFAULTS = {
  startTimeoutMs: 10_000,
  callTimeoutMs: 10_000,
  maxStarting: availableParallelism(),
};

/** So many processes may break the protocol or hang; after that no more are started. */
const FAULTS_FORGIVEN = 2;

const CLOSED = 'the adapter is closed; it starts no more processes';

/**
 * Drives an implementation through an adapter in any language, a process that speaks the protocol
 * of docs/adapter-protocol.md. All sessions share one process.
 *
 *      kit ── stdin ──▶ adapter ──▶ implementation
 *          ◀─ stdout ──
 *          ◀─ stderr ──  for people: quoted when something goes wrong
 *
 * A process that dies shows as answers `connection-closed` that say how it ended. The next session
 * gets a new one. So that a crash is blamed on nobody else, as many sessions as met it get
 * processes of their own: among them are the next tries of all who may have caused it.
 *
 * Throws CommandError when the command cannot be one.
 */
export function createChildProcessAdapter(options: ChildProcessAdapterOptions): Adapter {
  const command = parseCommand(options.command, options.directory);
  const settings = { ...DEFAULTS, ...options };
  const starts = createAdmission(settings.maxStarting, CLOSED);
  /** How to end what has been started. */
  const closers = new Set<() => Promise<void>>();
  let shared: Promise<Host> | undefined;
  /** Sessions that shall have a process of their own. */
  let suspects = 0;
  let faults = 0;
  let lastFault: AdapterError | undefined;
  let closed = false;

  function requireStartable(): void {
    if (closed) throw new AdapterError(CLOSED);
    if (lastFault !== undefined && faults > FAULTS_FORGIVEN) {
      throw new AdapterError(
        `${lastFault.message}; it is not started again after ${faults} processes that went wrong`,
        { cause: lastFault },
      );
    }
  }

  function noteFault(error: AdapterError): void {
    faults += 1;
    lastFault = error;
  }

  /** As many sessions as met a crash want one at once. */
  async function start(): Promise<Host> {
    await starts.enter();
    return startOne().finally(starts.leave);
  }

  async function startOne(): Promise<Host> {
    requireStartable();
    let closer = async () => {};
    let up = false;
    try {
      const host = await startHost({
        ...settings,
        command,
        onStarted(end) {
          closer = async () => {
            await end();
            closers.delete(closer);
          };
          closers.add(closer);
          if (closed) void closer();
        },
        onEnd(end, sessions) {
          void closer();
          if (!up) return;
          if (end.kind === 'broken') noteFault(end.error);
          else suspects += sessions;
        },
      });
      up = true;
      if (closed) throw new AdapterError(CLOSED);
      return { ...host, close: () => closer() };
    } catch (error) {
      if (!up && error instanceof AdapterError) noteFault(error);
      await closer();
      throw error;
    }
  }

  /** The process of all sessions; the first, and one after another has ended, is started. */
  async function sharedHost(): Promise<Host> {
    for (;;) {
      if (shared === undefined) {
        const starting = start();
        shared = starting;
        starting.catch(() => {
          if (shared === starting) shared = undefined;
        });
      }
      const current = shared;
      const host = await current;
      if (host.end() === undefined) return host;
      if (shared === current) shared = undefined;
    }
  }

  async function openAlone(configuration: Configuration): Promise<Session> {
    const host = await start();
    try {
      return await host.open(configuration, host.close);
    } catch (error) {
      await host.close();
      if (!(error instanceof ImplementationGoneError)) throw error;
      throw new AdapterError(`${error.message} instead of opening a session`, { cause: error });
    }
  }

  return {
    contractVersion: ADAPTER_CONTRACT_VERSION,

    async describe() {
      return (await sharedHost()).implementation;
    },

    async open({ configuration }) {
      if (closed) throw new AdapterError(CLOSED);
      if (suspects > 0) {
        suspects -= 1;
        return openAlone(configuration);
      }
      const host = await sharedHost();
      return host.open(configuration).catch((error: unknown) => {
        // Another session may have brought it down.
        if (!(error instanceof ImplementationGoneError) || closed) throw error;
        suspects = Math.max(0, suspects - 1);
        return openAlone(configuration);
      });
    },

    async close() {
      closed = true;
      starts.close();
      await Promise.all([...closers].map((close) => close()));
    },
  };
}
