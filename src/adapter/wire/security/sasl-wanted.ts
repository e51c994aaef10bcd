import { errorName } from '../../../spec/errors.js';
import { AdapterError } from '../../adapter.js';
import { formatAddress } from '../address.js';
import { type Advertised, commonVersion } from '../api-versions.js';
import type { Control } from '../control.js';
import { listed } from './sasl.js';

/** Every listener with SASL refuses it, and tells what it would take. */
const NO_MECHANISM = 'NONE';

/**
 * Throws an AdapterError when the listener wants SASL: it answers ApiVersions to anybody, but cuts
 * every other request off without a word. Whatever else is wrong is left to the requests themselves.
 */
export async function requireNoSasl(control: Control, advertised: Advertised): Promise<void> {
  const version = commonVersion(advertised, 'SaslHandshake');
  if (version === undefined) return;
  try {
    const request = { api: 'SaslHandshake', version, body: { mechanism: NO_MECHANISM } } as const;
    const { errorCode, mechanisms } = await control.ask(request);
    if (errorName(errorCode) !== 'UNSUPPORTED_SASL_MECHANISM') return;
    throw new SaslWantedError(
      `${formatAddress(control.address)} wants to know who the kit is: name --sasl and --username (it takes ${listed(mechanisms)})`,
    );
  } catch (error) {
    if (error instanceof SaslWantedError || !(error instanceof AdapterError)) throw error;
  }
}

class SaslWantedError extends AdapterError {}
