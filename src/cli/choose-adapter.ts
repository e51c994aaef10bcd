import type { Adapter, Configuration } from '../adapter/adapter.js';
import { createReferenceAdapter } from '../adapter/reference/index.js';
import { CommandError, createSpawnAdapter } from '../adapter/spawn/index.js';
import { createWireAdapter, parseWireAddress, WireAddressError } from '../adapter/wire/index.js';
import { UsageError } from './exit-codes.js';

const SPAWN = 'spawn:';

export interface AdapterChoice {
  readonly adapter: string;
  readonly seed: number;
  readonly connectTimeout: number;
}

/** The adapter that `--adapter` names. Throws UsageError. */
export function chooseAdapter(choice: AdapterChoice, defaults: Configuration): Adapter {
  const { adapter, connectTimeout } = choice;
  const timeouts = { connectTimeoutMs: connectTimeout, requestTimeoutMs: connectTimeout };
  if (adapter === 'reference') return createReferenceAdapter(defaults, choice.seed);
  try {
    if (adapter.startsWith('tcp:')) {
      return createWireAdapter({ ...parseWireAddress(adapter), ...timeouts });
    }
    if (adapter.startsWith(SPAWN)) {
      const command = adapter.slice(SPAWN.length).trim();
      return createSpawnAdapter({ command, startTimeoutMs: connectTimeout, wire: timeouts });
    }
  } catch (error) {
    if (error instanceof WireAddressError) throw new UsageError(error.message);
    if (error instanceof CommandError) throw new UsageError(`--adapter spawn: ${error.message}`);
    throw error;
  }
  throw new UsageError(
    `unknown adapter '${adapter}'; use reference, tcp:HOST:PORT, e.g. tcp:127.0.0.1:9092, or 'spawn:COMMAND', e.g. 'spawn:./my-broker --port 0'`,
  );
}
