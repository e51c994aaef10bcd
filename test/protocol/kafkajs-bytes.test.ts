import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apiSchema } from '../../src/protocol/apis.js';
import { encodeMessage } from '../../src/protocol/codec.js';
import { decodeRequestFrame, encodeRequestFrame } from '../../src/protocol/frames.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import { bodyOf } from './support/arbitraries.js';
import { hexOf } from './support/bytes.js';
import {
  KAFKAJS_APIS,
  kafkajsRequestFrame,
  kafkajsResponse,
  kafkajsVersions,
} from './support/kafkajs.js';

/** kafkajs stops reading a response with this error. */
const UNSUPPORTED_VERSION = 35;

const versions = KAFKAJS_APIS.flatMap((kafkajs) =>
  kafkajsVersions(kafkajs).map((version) => ({ kafkajs, version })),
);

describe.each(versions.map((entry) => [`${entry.kafkajs.api} v${entry.version}`, entry] as const))(
  '%s',
  (_name, { kafkajs, version }) => {
    const { api } = kafkajs;
    const schema = apiSchema(api);
    const header = { correlationId: 5, clientId: 'kit' };

    test('requests have the bytes that kafkajs writes, and decode from them', async () => {
      const property = fc.asyncProperty(bodyOf(schema.request, version), async (generated) => {
        const body = withoutEmptyLists(generated);
        const theirs = await kafkajsRequestFrame(kafkajs, version, body, header);
        expect(hexOf(encodeRequestFrame({ api, version, ...header, body }))).toBe(hexOf(theirs));
        expect(decodeRequestFrame(theirs.subarray(4))).toEqual({
          kind: 'request',
          api,
          version,
          ...header,
          body,
        });
      });
      await fc.assert(property, { numRuns: 20 });
    });

    test('responses are read by kafkajs as they were meant', async () => {
      const bodies = bodyOf(schema.response, version).filter(
        (body) => body['errorCode'] !== UNSUPPORTED_VERSION,
      );
      const property = fc.asyncProperty(bodies, async (generated) => {
        const body = kafkajs.readable?.(generated) ?? generated;
        const bytes = encodeMessage(schema.response, version, body);
        expect(await kafkajsResponse(kafkajs, version, bytes)).toEqual(body);
      });
      await fc.assert(property, { numRuns: 20 });
    });

    /** kafkajs cannot write an empty list where it may also be null. */
    function withoutEmptyLists(body: MessageBody): MessageBody {
      if (api === 'Metadata' && version > 0 && isEmpty(body['topics']))
        return { ...body, topics: null };
      if (api !== 'DescribeConfigs') return body;
      const resources = (body['resources'] as MessageBody[]).map((resource) =>
        isEmpty(resource['configurationKeys'])
          ? { ...resource, configurationKeys: null }
          : resource,
      );
      return { ...body, resources };
    }
  },
);

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
