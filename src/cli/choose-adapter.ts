import type { Adapter, Configuration } from '../adapter/adapter.js';
import { createChildProcessAdapter } from '../adapter/child-process/index.js';
import { createReferenceAdapter } from '../adapter/reference/index.js';
import { CommandError, createSpawnAdapter, createStartAdapter } from '../adapter/spawn/index.js';
import {
  createWireAdapter,
  parseWireAddress,
  TlsSettingsError,
  WireAddressError,
} from '../adapter/wire/index.js';
import { UsageError } from './exit-codes.js';
import { readWireOptions, requireNoWireOptions, type WireOptions } from './wire-options.js';

const SPAWN = 'spawn:';
const START = 'start:';
const JSON_RPC = 'jsonrpc:';

export interface AdapterChoice extends WireOptions {
  readonly adapter: string;
  readonly seed: number;
  readonly connectTimeout: number;
  /** Where commands run. Absent: the working directory. */
  readonly directory?: string;
  /** Whether records are read over the wire where they can be. */
  readonly records: boolean;
}

/** The word for it in reports: `tcp`, `spawn`, … */
export function adapterKind(adapter: string): string {
  return adapter.split(':', 1)[0] ?? adapter;
}

/** The adapter that `--adapter` names. Throws UsageError. */
export function chooseAdapter(choice: AdapterChoice, defaults: Configuration): Adapter {
  const { adapter, connectTimeout } = choice;
  const at = choice.directory === undefined ? {} : { directory: choice.directory };
  const common = {
    connectTimeoutMs: connectTimeout,
    requestTimeoutMs: connectTimeout,
    readRecords: choice.records,
  };
  try {
    if (adapter === 'reference') {
      requireNoWireOptions(choice, adapter);
      return createReferenceAdapter(defaults, choice.seed);
    }
    if (adapter.startsWith('tcp:')) {
      const given = parseWireAddress(adapter);
      return createWireAdapter({ ...given, ...common, ...readWireOptions(choice) });
    }
    if (adapter.startsWith(SPAWN)) {
      const command = adapter.slice(SPAWN.length).trim();
      const wire = { ...common, ...readWireOptions(choice) };
      return createSpawnAdapter({ command, ...at, startTimeoutMs: connectTimeout, wire });
    }
    if (adapter.startsWith(START)) {
      const command = adapter.slice(START.length).trim();
      const wire = { ...common, ...readWireOptions(choice) };
      return createStartAdapter({ command, ...at, wire });
    }
    requireNoWireOptions(choice, adapter.split(':', 1)[0] ?? '');
    if (adapter.startsWith(JSON_RPC)) {
      const command = adapter.slice(JSON_RPC.length).trim();
      return createChildProcessAdapter({
        command,
        ...at,
        startTimeoutMs: connectTimeout,
        callTimeoutMs: connectTimeout,
      });
    }
  } catch (error) {
    if (error instanceof WireAddressError || error instanceof TlsSettingsError)
      throw new UsageError(error.message);
    if (error instanceof CommandError) {
      throw new UsageError(`--adapter ${adapterKind(adapter)}: ${error.message}`);
    }
    throw error;
  }
  throw new UsageError(
    `unknown adapter '${adapter}'; use reference, tcp:HOST:PORT, e.g. tcp:127.0.0.1:9092, 'spawn:COMMAND', e.g. 'spawn:./my-broker --port 0', 'start:COMMAND', or 'jsonrpc:COMMAND', e.g. 'jsonrpc:python3 my-adapter.py'`,
  );
}
