import { apiSchema } from '../../protocol/apis.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { errorCode } from '../../spec/errors.js';
import { type Handler, SERVED_APIS } from '../exchange.js';

export const apiVersions: Handler<'ApiVersions'> = (exchange) => {
  exchange.answer({ errorCode: errorCode('NONE'), apiKeys: advertised() });
};

/** KIP-511: to whoever asks in a version that is not there, in the form of version 0. */
export function unsupportedApiVersions(): MessageBody {
  return { errorCode: errorCode('UNSUPPORTED_VERSION'), apiKeys: advertised() };
}

function advertised(): MessageBody[] {
  return SERVED_APIS.map((name) => {
    const { apiKey, versions } = apiSchema(name);
    return { apiKey, minVersion: versions.min, maxVersion: versions.max };
  }).sort((one, other) => one.apiKey - other.apiKey);
}
