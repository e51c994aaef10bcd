import { closest } from 'fastest-levenshtein';
import { API_NAMES, type ApiName, apiSchema } from '../../protocol/apis.js';
import { packageVersion } from '../../spec/package-root.js';
import { formatVersionRange, intersection, type VersionRange } from '../../spec/version-range.js';
import { AdapterError, type Implementation, ImplementationGoneError } from '../adapter.js';
import { lastWords } from '../spawn/ending.js';
import type { RunningProcess } from '../spawn/process.js';
import { type Channel, THE_ADAPTER } from './channel.js';
import { type Introduction, PROTOCOL_VERSION } from './protocol.js';

/** Rejects with AdapterError: a sentence on what is wrong with the adapter. */
export async function shakeHands(
  channel: Channel,
  process: RunningProcess,
): Promise<Implementation> {
  try {
    const kit = { name: 'groupspec', version: packageVersion() };
    return implementationOf(
      await channel.call('initialize', { protocolVersion: PROTOCOL_VERSION, kit }),
    );
  } catch (error) {
    if (!(error instanceof ImplementationGoneError)) throw error;
    // What ends this early was never an implementation; its own words tell most.
    const end = await process.ended;
    const reason = `${error.message.split(';', 1)[0]} before it answered initialize`;
    throw new AdapterError(`${reason}${lastWords(end)}`, { cause: error });
  }
}

function implementationOf(introduction: Introduction): Implementation {
  const { protocolVersion, name, version, configuration, clock, isolated } = introduction;
  if (protocolVersion !== PROTOCOL_VERSION) {
    throw new AdapterError(
      `${THE_ADAPTER} speaks version ${protocolVersion} of the adapter protocol; this kit speaks version ${PROTOCOL_VERSION}`,
    );
  }
  const capabilities = new Set(introduction.capabilities);
  if (capabilities.has('virtual-clock') !== (clock === 'virtual')) {
    throw new AdapterError(
      `${THE_ADAPTER} announces a ${clock} clock ${clock === 'virtual' ? 'without' : 'with'} the capability virtual-clock`,
    );
  }
  return {
    name: version === undefined ? name : `${name} ${version}`,
    apis: knownApis(introduction.apis),
    advertised: new Map(
      API_NAMES.flatMap((api) => {
        const range = introduction.apis[api];
        return range === undefined ? [] : [[api, range] as const];
      }),
    ),
    configuration,
    capabilities,
    clock,
    isolated,
  };
}

/** Within what the kit speaks, as over the wire: a newer implementation may well serve more. */
function knownApis(advertised: Introduction['apis']): ReadonlyMap<ApiName, VersionRange> {
  const apis = new Map<ApiName, VersionRange>();
  for (const [given, range] of Object.entries(advertised)) {
    const name = API_NAMES.find((known) => known === given);
    if (name === undefined) {
      throw new AdapterError(
        `${THE_ADAPTER} advertises '${given}', which is no API of this kit; did you mean '${closest(given, [...API_NAMES])}'?`,
      );
    }
    if (range.min > range.max) {
      throw new AdapterError(
        `${THE_ADAPTER} advertises ${name} from version ${range.min} to version ${range.max}, which is none`,
      );
    }
    const { versions } = apiSchema(name);
    const served = intersection(range, versions);
    if (served === null) {
      throw new AdapterError(
        `${THE_ADAPTER} advertises ${name} ${formatVersionRange(range)}; this kit knows ${formatVersionRange(versions)}`,
      );
    }
    apis.set(name, served);
  }
  return apis;
}
