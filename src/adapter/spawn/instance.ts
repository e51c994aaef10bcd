import { AdapterError } from '../adapter.js';
import {
  createWireAdapter,
  type Introduction,
  type WireAdapter,
  type WireAdapterOptions,
} from '../wire/index.js';
import type { Command } from './command.js';
import { describeEnd } from './ending.js';
import { readAddress } from './first-line.js';
import { type RunningProcess, startProcess } from './process.js';

/** How long a cut connection waits for the news that the process is dead, in ms. */
const DEATH_KNOWN_WITHIN_MS = 500;

/** One process of the implementation and the way to it. */
export interface Instance {
  readonly wire: WireAdapter;
  /** The same error, or one that says how the process ended when that explains it. */
  explain(error: unknown): Promise<unknown>;
  /** Closes the connections and ends the process. May be called again. */
  close(): Promise<void>;
}

export interface InstanceOptions {
  readonly command: Command;
  readonly startTimeoutMs: number;
  readonly wire: Omit<WireAdapterOptions, 'host' | 'port' | 'introduction' | 'processEnd'>;
  /** What another process of the same command said. */
  readonly introduction: Introduction | undefined;
  /** Told as soon as there is something that must be ended. */
  readonly onStarted: (process: RunningProcess) => void;
}

/**
 * Starts a process and waits for its address. Rejects with AdapterError; the process has ended
 * then.
 */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const process = await startProcess(options.command);
  options.onStarted(process);
  try {
    const address = await readAddress(process, options.startTimeoutMs);
    return connectable(process, address, options);
  } catch (error) {
    await process.stop();
    throw error;
  }
}

function connectable(
  process: RunningProcess,
  address: { readonly host: string; readonly port: number },
  { wire: wireOptions, introduction }: InstanceOptions,
): Instance {
  async function processEnd(): Promise<string | undefined> {
    const end = await process.endWithin(DEATH_KNOWN_WITHIN_MS);
    return end && describeEnd(end);
  }
  const wire = createWireAdapter({
    ...wireOptions,
    ...address,
    ...(introduction === undefined ? {} : { introduction }),
    processEnd,
  });
  return {
    wire,
    async explain(error) {
      if (!(error instanceof AdapterError)) return error;
      const end = await processEnd();
      return end === undefined
        ? error
        : new AdapterError(`${error.message}: ${end}`, { cause: error });
    },
    async close() {
      await wire.close();
      await process.stop();
    },
  };
}
