import type { Adapter, Configuration } from '../adapter/adapter.js';
import { createChildProcessAdapter } from '../adapter/child-process/index.js';
import { createReferenceAdapter } from '../adapter/reference/index.js';
import { CommandError, createSpawnAdapter } from '../adapter/spawn/index.js';
import {
  createWireAdapter,
  parseWireAddress,
  TlsSettingsError,
  WireAddressError,
} from '../adapter/wire/index.js';
import { UsageError } from './exit-codes.js';
import { readWireOptions, requireNoWireOptions, type WireOptions } from './wire-options.js';

const SPAWN = 'spawn:';
const JSON_RPC = 'jsonrpc:';

export interface AdapterChoice extends WireOptions {
  readonly adapter: string;
  readonly seed: number;
  readonly connectTimeout: number;
}

/** The adapter that `--adapter` names. Throws UsageError. */
export function chooseAdapter(choice: AdapterChoice, defaults: Configuration): Adapter {
  const { adapter, connectTimeout } = choice;
  const timeouts = { connectTimeoutMs: connectTimeout, requestTimeoutMs: connectTimeout };
  try {
    if (adapter === 'reference') {
      requireNoWireOptions(choice, adapter);
      return createReferenceAdapter(defaults, choice.seed);
    }
    if (adapter.startsWith('tcp:')) {
      const given = parseWireAddress(adapter);
      return createWireAdapter({ ...given, ...timeouts, ...readWireOptions(choice) });
    }
    if (adapter.startsWith(SPAWN)) {
      const command = adapter.slice(SPAWN.length).trim();
      const wire = { ...timeouts, ...readWireOptions(choice) };
      return createSpawnAdapter({ command, startTimeoutMs: connectTimeout, wire });
    }
    requireNoWireOptions(choice, adapter.split(':', 1)[0] ?? '');
    if (adapter.startsWith(JSON_RPC)) {
      const command = adapter.slice(JSON_RPC.length).trim();
      return createChildProcessAdapter({
        command,
        startTimeoutMs: connectTimeout,
        callTimeoutMs: connectTimeout,
      });
    }
  } catch (error) {
    if (error instanceof WireAddressError || error instanceof TlsSettingsError)
      throw new UsageError(error.message);
    if (error instanceof CommandError) {
      const [kind] = adapter.split(':', 1);
      throw new UsageError(`--adapter ${kind}: ${error.message}`);
    }
    throw error;
  }
  throw new UsageError(
    `unknown adapter '${adapter}'; use reference, tcp:HOST:PORT, e.g. tcp:127.0.0.1:9092, 'spawn:COMMAND', e.g. 'spawn:./my-broker --port 0', or 'jsonrpc:COMMAND', e.g. 'jsonrpc:python3 my-adapter.py'`,
  );
}
