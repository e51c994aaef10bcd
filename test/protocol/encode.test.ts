import { describe, expect, test } from 'vitest';
import { apiSchema } from '../../src/protocol/apis.js';
import { CodecError, encodeMessage } from '../../src/protocol/codec.js';
import type { MessageBody, MessageValue } from '../../src/protocol/message-body.js';
import { bytesOf, hexOf, thrownBy } from './support/bytes.js';
import { schemaOf } from './support/schemas.js';

const joinRequest = apiSchema('JoinGroup').request;
const joinResponse = apiSchema('JoinGroup').response;

describe('defaults', () => {
  test('stand for absent fields', () => {
    expect(hexOf(encodeMessage(joinResponse, 9, {}))).toBe(
      hexOf(bytesOf('00000000 0000 ffffffff 00 00 01 00 01 01 00')),
    );
  });

  test('are taken for undefined, as for absent', () => {
    const body = { leader: undefined } as unknown as MessageBody;
    expect(encodeMessage(joinResponse, 9, body)).toEqual(encodeMessage(joinResponse, 9, {}));
  });

  test('of null are empty in a version that has no null: no protocol in JoinGroup 6 and 7', () => {
    const written = (version: number): string =>
      hexOf(encodeMessage(joinResponse, version, { protocolName: null })).slice(20, 24);
    expect([written(6), written(7)]).toEqual(['0101', '0000']);
  });

  test('of null are the empty list in a version that has no null: all topics of Metadata 0', () => {
    const { request } = apiSchema('Metadata');
    expect(encodeMessage(request, 0, { topics: null })).toEqual(bytesOf('00000000'));
    expect(encodeMessage(request, 1, { topics: null })).toEqual(bytesOf('ffffffff'));
    expect(encodeMessage(request, 1, { topics: [] })).toEqual(bytesOf('00000000'));
  });

  test('null and empty stay apart', () => {
    const name = (protocolName: string | null): Uint8Array =>
      encodeMessage(joinResponse, 7, { protocolName });
    expect(name(null)).not.toEqual(name(''));
  });
});

describe('fields that the version lacks', () => {
  test('are dropped when ignorable', () => {
    expect(encodeMessage(joinRequest, 7, { reason: 'shutdown' })).toEqual(
      encodeMessage(joinRequest, 7, {}),
    );
  });

  test('may have their default', () => {
    const body = { groupInstanceId: null };
    expect(encodeMessage(joinRequest, 4, body)).toEqual(encodeMessage(joinRequest, 4, {}));
  });

  test('may be an empty list, whose default that is', () => {
    const { request } = apiSchema('LeaveGroup');
    expect(encodeMessage(request, 2, { members: [] })).toEqual(encodeMessage(request, 2, {}));
  });

  test.each<[string, MessageBody, number, string, string]>([
    [
      'an instance id',
      { groupInstanceId: 'i' },
      4,
      'groupInstanceId',
      'the string "i" would be lost',
    ],
    [
      'an empty instance id',
      { groupInstanceId: '' },
      4,
      'groupInstanceId',
      'the string "" would be lost',
    ],
  ])('are refused when that would lose %s', (_what, body, version, path, reason) => {
    expect(faultOf(() => encodeMessage(joinRequest, version, body))).toMatchObject({
      path,
      reason: `version ${version} has no such field, so ${reason}`,
    });
  });

  test('are refused when that would lose members of LeaveGroup 2', () => {
    const { request } = apiSchema('LeaveGroup');
    expect(
      faultOf(() => encodeMessage(request, 2, { members: [{ memberId: 'm' }] })),
    ).toMatchObject({
      path: 'members',
      reason: 'version 2 has no such field, so an array of 1 would be lost',
    });
  });
});

describe('a body is refused at the faulty value', () => {
  const half = '\ud83d';
  test.each<[string, unknown, string, string]>([
    [
      'an unknown field',
      { groupID: 'g' },
      '',
      "there is no field 'groupID'; did you mean 'groupId'?",
    ],
    [
      'an unknown field of an element',
      { protocols: [{ name: 'a' }, { nam: 'b' }] },
      'protocols[1]',
      "there is no field 'nam'; did you mean 'name'?",
    ],
    [
      'null that is never null',
      { groupId: null },
      'groupId',
      'is null, but version 5 has no null here',
    ],
    ['a number for a string', { groupId: 1 }, 'groupId', 'needs a string, not the number 1'],
    [
      'half a character',
      { groupId: half },
      'groupId',
      'holds half a surrogate pair: UTF-8 cannot carry it',
    ],
    [
      'a string too long',
      { groupId: 'é'.repeat(16384) },
      'groupId',
      'is 32768 bytes long in UTF-8; a string has at most 32767',
    ],
    [
      'a string for a number',
      { sessionTimeoutMs: '1' },
      'sessionTimeoutMs',
      'needs an integer, not the string "1"',
    ],
    [
      'a fraction',
      { sessionTimeoutMs: 0.5 },
      'sessionTimeoutMs',
      'needs an integer, not the number 0.5',
    ],
    [
      'not a number',
      { sessionTimeoutMs: Number.NaN },
      'sessionTimeoutMs',
      'needs an integer, not the number NaN',
    ],
    [
      'a bigint for int32',
      { sessionTimeoutMs: 1n },
      'sessionTimeoutMs',
      'needs an integer, not the bigint 1',
    ],
    [
      'a number out of range',
      { sessionTimeoutMs: 2 ** 31 },
      'sessionTimeoutMs',
      '2147483648 is outside int32 (-2147483648 to 2147483647)',
    ],
    ['an object for an array', { protocols: {} }, 'protocols', 'needs an array, not an object'],
    [
      'bytes for an array',
      { protocols: new Uint8Array(2) },
      'protocols',
      'needs an array, not 2 bytes',
    ],
    [
      'null in an array',
      { protocols: [null] },
      'protocols[0]',
      'an element of an array is never null',
    ],
    [
      'a hole in an array',
      { protocols: new Array(1) },
      'protocols[0]',
      'an element of an array is never null',
    ],
    [
      'text for a structure',
      { protocols: ['range'] },
      'protocols[0]',
      'needs an object, not the string "range"',
    ],
    [
      'an array for a structure',
      { protocols: [[]] },
      'protocols[0]',
      'needs an object, not an array of 0',
    ],
    [
      'text for bytes',
      { protocols: [{ name: 'range' }, { metadata: 'AAE=' }] },
      'protocols[1].metadata',
      'needs a Uint8Array, not the string "AAE="',
    ],
    ['an array for a body', [], '', 'needs an object, not an array of 0'],
    ['null for a body', null, '', 'needs an object, not null'],
  ])('%s', (_what, body, path, reason) => {
    const fault = faultOf(() => encodeMessage(joinRequest, 5, body as MessageBody));
    expect(fault).toMatchObject({ messageName: 'JoinGroupRequest', version: 5, path, reason });
  });

  test('with message, version, path and offset in one line', () => {
    const body = { groupId: 'g', protocols: [{ name: 'range' }, { name: 'x', metadata: 'text' }] };
    expect(faultOf(() => encodeMessage(joinRequest, 5, body)).message).toBe(
      'JoinGroupRequest v5: protocols[1].metadata at byte 35: needs a Uint8Array, not the string "text"',
    );
  });

  test('a bool that is a number', () => {
    expect(faultOf(() => encodeMessage(joinResponse, 9, { skipAssignment: 1 }))).toMatchObject({
      path: 'skipAssignment',
      reason: 'needs true or false, not the number 1',
    });
  });

  test.each<[string, MessageValue, string]>([
    ['a number', 1, 'needs a bigint (int64), not the number 1'],
    [
      'out of range',
      2n ** 63n,
      '9223372036854775808 is outside int64 (-9223372036854775808 to 9223372036854775807)',
    ],
  ])('an int64 that is %s', (_what, value, reason) => {
    const { response } = apiSchema('ApiVersions');
    expect(
      faultOf(() => encodeMessage(response, 3, { finalizedFeaturesEpoch: value })),
    ).toMatchObject({
      path: 'finalizedFeaturesEpoch',
      reason,
    });
  });

  test.each([
    ['in upper case', 'A0000000-0000-0000-0000-000000000000'],
    ['without dashes', 'a0000000000000000000000000000000'],
    ['too short', 'a0000000-0000-0000-0000-00000000000'],
  ])('a uuid %s', (_what, topicId) => {
    const { request } = apiSchema('Metadata');
    expect(faultOf(() => encodeMessage(request, 12, { topics: [{ topicId }] }))).toMatchObject({
      path: 'topics[0].topicId',
      reason: `needs a uuid in lower case with its four dashes, not the string "${topicId}"`,
    });
  });

  test.each([10, -1, 1.5, Number.NaN])('a version that does not exist: %s', (version) => {
    expect(faultOf(() => encodeMessage(joinRequest, version, {}))).toMatchObject({
      version,
      reason: 'there is no such version; known are 0-9',
    });
  });
});

describe('types that no message of the kit uses yet', () => {
  const schema = schemaOf(`
versions: 0-1
flexible: 1+
fields:
  port: { type: uint16, default: 9092 }
  name: { type: string, default: none }
  inner: { type: Inner, fields: { x: int8 } }
  maybe: { type: Maybe, nullable: 1+, fields: { y: { type: int8, default: 5 } } }
  extra: { type: Extra, versions: 1+, tag: 3, fields: { z: int8 } }
`);

  test('are written with their defaults', () => {
    expect(encodeMessage(schema, 0, {})).toEqual(bytesOf('2384 0004 6e6f6e65 00 05'));
    expect(encodeMessage(schema, 1, {})).toEqual(bytesOf('2384 05 6e6f6e65 00 00 ff 00'));
  });

  test('are written in full', () => {
    const body = { port: 65535, name: '', inner: { x: 1 }, maybe: { y: 2 }, extra: { z: 3 } };
    expect(encodeMessage(schema, 1, body)).toEqual(
      bytesOf('ffff 01 01 00 01 02 00 01 03 02 03 00'),
    );
  });

  test('are tagged in the order of the tags, whatever the order in the file', () => {
    const tagged = schemaOf(
      'versions: 0\nflexible: 0\nfields: { b: { type: int8, tag: 1 }, a: { type: int8, tag: 0 } }',
    );
    expect(encodeMessage(tagged, 0, { a: 5, b: 6 })).toEqual(bytesOf('02 00 01 05 01 01 06'));
  });

  test('count a structure as its default when each of its fields is', () => {
    const body = { extra: { z: 0 } };
    expect(encodeMessage(schema, 1, body)).toEqual(encodeMessage(schema, 1, {}));
    expect(encodeMessage(schema, 0, body)).toEqual(encodeMessage(schema, 0, {}));
    expect(faultOf(() => encodeMessage(schema, 0, { extra: { z: 1 } })).path).toBe('extra');
  });

  test('report unknown fields of a structure that would be left out as a default', () => {
    expect(faultOf(() => encodeMessage(schema, 1, { extra: { q: 1 } })).path).toBe('extra');
  });

  test('have no null where a nullable default is given', () => {
    const strict = schemaOf(
      'versions: 0-1\nfields: { a: { type: string, nullable: 1, default: x } }',
    );
    expect(encodeMessage(strict, 1, { a: null })).toEqual(bytesOf('ffff'));
    expect(encodeMessage(strict, 1, {})).toEqual(bytesOf('0001 78'));
    expect(faultOf(() => encodeMessage(strict, 0, { a: null })).path).toBe('a');
  });
});

test('a message longer than any first buffer is written whole', () => {
  const metadata = new Uint8Array(70_000).fill(7);
  const bytes = encodeMessage(joinRequest, 0, { protocols: [{ name: 'p', metadata }] });
  expect(bytes.length).toBe(2 + 4 + 2 + 2 + 4 + 3 + 4 + 70_000);
  expect(bytes.subarray(-70_000)).toEqual(metadata);
});

test('bytes of a message stay as they are while others are written', () => {
  const blobs = schemaOf('versions: 0\nfields: { blob: bytes, number: int8 }');
  const encode = (fill: number, number: number) =>
    encodeMessage(blobs, 0, { blob: new Uint8Array(600).fill(fill), number });
  const first = encode(1, 1);
  const kept = hexOf(first);
  expect(() => encode(2, 1_000)).toThrow('outside int8');
  encode(3, 3);
  expect(hexOf(first)).toBe(kept);
  expect(hexOf(encode(1, 1))).toBe(kept);
});

function faultOf(run: () => unknown): CodecError {
  const error = thrownBy(run);
  if (error instanceof CodecError) return error;
  throw error;
}
