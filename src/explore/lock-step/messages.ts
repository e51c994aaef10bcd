import { apiSchema, recordSchema } from '../../protocol/apis.js';
import { perVersion } from '../../protocol/per-version.js';
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
  const builders = perVersion((schema, version: number) =>
    createMessageBuilder(schema, version, comparison),
  );
  const comparers = perVersion((schema, version: number) =>
    createMessageComparer(schema, version, comparison),
  );
  const value = recordSchema('GroupMetadataValue');
  return {
    request: (api, version) => builders(apiSchema(api).request, version),
    response: (api, version) => comparers(apiSchema(api).response, version),
    recordValue: (version) => comparers(value, version),
    loggedValue: (version) => builders(value, version),
  };
}
