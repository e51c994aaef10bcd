import { apiSchema, recordSchema } from '../../protocol/apis.js';
import type { Comparison } from '../../spec/comparison.js';
import type { ExploredApi } from '../sequence.js';
import { createMessageComparer, type MessageComparer } from './comparer.js';
import { createMessageBuilder, type MessageBuilder } from './request-builder.js';

/** Builders and comparers of all messages, each made when it is first asked for. */
export interface Messages {
  request(api: ExploredApi, version: number): MessageBuilder;
  response(api: ExploredApi, version: number): MessageComparer;
  recordKey: MessageComparer;
  recordValue(version: number): MessageComparer;
  loggedValue(version: number): MessageBuilder;
}

const KEY_VERSION = 2;

export function createMessages(comparison: Comparison): Messages {
  const requests = new Map<string, MessageBuilder>();
  const responses = new Map<string, MessageComparer>();
  const values = new Map<number, MessageComparer>();
  const loggedValues = new Map<number, MessageBuilder>();
  return {
    request: (api, version) =>
      kept(requests, `${api} ${version}`, () =>
        createMessageBuilder(apiSchema(api).request, version, comparison),
      ),
    response: (api, version) =>
      kept(responses, `${api} ${version}`, () =>
        createMessageComparer(apiSchema(api).response, version, comparison),
      ),
    recordKey: createMessageComparer(recordSchema('GroupMetadataKey'), KEY_VERSION, comparison),
    recordValue: (version) =>
      kept(values, version, () =>
        createMessageComparer(recordSchema('GroupMetadataValue'), version, comparison),
      ),
    loggedValue: (version) =>
      kept(loggedValues, version, () =>
        createMessageBuilder(recordSchema('GroupMetadataValue'), version, comparison),
      ),
  };
}

function kept<Key, Value>(cache: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = cache.get(key);
  if (value === undefined) {
    value = make();
    cache.set(key, value);
  }
  return value;
}
