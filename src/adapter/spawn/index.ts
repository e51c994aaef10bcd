import { availableParallelism } from 'node:os';
import {
  ADAPTER_CONTRACT_VERSION,
  type Adapter,
  AdapterError,
  refuseControl,
  type Session,
} from '../adapter.js';
import { createAdmission } from '../wire/admission.js';
import { type Introduction, recordsCapability } from '../wire/index.js';
import { parseCommand } from './command.js';
import { type Instance, type InstanceOptions, startInstance } from './instance.js';

export { CommandError } from './command.js';
export { createStartAdapter } from './shared.js';

export interface SpawnAdapterOptions {
  /** A program and its arguments; see parseCommand. */
  readonly command: string;
  /** Where it runs. Default: the working directory. */
  readonly directory?: string;
  /** From the start of a process to the line with its address, in ms. */
  readonly startTimeoutMs?: number;
  /** Processes alive at once; sessions wait for room. Default: as many as cases side by side. */
  readonly maxProcesses?: number;
  /** Processes that are starting at once, which is when they need a processor. */
  readonly maxStarting?: number;
  /** Of the connections to each process. */
  readonly wire?: InstanceOptions['wire'];
}

const DEFAULTS = {
  startTimeoutMs: 10_000,
  maxProcesses: 400,
  maxStarting: availableParallelism(),
  wire: {},
};

const CLOSED = 'the spawn adapter is closed; it starts no more processes';

/**
 * Drives an implementation that is cheap to start: every session has a process of its own, so a
 * crash is the doing of the case that meets it.
 *
 *      spawn:COMMAND ──▶ process ── stdout ──▶ 127.0.0.1:40123   (its first line)
 *                          ▲  ▲
 *                          │  └── requests over TCP, as the wire adapter sends them
 *                          └───── stdin: nothing is written; its end tells the process to end
 *
 * A process that dies during a session shows as answers `connection-closed` that say how it ended.
 *
 * Throws CommandError when the command cannot be one. Whatever else goes wrong on the way to a
 * process that answers is an AdapterError of `describe` or `open`.
 */
export function createSpawnAdapter(options: SpawnAdapterOptions): Adapter {
  const command = parseCommand(options.command, options.directory);
  const settings = { ...DEFAULTS, ...options };
  const places = createAdmission(settings.maxProcesses, CLOSED);
  const starts = createAdmission(settings.maxStarting, CLOSED);
  /** How to end what has been started. */
  const closers = new Set<() => Promise<void>>();
  let introducing: Promise<Introduction> | undefined;
  let closed = false;

  /** Runs `use` with an instance, and frees its place when `use` rejects or closes the instance. */
  async function withInstance<Value>(
    introduction: Introduction | undefined,
    use: (instance: Instance) => Promise<Value>,
  ): Promise<Value> {
    await places.enter();
    let closer = async () => {};
    let ended: Promise<void> | undefined;
    const end = () => {
      ended ??= closer().finally(() => {
        closers.delete(end);
        places.leave();
      });
      return ended;
    };
    try {
      await starts.enter();
      const instance = await startInstance({
        ...settings,
        command,
        introduction,
        onStarted(process) {
          closer = process.stop;
          closers.add(end);
          if (closed) void end();
        },
      }).finally(starts.leave);
      if (closed) throw new AdapterError(CLOSED);
      closer = instance.close;
      return await use({ ...instance, close: end }).catch(async (error: unknown) => {
        throw await instance.explain(error);
      });
    } catch (error) {
      await end();
      throw error;
    }
  }

  /** Asked once, of a process of its own; after a failure the next call tries again. */
  function introduction(): Promise<Introduction> {
    if (introducing === undefined) {
      const attempt = withInstance(undefined, async ({ wire, close }) => {
        const introduced = await wire.introduction();
        await close();
        return introduced;
      });
      introducing = attempt;
      attempt.catch(() => {
        if (introducing === attempt) introducing = undefined;
      });
    }
    return introducing;
  }

  return {
    contractVersion: ADAPTER_CONTRACT_VERSION,

    async describe() {
      const { apis, advertised, configuration, recordsAccess } = await introduction();
      return {
        name: `spawn:${options.command}`,
        apis,
        advertised,
        configuration,
        ...recordsCapability(recordsAccess),
        clock: 'real',
        isolated: true,
      };
    },

    async open(openOptions) {
      return withInstance(await introduction(), async ({ wire, close }): Promise<Session> => {
        const session = await wire.open(openOptions);
        return { ...session, control: refuseControl('the spawn adapter'), close };
      });
    },

    async close() {
      closed = true;
      places.close();
      starts.close();
      await Promise.all([...closers].map((close) => close()));
    },
  };
}
