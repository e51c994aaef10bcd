import { describe, expect, test } from 'vitest';
import { API_NAMES, apiSchema } from '../../src/protocol/apis.js';
import { CodecError } from '../../src/protocol/codec.js';
import { projectMessage } from '../../src/protocol/complete.js';
import {
  correlationIdOf,
  decodeRequestFrame,
  decodeResponseFrame,
  encodeRequestFrame,
  encodeResponseFrame,
} from '../../src/protocol/frames.js';
import { bytesOf, hexOf, thrownBy } from './support/bytes.js';

const beat = { groupId: 'g', generationId: 1, memberId: 'm' };
const request = { api: 'Heartbeat', correlationId: 7, clientId: 'me', body: beat } as const;

describe('a request frame', () => {
  test('has header version 1 before flexible versions', () => {
    const frame = encodeRequestFrame({ ...request, version: 2 });
    expect(hexOf(frame)).toBe(
      hexOf(bytesOf('00000016 000c 0002 00000007 0002 6d65 0001 67 00000001 0001 6d')),
    );
  });

  test('has header version 2 in flexible ones, whose client id is not compact', () => {
    const frame = encodeRequestFrame({ ...request, version: 4 });
    expect(hexOf(frame)).toBe(
      hexOf(bytesOf('00000017 000c 0004 00000007 0002 6d65 00 02 67 00000001 02 6d 00 00')),
    );
  });

  test('tells a null client id from an empty one', () => {
    const frame = (clientId: string | null): string =>
      hexOf(encodeRequestFrame({ ...request, version: 0, clientId })).slice(24, 28);
    expect([frame(null), frame('')]).toEqual(['ffff', '0000']);
  });

  test.each(API_NAMES)('of %s comes back in every version', (api) => {
    const { versions, request: schema } = apiSchema(api);
    for (let version = versions.min; version <= versions.max; version += 1) {
      const frame = encodeRequestFrame({
        api,
        version,
        correlationId: -1,
        clientId: null,
        body: {},
      });
      expect(decodeRequestFrame(withoutSize(frame))).toEqual({
        kind: 'request',
        api,
        version,
        correlationId: -1,
        clientId: null,
        body: projectMessage(schema, version, {}),
      });
    }
  });

  test.each([
    ['of an unknown API', '03e7 0009 00000007 ffff', { apiKey: 999, api: null, version: 9 }],
    [
      'of a version that is too new',
      '0012 0063 00000007 ffff 00',
      { apiKey: 18, api: 'ApiVersions', version: 99 },
    ],
    [
      'of a negative version',
      '000b ffff 00000007 ffff',
      { apiKey: 11, api: 'JoinGroup', version: -1 },
    ],
  ])('%s can still be answered', (_what, hex, told) => {
    expect(decodeRequestFrame(bytesOf(hex))).toEqual({
      kind: 'unsupported',
      correlationId: 7,
      ...told,
    });
  });

  test('that is cut anywhere is refused', () => {
    const frame = withoutSize(encodeRequestFrame({ ...request, version: 4 }));
    for (let length = 0; length < frame.length; length += 1) {
      expect(thrownBy(() => decodeRequestFrame(frame.subarray(0, length)))).toBeInstanceOf(
        CodecError,
      );
    }
  });

  test.each([
    ['correlationId', { correlationId: 2 ** 31 }, '2147483648 is outside int32'],
    ['clientId', { clientId: 'x'.repeat(40000) }, 'is 40000 bytes long'],
  ])('is refused for its %s', (path, part, reason) => {
    const error = thrownBy(() => encodeRequestFrame({ ...request, version: 4, ...part }));
    expect(error).toMatchObject({
      messageName: 'RequestHeader',
      path,
      reason: expect.stringContaining(reason),
    });
  });
});

describe('a response frame', () => {
  test('has a header with tags in flexible versions', () => {
    const frame = encodeResponseFrame({
      api: 'Heartbeat',
      version: 4,
      correlationId: 7,
      body: { errorCode: 27 },
    });
    expect(frame).toEqual(bytesOf('0000000c 00000007 00 00000000 001b 00'));
  });

  test('of ApiVersions never has a header with tags', () => {
    const frame = encodeResponseFrame({
      api: 'ApiVersions',
      version: 3,
      correlationId: 7,
      body: {},
    });
    expect(frame).toEqual(bytesOf('0000000c 00000007 0000 01 00000000 00'));
  });

  test.each(API_NAMES)('of %s comes back in every version', (api) => {
    const { versions, response: schema } = apiSchema(api);
    for (let version = versions.min; version <= versions.max; version += 1) {
      const frame = withoutSize(encodeResponseFrame({ api, version, correlationId: 9, body: {} }));
      expect(correlationIdOf(frame)).toBe(9);
      expect(decodeResponseFrame(api, version, frame)).toEqual({
        correlationId: 9,
        body: projectMessage(schema, version, {}),
      });
    }
  });

  test('may have unknown tags in its header', () => {
    const frame = bytesOf('00000007 01 05 02 ffff 00000000 001b 00');
    expect(decodeResponseFrame('Heartbeat', 4, frame).body).toEqual({
      throttleTimeMs: 0,
      errorCode: 27,
    });
  });

  test('that is cut anywhere is refused', () => {
    const frame = withoutSize(
      encodeResponseFrame({ api: 'JoinGroup', version: 9, correlationId: 7, body: {} }),
    );
    for (let length = 0; length < frame.length; length += 1) {
      const error = thrownBy(() => decodeResponseFrame('JoinGroup', 9, frame.subarray(0, length)));
      expect(error).toBeInstanceOf(CodecError);
    }
  });

  test('too short for a correlation id is refused', () => {
    expect(() => correlationIdOf(bytesOf('000000'))).toThrow(
      'ResponseHeader v0: correlationId at byte 0: needs 4 bytes, but the message has only 3 left',
    );
  });
});

function withoutSize(frame: Uint8Array): Uint8Array {
  expect(new DataView(frame.buffer).getInt32(0)).toBe(frame.length - 4);
  return frame.subarray(4);
}
