import type { Adapter, Configuration } from '../adapter/adapter.js';
import { createReferenceAdapter } from '../adapter/reference/index.js';
import { createWireAdapter, parseWireAddress, WireAddressError } from '../adapter/wire/index.js';
import { UsageError } from './exit-codes.js';

export interface AdapterChoice {
  readonly adapter: string;
  readonly seed: number;
  readonly connectTimeout: number;
}

/** The adapter that `--adapter` names. Throws UsageError. */
export function chooseAdapter(choice: AdapterChoice, defaults: Configuration): Adapter {
  if (choice.adapter === 'reference') return createReferenceAdapter(defaults, choice.seed);
  if (!choice.adapter.startsWith('tcp:')) {
    throw new UsageError(
      `unknown adapter '${choice.adapter}'; use reference or tcp:HOST:PORT, e.g. tcp:127.0.0.1:9092`,
    );
  }
  try {
    return createWireAdapter({
      ...parseWireAddress(choice.adapter),
      connectTimeoutMs: choice.connectTimeout,
      requestTimeoutMs: choice.connectTimeout,
    });
  } catch (error) {
    if (error instanceof WireAddressError) throw new UsageError(error.message);
    throw error;
  }
}
