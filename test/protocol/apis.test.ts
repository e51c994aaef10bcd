import { expect, test } from 'vitest';
import {
  API_NAMES,
  apiNameOfKey,
  apiSchema,
  consumerProtocolSchema,
  recordSchema,
} from '../../src/protocol/apis.js';
import { loadMessages } from '../../src/spec/messages.js';

test('the names of the APIs are those that spec/messages describes', () => {
  expect([...API_NAMES]).toEqual([...loadMessages().apis.keys()].sort());
});

test('an API is found by its key', () => {
  expect(API_NAMES.map((name) => apiNameOfKey(apiSchema(name).apiKey))).toEqual([...API_NAMES]);
  expect(apiNameOfKey(999)).toBeUndefined();
});

test('schemas are read once', () => {
  expect(apiSchema('JoinGroup')).toBe(apiSchema('JoinGroup'));
});

test('records and embedded protocols are found by their short names', () => {
  expect(recordSchema('GroupMetadataValue').name).toBe('GroupMetadataValue');
  expect(consumerProtocolSchema('Subscription').name).toBe('ConsumerProtocolSubscription');
});
