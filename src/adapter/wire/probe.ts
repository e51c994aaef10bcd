import { AdapterError } from '../adapter.js';
import { formatAddress, type WireAddress } from './address.js';
import { apiVersionsRequest } from './api-versions.js';
import type { Control } from './control.js';
import { jointRun } from './joint-run.js';

/** Round trips that show how long a broker takes to answer what it can answer at once. */
export interface Probe {
  /**
   * Resolves after a round trip that began after this call. Calls share one as long as it is not
   * on its way yet. A probe that fails says nothing and is ignored.
   */
  roundTrip(): Promise<void>;
  /** Duration of the last successful one, in ms; 0 before the first. */
  lastRoundTripMs(): number;
}

function createProbe(control: Control, apiVersionsVersion: number): Probe {
  const request = apiVersionsRequest(apiVersionsVersion);
  let lastMs = 0;

  async function run(): Promise<void> {
    const startedAt = performance.now();
    try {
      await control.ask(request);
      lastMs = performance.now() - startedAt;
    } catch (error) {
      // The connections under test tell what is wrong with the broker.
      if (!(error instanceof AdapterError)) throw error;
    }
  }

  return {
    roundTrip: jointRun(run),
    lastRoundTripMs: () => lastMs,
  };
}

/** One probe for each broker of the cluster, made when it is first needed. */
export interface Probes {
  at(address: WireAddress): Probe;
}

export function createProbes(
  controlOf: (address: WireAddress) => Control,
  apiVersionsVersion: number,
): Probes {
  const byAddress = new Map<string, Probe>();
  return {
    at(address) {
      const key = formatAddress(address);
      const found = byAddress.get(key) ?? createProbe(controlOf(address), apiVersionsVersion);
      byAddress.set(key, found);
      return found;
    },
  };
}
