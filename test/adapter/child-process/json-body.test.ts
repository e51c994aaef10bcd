import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBodyCodec } from '../../../src/adapter/child-process/json-body.js';
import { JsonBodyError } from '../../../src/adapter/child-process/json-misfit.js';
import { recordFromJson, recordToJson } from '../../../src/adapter/child-process/json-record.js';
import type { Json, JsonObject, JsonRecord } from '../../../src/adapter/child-process/protocol.js';
import { apiSchema, recordSchema } from '../../../src/protocol/apis.js';
import { decodeMessage, encodeMessage } from '../../../src/protocol/codec.js';
import { allMessageVersions } from '../../protocol/support/all-messages.js';
import { bodyOf, sendableBodyOf } from '../../protocol/support/arbitraries.js';

const RUNS = { numRuns: 10 };

describe.each(allMessageVersions())('%s as JSON', (_name, { schema, version }) => {
  const codec = jsonBodyCodec(schema, version);

  it('comes back as it was', () => {
    fc.assert(
      fc.property(bodyOf(schema, version), (body) => {
        const line = JSON.stringify(codec.toJson(body));
        expect(codec.fromJson(JSON.parse(line))).toEqual(body);
      }),
      RUNS,
    );
  });

  it('says what the bytes of the same body say', () => {
    fc.assert(
      fc.property(sendableBodyOf(schema, version), (body) => {
        const decoded = decodeMessage(schema, version, encodeMessage(schema, version, body));
        expect(codec.fromJson(codec.toJson(body))).toEqual(decoded);
      }),
      RUNS,
    );
  });
});

const join = apiSchema('JoinGroup').response;
const JOINED = {
  throttleTimeMs: 0,
  errorCode: 0,
  generationId: 1,
  protocolType: 'consumer',
  protocolName: 'range',
  leader: 'm',
  skipAssignment: false,
  memberId: 'm',
  members: [{ memberId: 'm', groupInstanceId: null, metadata: 'AAE=' }],
};
const group = recordSchema('GroupMetadataValue');
const GROUP = {
  protocolType: 'consumer',
  generation: 1,
  protocol: null,
  leader: null,
  currentStateTimestamp: 0,
  members: [],
};

function without(json: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([own]) => own !== name));
}

function sentenceOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof JsonBodyError) return error.message;
    throw error;
  }
  return 'it fits';
}

describe('A body that is not of its version is told from one that is by', () => {
  it.each<[string, Json, string]>([
    ['a missing field', without(JOINED, 'memberId'), "lacks the field 'memberId'"],
    [
      'an unknown field',
      { ...JOINED, memberID: 'm' },
      "there is no field 'memberID'; did you mean 'memberId'?",
    ],
    ['a wrong type', { ...JOINED, leader: 5 }, 'leader: needs a string, not the number 5'],
    ['a null', { ...JOINED, leader: null }, 'leader: is null, but version 9 has no null here'],
    [
      'a number out of range',
      { ...JOINED, errorCode: 40_000 },
      'errorCode: needs an integer from -32768 to 32767, not the number 40000',
    ],
    [
      'a fraction',
      { ...JOINED, generationId: 1.5 },
      'generationId: needs an integer from -2147483648 to 2147483647, not the number 1.5',
    ],
    [
      'bytes without padding',
      { ...JOINED, members: [{ memberId: 'm', groupInstanceId: null, metadata: 'AAE' }] },
      'members[0].metadata: needs bytes as base64 text with padding, not the string "AAE"',
    ],
    [
      'bytes in another alphabet',
      { ...JOINED, members: [{ memberId: 'm', groupInstanceId: null, metadata: 'AA_-' }] },
      'members[0].metadata: needs bytes as base64 text with padding, not the string "AA_-"',
    ],
    [
      'bytes with more bits than they have room for',
      { ...JOINED, members: [{ memberId: 'm', groupInstanceId: null, metadata: 'AAF=' }] },
      'members[0].metadata: needs bytes as base64 text with padding, not the string "AAF="',
    ],
    [
      'a null in an array',
      { ...JOINED, members: [...JOINED.members, null] },
      'members[1]: an element of an array is never null',
    ],
    ['no array', { ...JOINED, members: {} }, 'members: needs an array, not an object'],
    [
      'an inherited name',
      JSON.parse(JSON.stringify(JOINED).replace('{', '{"__proto__":{},')),
      "there is no field '__proto__'; did you mean 'errorCode'?",
    ],
  ])('%s', (_what, json, sentence) => {
    expect(sentenceOf(() => jsonBodyCodec(join, 9).fromJson(json))).toBe(
      `JoinGroupResponse v9: ${sentence}`,
    );
  });

  it('a field of another version', () => {
    expect(sentenceOf(() => jsonBodyCodec(join, 8).fromJson(JOINED))).toBe(
      "JoinGroupResponse v8: there is a field 'skipAssignment' in versions 9 only",
    );
  });

  it('nothing, where it fits', () => {
    expect(sentenceOf(() => jsonBodyCodec(join, 9).fromJson(JOINED))).toBe('it fits');
  });

  it('a version that does not exist', () => {
    expect(sentenceOf(() => jsonBodyCodec(join, 99))).toBe(
      'JoinGroupResponse v99: there is no such version; known are 0-9',
    );
  });
});

it('A field of bytes may be as long as a line lets it be', () => {
  const metadata = new Uint8Array(10 * 1024 * 1024).fill(251);
  const codec = jsonBodyCodec(join, 9);
  const members = [{ memberId: 'm', groupInstanceId: null, metadata }];
  const json = codec.toJson({ ...JOINED, members });
  const [read] = codec.fromJson(json)['members'] as { readonly metadata: Uint8Array }[];
  expect(Buffer.compare(read?.metadata ?? Buffer.of(), metadata)).toBe(0);
});

describe('A 64-bit integer', () => {
  const read = (currentStateTimestamp: Json) =>
    jsonBodyCodec(group, 3).fromJson({ ...GROUP, currentStateTimestamp })['currentStateTimestamp'];

  it('is read as a number and as text', () => {
    expect([read(-1), read('-1'), read('9223372036854775807')]).toEqual([-1n, -1n, 2n ** 63n - 1n]);
  });

  it.each([[2 ** 53], ['9223372036854775808'], ['0x10'], [''], [1.5]])('is not %j', (value) => {
    expect(sentenceOf(() => read(value))).toMatch(
      /^GroupMetadataValue v3: currentStateTimestamp: /,
    );
  });

  it('is written as text only where a double would lose it', () => {
    const write = (currentStateTimestamp: bigint) =>
      jsonBodyCodec(group, 3).toJson({ ...GROUP, currentStateTimestamp })['currentStateTimestamp'];
    expect([write(5n), write(2n ** 60n)]).toEqual([5, '1152921504606846976']);
  });
});

describe('A body of the kit', () => {
  it('says nothing that its version would lose', () => {
    const request = apiSchema('JoinGroup').request;
    const said = () => jsonBodyCodec(request, 4).toJson({ groupInstanceId: 'i' });
    expect(sentenceOf(said)).toBe(
      "JoinGroupRequest v4: there is a field 'groupInstanceId' in versions 5-9 only",
    );
    expect(sentenceOf(() => jsonBodyCodec(request, 4).toJson({ reason: 'r' }))).toBe('it fits');
  });
});

describe('A record', () => {
  const own: JsonRecord = {
    keyVersion: 2,
    key: { group: 'g' },
    valueVersion: 3,
    value: GROUP,
  };

  it('of a group is read and written by its versions', () => {
    const record = recordFromJson(own);
    expect(record).toMatchObject({ keyVersion: 2, value: { currentStateTimestamp: 0n } });
    expect(recordToJson(record)).toEqual(own);
  });

  it.each<[string, JsonRecord]>([
    ['a tombstone', { keyVersion: 2, key: { group: 'g' }, valueVersion: null, value: null }],
    [
      'an offset',
      {
        keyVersion: 1,
        key: { group: 'g', topic: 't', partition: 0 },
        valueVersion: 3,
        value: {},
      },
    ],
    ['of a kind nobody knows', { keyVersion: 7, key: { a: 1 }, valueVersion: 0, value: { b: [] } }],
  ])('that is %s comes back as it was', (_what, record) => {
    expect(recordToJson(recordFromJson(record))).toEqual(record);
  });

  it.each<[string, Partial<JsonRecord>, string]>([
    ['a value version alone', { value: null }, 'a record needs both a value version and a value'],
    ['a value of another version', { valueVersion: 1 }, "'currentStateTimestamp' in versions 2-4"],
    ['a version nobody knows', { valueVersion: 9 }, 'GroupMetadataValue v9: there is no such'],
    ['a key of another kind', { keyVersion: 1 }, "OffsetCommitKey v1: lacks the field 'topic'"],
  ])('with %s is none', (_what, changes, sentence) => {
    expect(() => recordFromJson({ ...own, ...changes })).toThrow(sentence);
  });
});
