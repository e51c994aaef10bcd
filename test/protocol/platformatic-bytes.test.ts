import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apiSchema } from '../../src/protocol/apis.js';
import { decodeMessage, encodeMessage } from '../../src/protocol/codec.js';
import { includesVersion } from '../../src/spec/version-range.js';
import { bodyOf } from './support/arbitraries.js';
import { hexOf } from './support/bytes.js';
import {
  PLATFORMATIC_APIS,
  platformaticRequest,
  platformaticResponse,
  withKnownErrors,
} from './support/platformatic.js';

const versions = PLATFORMATIC_APIS.flatMap((platformatic) =>
  platformatic.versions.map((version) => ({ platformatic, version })),
);

describe.each(
  versions.map((entry) => [`${entry.platformatic.api} v${entry.version}`, entry] as const),
)('%s', (_name, { platformatic, version }) => {
  const { request, response } = apiSchema(platformatic.api);
  const tagBytes = includesVersion(response.flexible, version) ? 1 : 0;

  test('requests have the bytes that @platformatic/kafka writes, and decode from them', async () => {
    const property = fc.asyncProperty(bodyOf(request, version), async (generated) => {
      const body = platformatic.writable?.(generated) ?? generated;
      const theirs = await platformaticRequest(platformatic, version, body);
      expect(hexOf(encodeMessage(request, version, body))).toBe(hexOf(theirs));
      expect(decodeMessage(request, version, theirs)).toEqual(body);
    });
    await fc.assert(property, { numRuns: 20 });
  });

  test('responses are read by @platformatic/kafka as they were meant', async () => {
    const property = fc.asyncProperty(
      bodyOf(response, version).map(withKnownErrors),
      async (body) => {
        const bytes = encodeMessage(response, version, body);
        const read = await platformaticResponse(platformatic, version, bytes);
        // It adds fields of its own making.
        expect(read.body).toMatchObject(platformatic.readable?.(body, version) ?? body);
        // It does not look at the tags that end a flexible message.
        if (platformatic.readable === undefined) expect(read.unread).toBe(tagBytes);
      },
    );
    await fc.assert(property, { numRuns: 20 });
  });
});
