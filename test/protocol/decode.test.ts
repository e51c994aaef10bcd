import { describe, expect, test } from 'vitest';
import { apiSchema } from '../../src/protocol/apis.js';
import { CodecError, decodeMessage, encodeMessage } from '../../src/protocol/codec.js';
import type { MessageSchema } from '../../src/spec/message-schema.js';
import { bytesOf, thrownBy } from './support/bytes.js';
import { schemaOf } from './support/schemas.js';

const fixed = schemaOf(`
versions: 0-1
fields:
  text: { type: string, nullable: 1 }
  blob: { type: bytes, nullable: 1 }
  list: { type: 'int32[]', nullable: 1 }
  flag: bool
`);

const flexible = schemaOf(`
versions: 0-1
flexible: 0+
fields:
  text: { type: string, nullable: 1 }
  list: { type: 'string[]', nullable: 1 }
  maybe: { type: Maybe, nullable: 1, fields: { x: int8 } }
  first: { type: string, tag: 0 }
  third: { type: int16, tag: 2, default: -1 }
`);

describe('null, empty and absent', () => {
  test('are told apart', () => {
    expect(decodeMessage(fixed, 1, bytesOf('ffff ffffffff ffffffff 00'))).toEqual({
      text: null,
      blob: null,
      list: null,
      flag: false,
    });
    expect(decodeMessage(fixed, 1, bytesOf('0000 00000000 00000000 01'))).toEqual({
      text: '',
      blob: new Uint8Array(0),
      list: [],
      flag: true,
    });
    expect(decodeMessage(apiSchema('Heartbeat').response, 0, bytesOf('0000'))).toEqual({
      errorCode: 0,
    });
  });

  test('are told apart in flexible versions', () => {
    const tags = { first: '', third: -1 };
    expect(decodeMessage(flexible, 1, bytesOf('00 00 ff 00'))).toEqual({
      text: null,
      list: null,
      maybe: null,
      ...tags,
    });
    expect(decodeMessage(flexible, 1, bytesOf('01 01 01 00 00 00'))).toEqual({
      text: '',
      list: [],
      maybe: { x: 0 },
      ...tags,
    });
  });
});

describe('tagged fields', () => {
  test('have their value when sent', () => {
    expect(decodeMessage(flexible, 1, bytesOf('00 00 ff 02 00 02 02 61 02 02 0005'))).toMatchObject(
      {
        first: 'a',
        third: 5,
      },
    );
  });

  test('may be sent with their default', () => {
    expect(decodeMessage(flexible, 1, bytesOf('00 00 ff 01 02 02 ffff'))).toMatchObject({
      third: -1,
    });
  });

  test('that are unknown are skipped, whatever their size', () => {
    const known = decodeMessage(flexible, 1, bytesOf('00 00 ff 00'));
    expect(decodeMessage(flexible, 1, bytesOf('00 00 ff 02 01 00 e807 03 010203'))).toEqual(known);
  });

  test('that are unknown are skipped in every structure of a message', () => {
    const { response } = apiSchema('LeaveGroup');
    const plain = bytesOf('00000000 0000 02 02 6d 00 0019 00 00');
    const tagged = bytesOf('00000000 0000 02 02 6d 00 0019 01 05 01 ff 01 07 02 ffff');
    expect(decodeMessage(response, 5, tagged)).toEqual(decodeMessage(response, 5, plain));
  });
});

test('decoded bytes do not share memory with the message', () => {
  const { response } = apiSchema('SyncGroup');
  const bytes = encodeMessage(response, 0, { assignment: new Uint8Array([1, 2, 3]) });
  const body = decodeMessage(response, 0, bytes);
  bytes.fill(0);
  expect(body['assignment']).toEqual(new Uint8Array([1, 2, 3]));
});

test('decoded bytes are plain Uint8Arrays also when the message is a Buffer', () => {
  const { response } = apiSchema('SyncGroup');
  const bytes = Buffer.from(encodeMessage(response, 0, { assignment: new Uint8Array([1]) }));
  expect(Buffer.isBuffer(decodeMessage(response, 0, bytes)['assignment'])).toBe(false);
});

describe('bytes are refused at the faulty value', () => {
  const join = apiSchema('JoinGroup').request;
  test.each<[string, MessageSchema, number, string, string, number, string]>([
    ['no bytes', fixed, 0, '', 'text', 0, 'needs 2 bytes, but the message has only 0 left'],
    ['a cut length', fixed, 0, '00', 'text', 0, 'needs 2 bytes, but the message has only 1 left'],
    [
      'a cut string',
      fixed,
      0,
      '0003 6162',
      'text',
      2,
      'needs 3 bytes, but the message has only 2 left',
    ],
    ['a negative length', fixed, 1, 'fffe', 'text', 0, 'has the negative length -2'],
    ['a null string', fixed, 0, 'ffff', 'text', 0, 'is null, but version 0 has no null here'],
    ['broken UTF-8', fixed, 0, '0002 c328', 'text', 0, 'is not UTF-8'],
    ['UTF-8 of half a character', fixed, 0, '0003 eda0bd', 'text', 0, 'is not UTF-8'],
    ['overlong UTF-8', fixed, 0, '0002 c0af', 'text', 0, 'is not UTF-8'],
    ['null bytes', fixed, 0, '0000 ffffffff', 'blob', 2, 'is null, but version 0 has no null here'],
    [
      'huge bytes',
      fixed,
      0,
      '0000 7fffffff',
      'blob',
      6,
      'needs 2147483647 bytes, but the message has only 0 left',
    ],
    [
      'bytes of negative length',
      fixed,
      0,
      '0000 80000000',
      'blob',
      2,
      'has the negative length -2147483648',
    ],
    [
      'a huge array',
      fixed,
      0,
      '0000 00000000 7fffffff 00000000',
      'list',
      10,
      'announces 2147483647 elements of at least 4 bytes, but the message has only 4 left',
    ],
    [
      'an array of negative length',
      fixed,
      1,
      '0000 00000000 fffffffe',
      'list',
      6,
      'has the negative length -2',
    ],
    [
      'a strange bool',
      fixed,
      0,
      '0000 00000000 00000000 ff',
      'flag',
      10,
      'a bool is 0 or 1, not 255',
    ],
    [
      'more bytes',
      fixed,
      0,
      '0000 00000000 00000000 00 0102',
      '',
      11,
      '2 bytes too many at the end of the message',
    ],
    [
      'a varint of six bytes',
      flexible,
      0,
      'ffffffffff01',
      'text',
      0,
      'the varint is longer than 32 bits',
    ],
    [
      'a varint of 33 bits',
      flexible,
      0,
      'ffffffff1f',
      'text',
      0,
      'the varint is longer than 32 bits',
    ],
    ['a cut varint', flexible, 0, 'ff', 'text', 1, 'needs 1 byte, but the message has only 0 left'],
    [
      'a long compact string',
      flexible,
      0,
      '818002',
      'text',
      0,
      'announces 32768 bytes; a string has at most 32767',
    ],
    [
      'a huge compact string',
      flexible,
      0,
      'ffffffff0f',
      'text',
      0,
      'announces 4294967294 bytes; a string has at most 32767',
    ],
    [
      'a huge compact array',
      flexible,
      0,
      '01 ffffffff0f 01',
      'list',
      6,
      'announces 4294967294 elements of at least 1 byte, but the message has only 1 left',
    ],
    [
      'a null element',
      flexible,
      0,
      '01 03 01 00',
      'list[1]',
      3,
      'an element of an array is never null',
    ],
    [
      'a strange structure',
      flexible,
      1,
      '01 01 02',
      'maybe',
      2,
      'a structure is led by 1 or by -1 for null, not by 2',
    ],
    [
      'a tag twice',
      flexible,
      1,
      '00 00 ff 02 00 01 01 00 01 01',
      '',
      7,
      'tag 0 follows tag 0: tags must ascend',
    ],
    [
      'tags that descend',
      flexible,
      1,
      '00 00 ff 02 09 00 00 01 01',
      '',
      6,
      'tag 0 follows tag 9: tags must ascend',
    ],
    [
      'a tag of less',
      flexible,
      1,
      '00 00 ff 01 02 03 0005 00',
      'third',
      6,
      'tag 2 announces 3 bytes, but its value takes 2',
    ],
    [
      'a tag of more',
      flexible,
      1,
      '00 00 ff 01 02 01 0005',
      'third',
      6,
      'tag 2 announces 1 bytes, but its value takes 2',
    ],
    [
      'an unknown tag that is cut',
      flexible,
      1,
      '00 00 ff 01 07 05 0005',
      '',
      6,
      'needs 5 bytes, but the message has only 2 left',
    ],
    [
      'more tags than there are',
      flexible,
      1,
      '00 00 ff ffffffff0f',
      '',
      8,
      'needs 1 byte, but the message has only 0 left',
    ],
    [
      'an element of an element',
      join,
      0,
      '0000 00000000 0000 0000 00000001 0003 616263 0000',
      'protocols[0].metadata',
      19,
      'needs 4 bytes, but the message has only 2 left',
    ],
  ])('%s', (_what, schema, version, hex, path, offset, reason) => {
    const error = thrownBy(() => decodeMessage(schema, version, bytesOf(hex)));
    expect(error).toBeInstanceOf(CodecError);
    expect(error).toMatchObject({ messageName: schema.name, version, path, offset, reason });
  });

  test('a version that does not exist', () => {
    expect(() => decodeMessage(join, 10, new Uint8Array(0))).toThrow(
      'JoinGroupRequest v10: at byte 0: there is no such version; known are 0-9',
    );
  });
});

describe('the limit on array elements', () => {
  const lists = schemaOf("versions: 0\nfields: { a: 'int8[]', b: 'int8[]' }");
  const bytes = encodeMessage(lists, 0, { a: [1, 2], b: [3] });

  test('counts all arrays of a message together', () => {
    const error = thrownBy(() => decodeMessage(lists, 0, bytes, { maxElements: 2 }));
    expect(error).toMatchObject({
      path: 'b',
      reason: 'brings the message to more than 2 array elements',
    });
  });

  test('admits as many as it says', () => {
    expect(decodeMessage(lists, 0, bytes, { maxElements: 3 })).toEqual({ a: [1, 2], b: [3] });
  });

  test('stands at a million unless told', () => {
    const many = encodeMessage(lists, 0, { a: new Array(1_000_000).fill(0), b: [3] });
    expect(() => decodeMessage(lists, 0, many)).toThrow('more than 1000000 array elements');
  });
});

test('texts of any length beside each other are read as they were written', () => {
  const texts = schemaOf("versions: 0\nfields: { list: 'string[]' }");
  const lengths = [0, 1, 3, 4, 5, 12, 13, 255, 256, 257, 1_023, 1_024, 1_025, 2_500];
  const list = lengths.flatMap((length) => {
    const ascii = 'abcdefgh'.repeat(length).slice(0, length);
    return [ascii, `${ascii}é`, `é${ascii}`, `${ascii}\0`, `${ascii}\u007f`, `${ascii}\ufffd😀`];
  });
  const bytes = encodeMessage(texts, 0, { list: [...list, ...list.toReversed()] });
  expect(decodeMessage(texts, 0, bytes)).toEqual({ list: [...list, ...list.toReversed()] });
});

test('a body is of its own: what becomes of the bytes does not change it', () => {
  const bytes = bytesOf('0001 61 00000001 62 00000000 01');
  const body = decodeMessage(fixed, 0, bytes);
  bytes.fill(0);
  expect(body).toEqual({ text: 'a', blob: new Uint8Array([0x62]), list: [], flag: true });
});
