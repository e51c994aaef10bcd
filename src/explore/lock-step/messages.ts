import { apiSchema, recordSchema } from '../../protocol/apis.js';
import type { Comparison } from '../../spec/comparison.js';
import type { ExploredApi } from '../sequence.js';
import { createMessageComparer, type MessageComparer } from './comparer.js';
import { createMessageBuilder, type MessageBuilder } from './request-builder.js';

/** Builders and comparers of all messages, each made when it is first asked for. */
export interface Messages {
  request(api: ExploredApi, version: number): MessageBuilder;
  response(api: ExploredApi, version: number): MessageComparer;
  recordValue(version: number): MessageComparer;
  loggedValue(version: number): MessageBuilder;
}

export function createMessages(comparison: Comparison): Messages {
  const value = recordSchema('GroupMetadataValue');
  return {
    request: perApi((api, version) =>
      createMessageBuilder(apiSchema(api).request, version, comparison),
    ),
    response: perApi((api, version) =>
      createMessageComparer(apiSchema(api).response, version, comparison),
    ),
    recordValue: perVersion((version) => createMessageComparer(value, version, comparison)),
    loggedValue: perVersion((version) => createMessageBuilder(value, version, comparison)),
  };
}

function perApi<Made>(
  make: (api: ExploredApi, version: number) => Made,
): (api: ExploredApi, version: number) => Made {
  const made = new Map<ExploredApi, (version: number) => Made>();
  return (api, version) => {
    let versions = made.get(api);
    if (versions === undefined) {
      versions = perVersion((wanted) => make(api, wanted));
      made.set(api, versions);
    }
    return versions(version);
  };
}

function perVersion<Made>(make: (version: number) => Made): (version: number) => Made {
  const made: Made[] = [];
  return (version) => {
    made[version] ??= make(version);
    return made[version];
  };
}
