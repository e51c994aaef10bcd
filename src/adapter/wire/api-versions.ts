import {
  API_NAMES,
  type ApiName,
  apiSchema,
  completeResponse,
  type ResponseOf,
} from '../../protocol/apis.js';
import { errorName } from '../../spec/errors.js';
import { packageVersion } from '../../spec/package-root.js';
import { intersection, type VersionRange } from '../../spec/version-range.js';
import { AdapterError } from '../adapter.js';
import { formatAddress } from './address.js';
import { decodeOutcome, type Outcome } from './channel.js';
import { CLIENT_ID } from './client-id.js';
import { type Control, type ControlRequest, unanswered } from './control.js';

export interface Advertised {
  /** Version of ApiVersions that the broker answered. */
  readonly apiVersionsVersion: number;
  /** What the broker says, within what the kit speaks. */
  readonly apis: ReadonlyMap<ApiName, VersionRange>;
  /** What it says word for word, of the APIs that the kit speaks. */
  readonly advertised: ReadonlyMap<ApiName, VersionRange>;
}

type AdvertisedApi = ResponseOf<'ApiVersions'>['apiKeys'][number];

/** In every version of the response, after the correlation id. */
const ERROR_CODE_OFFSET = 4;

/**
 * Asks for the versions as clients do: the newest ApiVersions first; a broker that lacks it answers
 * error 35 in the form of version 0, in newer ones with the versions it has (KIP-511). Others cut
 * the connection or answer in version 0 all the same, so version 0 is the last resort for these too.
 */
export async function askApiVersions(control: Control): Promise<Advertised> {
  const newest = apiSchema('ApiVersions').versions.max;
  let firstFault: AdapterError | undefined;
  const untried = [newest, 0];
  for (let version = untried.shift(); version !== undefined; version = untried.shift()) {
    const request = apiVersionsRequest(version);
    const outcome = await control.exchange(request).catch((error: unknown) => {
      throw firstFault ?? error;
    });
    if (version > 0 && isUnsupportedVersion(outcome)) {
      const offered = offeredApiVersions(outcome);
      if (offered !== undefined && offered > 0 && offered < version) untried.unshift(offered);
      continue;
    }
    const result = readAnswer(control, request, outcome);
    if (!(result instanceof AdapterError)) return { apiVersionsVersion: version, ...result };
    firstFault ??= result;
    if (outcome.kind === 'not-frames') break;
  }
  throw firstFault;
}

/** Request for the versions; also the cheapest request that any broker answers at once. */
export function apiVersionsRequest(version: number): ControlRequest<'ApiVersions'> {
  const software =
    version >= 3 ? { clientSoftwareName: CLIENT_ID, clientSoftwareVersion: packageVersion() } : {};
  return { api: 'ApiVersions', version, body: software };
}

/** Highest version of `api` on both sides, up to `highest`; undefined when the broker has none. */
export function commonVersion(
  advertised: Advertised,
  api: ApiName,
  highest = Number.POSITIVE_INFINITY,
): number | undefined {
  const range = advertised.apis.get(api);
  return range === undefined || range.min > highest ? undefined : Math.min(range.max, highest);
}

function isUnsupportedVersion(outcome: Outcome): boolean {
  return (
    outcome.kind === 'frame' &&
    outcome.frame.length >= ERROR_CODE_OFFSET + 2 &&
    errorName(outcome.frame.readInt16BE(ERROR_CODE_OFFSET)) === 'UNSUPPORTED_VERSION'
  );
}

function offeredApiVersions(outcome: Outcome): number | undefined {
  const answer = decodeOutcome('ApiVersions', 0, outcome);
  if (answer.kind !== 'response') return undefined;
  const { apiKey } = apiSchema('ApiVersions');
  return completeResponse('ApiVersions', answer.body).apiKeys.find(
    (entry) => entry.apiKey === apiKey,
  )?.maxVersion;
}

function readAnswer(
  control: Control,
  request: ControlRequest,
  outcome: Outcome,
): Omit<Advertised, 'apiVersionsVersion'> | AdapterError {
  const where = formatAddress(control.address);
  if (outcome.kind === 'not-frames') {
    return new AdapterError(`${where} is not the listener of a Kafka broker: ${outcome.reason}`);
  }
  const answer = decodeOutcome(request.api, request.version, outcome);
  switch (answer.kind) {
    case 'connection-closed':
      return new AdapterError(
        `${where} did not answer ApiVersions: ${answer.reason}${hintOn(answer.reason)}`,
      );
    case 'undecodable':
      return new AdapterError(unanswered(where, request, answer));
    case 'response': {
      const { errorCode, apiKeys } = completeResponse('ApiVersions', answer.body);
      if (errorCode !== 0) {
        return new AdapterError(
          `${where} answers ApiVersions version ${request.version} with ${errorName(errorCode)}`,
        );
      }
      const advertised = namedApis(apiKeys);
      const apis = withinSchemas(advertised);
      return apis.size > 0
        ? { apis, advertised }
        : new AdapterError(
            `${where} advertises no version of any API that groupspec speaks, so nothing can be tested`,
          );
    }
  }
}

function hintOn(reason: string): string {
  // A refusal of TLS says itself what to do.
  if (reason.includes('TLS')) return '';
  return '; is it the listener of a Kafka broker? Does it speak TLS (--tls)?';
}

function namedApis(entries: readonly AdvertisedApi[]): ReadonlyMap<ApiName, VersionRange> {
  const byKey = new Map(entries.map((entry) => [entry.apiKey, entry]));
  const apis = new Map<ApiName, VersionRange>();
  for (const name of API_NAMES) {
    const entry = byKey.get(apiSchema(name).apiKey);
    if (entry !== undefined) apis.set(name, { min: entry.minVersion, max: entry.maxVersion });
  }
  return apis;
}

function withinSchemas(
  advertised: ReadonlyMap<ApiName, VersionRange>,
): ReadonlyMap<ApiName, VersionRange> {
  const apis = new Map<ApiName, VersionRange>();
  for (const [name, range] of advertised) {
    const served = intersection(range, apiSchema(name).versions);
    if (served !== null) apis.set(name, served);
  }
  return apis;
}
