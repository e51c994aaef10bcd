import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import {
  decodeAssignment,
  decodeSubscription,
  encodeAssignment,
  encodeSubscription,
} from '../../src/protocol/consumer-protocol.js';
import { bytesOf, hexOf } from './support/bytes.js';

interface AssignerProtocol {
  readonly MemberMetadata: {
    encode(metadata: { version: number; topics: string[]; userData: Buffer | null }): Buffer;
  };
  readonly MemberAssignment: {
    encode(assignment: {
      version: number;
      assignment: Record<string, number[]>;
      userData: Buffer | null;
    }): Buffer;
  };
}

const kafkajs = createRequire(import.meta.url)(
  'kafkajs/src/consumer/assignerProtocol.js',
) as AssignerProtocol;

describe('a subscription', () => {
  test.each([
    [0, '0000 00000001 0002 7431 ffffffff'],
    [1, '0001 00000001 0002 7431 ffffffff 00000001 0001 74 00000002 00000000 00000001'],
    [2, '0002 00000001 0002 7431 ffffffff 00000001 0001 74 00000002 00000000 00000001 00000005'],
    [
      3,
      '0003 00000001 0002 7431 ffffffff 00000001 0001 74 00000002 00000000 00000001 00000005 0001 72',
    ],
  ])('in version %i has the fields of that version', (version, hex) => {
    const body = {
      topics: ['t1'],
      userData: null,
      ownedPartitions: [{ topic: 't', partitions: [0, 1] }],
      generationId: 5,
      rackId: 'r',
    };
    const bytes = encodeSubscription(version, body);
    expect(hexOf(bytes)).toBe(hexOf(bytesOf(hex)));
    expect(body).toMatchObject(decodeSubscription(bytes).body);
  });

  test('is what kafkajs writes', () => {
    const userData = Buffer.from('data');
    const bytes = kafkajs.MemberMetadata.encode({ version: 0, topics: ['a', 'bé'], userData });
    const body = { topics: ['a', 'bé'], userData: new Uint8Array(userData) };
    expect(hexOf(encodeSubscription(0, body))).toBe(hexOf(bytes));
    expect(decodeSubscription(bytes)).toEqual({ version: 0, body });
  });

  test('that is cut is refused', () => {
    expect(() => decodeSubscription(bytesOf('0001 00000000 ffffffff'))).toThrow(
      'ConsumerProtocolSubscription v1: ownedPartitions at byte 8',
    );
  });
});

describe('an assignment', () => {
  test('is what kafkajs writes', () => {
    const assignment = { a: [0, 2], b: [] };
    const bytes = kafkajs.MemberAssignment.encode({ version: 1, assignment, userData: null });
    const body = {
      assignedPartitions: [
        { topic: 'a', partitions: [0, 2] },
        { topic: 'b', partitions: [] },
      ],
      userData: null,
    };
    expect(hexOf(encodeAssignment(1, body))).toBe(hexOf(bytes));
    expect(decodeAssignment(bytes)).toEqual({ version: 1, body });
  });

  test('of no bytes is refused: zero bytes are not an empty assignment', () => {
    expect(() => decodeAssignment(new Uint8Array(0))).toThrow('version at byte 0: needs 2 bytes');
  });
});
