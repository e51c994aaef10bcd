import { ADAPTER_CONTRACT_VERSION, type Adapter, AdapterError } from '../adapter.js';
import { createWireAdapter, type WireAdapter, type WireAdapterOptions } from '../wire/index.js';
import { parseCommand } from './command.js';
import { describeEnd } from './ending.js';
import { readAddress } from './first-line.js';
import { type RunningProcess, startProcess } from './process.js';

export interface StartAdapterOptions {
  /** A program and its arguments; see parseCommand. */
  readonly command: string;
  /** Where it runs. Default: the working directory. */
  readonly directory?: string;
  /** From the start of the process to the line with its address, in ms. */
  readonly startTimeoutMs?: number;
  readonly wire?: Omit<WireAdapterOptions, 'host' | 'port' | 'introduction' | 'processEnd'>;
}

/** A broker that loads its groups takes longer than a mock. */
const START_TIMEOUT_MS = 120_000;

const CLOSED = 'the adapter is closed; it starts nothing more';

/**
 * Starts one process for all cases, as {@link createSpawnAdapter} starts one for each, and drives it
 * over TCP. Who brought it down when it dies is told as little as of a broker somebody else started.
 *
 * Throws CommandError when the command cannot be one. Whatever else goes wrong on the way to a
 * process that answers is an AdapterError of `describe` or `open`.
 */
export function createStartAdapter(options: StartAdapterOptions): Adapter {
  const command = parseCommand(options.command, options.directory);
  let process: RunningProcess | undefined;
  let starting: Promise<WireAdapter> | undefined;
  let closed = false;

  async function start(): Promise<WireAdapter> {
    if (closed) throw new AdapterError(CLOSED);
    process = await startProcess(command);
    if (closed) await process.stop();
    const address = await readAddress(process, options.startTimeoutMs ?? START_TIMEOUT_MS);
    return createWireAdapter({ ...options.wire, ...address });
  }

  function wire(): Promise<WireAdapter> {
    starting ??= start();
    return starting;
  }

  return {
    contractVersion: ADAPTER_CONTRACT_VERSION,

    async describe() {
      const driven = await wire();
      try {
        return { ...(await driven.describe()), name: `start:${options.command}` };
      } catch (error) {
        const end = await process?.endWithin(0);
        if (end === undefined || !(error instanceof AdapterError)) throw error;
        throw new AdapterError(`${error.message}: ${describeEnd(end)}`, { cause: error });
      }
    },

    open: async (openOptions) => (await wire()).open(openOptions),

    async close() {
      closed = true;
      // A start under way ends with the process.
      const stopped = process?.stop();
      await starting?.then(
        (driven) => driven.close(),
        () => undefined,
      );
      await stopped;
    },
  };
}
