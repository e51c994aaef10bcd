import { describe, expect, test } from 'vitest';
import {
  completeGroupMetadataValue,
  decodeGroupMetadataKey,
  decodeGroupMetadataValue,
  encodeGroupMetadataKey,
  encodeGroupMetadataValue,
} from '../../src/protocol/group-records.js';
import { bytesOf, hexOf } from './support/bytes.js';

describe('the key of a group record', () => {
  test('is version 2 and the name of the group', () => {
    expect(encodeGroupMetadataKey({ group: 'orders' })).toEqual(bytesOf('0002 0006 6f7264657273'));
    expect(decodeGroupMetadataKey(bytesOf('0002 0006 6f7264657273'))).toEqual({ group: 'orders' });
  });

  test('is told from those of offset commits and newer groups', () => {
    expect(decodeGroupMetadataKey(bytesOf('0001 0001 67 0001 74 00000000'))).toBeUndefined();
    expect(decodeGroupMetadataKey(bytesOf('0003 0001 67'))).toBeUndefined();
  });

  test('that is damaged is refused', () => {
    expect(() => decodeGroupMetadataKey(bytesOf('00'))).toThrow('version at byte 0: needs 2 bytes');
    expect(() => decodeGroupMetadataKey(bytesOf('0002 0002 67'))).toThrow(
      'GroupMetadataKey v2: group at byte 2',
    );
  });
});

describe('the value of a group record', () => {
  const value = {
    protocolType: 'consumer',
    generation: 3,
    protocol: 'range',
    leader: 'm',
    currentStateTimestamp: 1_700_000_000_000n,
    members: [
      {
        memberId: 'm',
        groupInstanceId: 'i',
        clientId: 'c',
        clientHost: '/127.0.0.1',
        rebalanceTimeout: 60_000,
        sessionTimeout: 10_000,
        subscription: new Uint8Array([1]),
        assignment: new Uint8Array([2, 3]),
      },
    ],
  };
  const head = '0008 636f6e73756d6572 00000003 0005 72616e6765 0001 6d';
  const host = '0001 63 000a 2f3132372e302e302e31';
  const tail = '00002710 00000001 01 00000002 0203';

  test.each([
    [0, `0000 ${head} 00000001 0001 6d ${host} ${tail}`],
    [1, `0001 ${head} 00000001 0001 6d ${host} 0000ea60 ${tail}`],
    [2, `0002 ${head} 0000018bcfe56800 00000001 0001 6d ${host} 0000ea60 ${tail}`],
    [3, `0003 ${head} 0000018bcfe56800 00000001 0001 6d 0001 69 ${host} 0000ea60 ${tail}`],
    [
      4,
      `0004 09 636f6e73756d6572 00000003 06 72616e6765 02 6d 0000018bcfe56800
       02 02 6d 02 69 02 63 0b 2f3132372e302e302e31 0000ea60 00002710 02 01 03 0203 00 00`,
    ],
  ])('in version %i has the fields of that version (RECORD-01)', (version, hex) => {
    const bytes = encodeGroupMetadataValue(version, value);
    expect(hexOf(bytes)).toBe(hexOf(bytesOf(hex)));
    const decoded = decodeGroupMetadataValue(bytes);
    expect(decoded.version).toBe(version);
    if (version >= 3) expect(decoded.body).toEqual(value);
    expect(Object.keys(decoded.body).includes('currentStateTimestamp')).toBe(version >= 2);
  });

  test('of a new group has null for protocol and leader (RECORD-02)', () => {
    expect(encodeGroupMetadataValue(3, { currentStateTimestamp: 0n })).toEqual(
      bytesOf('0003 0000 00000000 ffff ffff 0000000000000000 00000000'),
    );
  });

  test('that is too new is refused with the versions that are known', () => {
    expect(() => decodeGroupMetadataValue(bytesOf('0005 00'))).toThrow(
      'GroupMetadataValue v5: at byte 0: there is no such version; known are 0-4',
    );
  });

  test('has its missing fields added on demand', () => {
    const { body } = decodeGroupMetadataValue(encodeGroupMetadataValue(0, value));
    expect(completeGroupMetadataValue(body)).toEqual({
      ...value,
      currentStateTimestamp: -1n,
      members: [{ ...value.members[0], groupInstanceId: null, rebalanceTimeout: -1 }],
    });
  });
});
