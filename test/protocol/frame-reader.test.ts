import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameError, FrameReader } from '../../src/protocol/frames.js';
import { bytesOf, thrownBy } from './support/bytes.js';

describe('a frame reader', () => {
  test('finds the frames of a stream however it is chopped', () => {
    const frames = fc.array(fc.uint8Array({ maxLength: 6000 }), { maxLength: 6 });
    const property = fc.property(frames, fc.array(fc.nat(7000)), (bodies, cuts) => {
      const stream = concat(bodies.map(framed));
      const reader = new FrameReader();
      const found = chop(stream, cuts).flatMap((chunk) => reader.push(chunk));
      expect(found).toEqual(bodies);
      expect(reader.pendingBytes).toBe(0);
    });
    fc.assert(property, { numRuns: 200 });
  });

  test('finds them byte by byte', () => {
    const reader = new FrameReader();
    const stream = concat([framed(bytesOf('0102')), framed(bytesOf('')), framed(bytesOf('03'))]);
    expect([...stream].flatMap((byte) => reader.push(Uint8Array.of(byte)))).toEqual([
      bytesOf('0102'),
      bytesOf(''),
      bytesOf('03'),
    ]);
  });

  test('gives frames that later chunks do not touch', () => {
    const reader = new FrameReader();
    const chunk = framed(bytesOf('0102'));
    const [frame] = reader.push(chunk);
    chunk.fill(9);
    reader.push(framed(bytesOf('0304')));
    expect(frame).toEqual(bytesOf('0102'));
  });

  test('counts the bytes of a frame that is not complete', () => {
    const reader = new FrameReader();
    reader.push(bytesOf('00000003 01'));
    expect(reader.pendingBytes).toBe(5);
    expect(reader.push(bytesOf('0203'))).toEqual([bytesOf('010203')]);
    expect(reader.pendingBytes).toBe(0);
  });

  test('takes a frame of the greatest size', () => {
    expect(new FrameReader(3).push(framed(bytesOf('010203')))).toEqual([bytesOf('010203')]);
  });

  test('keeps up with a long frame in short chunks', () => {
    const reader = new FrameReader();
    const body = new Uint8Array(8 * 1024 * 1024).fill(1);
    const stream = framed(body);
    let found: Uint8Array[] = [];
    for (let start = 0; start < stream.length; start += 100) {
      found = [...found, ...reader.push(stream.subarray(start, start + 100))];
    }
    expect(found.map((frame) => frame.length)).toEqual([body.length]);
  });
});

describe('a frame reader refuses at once', () => {
  test.each([
    [
      'a frame beyond the limit',
      '00000064',
      'the peer announces a frame of 100 bytes; the limit is 99',
    ],
    ['a negative size', 'ffffffff', 'the peer announces a frame of -1 bytes'],
    [
      'HTTP',
      '48545450',
      "the peer announces a frame of 1213486160 bytes; the limit is 99 (these bytes read 'HTTP': this is hardly a Kafka port)",
    ],
    [
      'a TLS alert',
      '15030300',
      'the peer announces a frame of 352518912 bytes; the limit is 99 (these bytes are TLS: use TLS on this port, or its plaintext port)',
    ],
    [
      'a TLS hello',
      '16030102',
      'the peer announces a frame of 369295618 bytes; the limit is 99 (these bytes are TLS: use TLS on this port, or its plaintext port)',
    ],
  ])('%s', (_what, hex, message) => {
    const error = thrownBy(() => new FrameReader(99).push(bytesOf(hex)));
    expect(error).toBeInstanceOf(FrameError);
    expect(error).toMatchObject({ message });
  });

  test('but not the frames that came before it in the same chunk', () => {
    const reader = new FrameReader(99);
    const stream = concat([framed(bytesOf('01')), framed(bytesOf('0203')), bytesOf('ffffffff 04')]);
    expect(reader.push(stream)).toEqual([bytesOf('01'), bytesOf('0203')]);
    expect(reader.fault).toBeInstanceOf(FrameError);
    expect(thrownBy(() => reader.push(bytesOf('00')))).toBe(reader.fault);
  });

  test('everything after that', () => {
    const reader = new FrameReader(99);
    const first = thrownBy(() => reader.push(bytesOf('ffffffff')));
    expect(thrownBy(() => reader.push(framed(bytesOf('01'))))).toBe(first);
  });

  test('a hundred mebibytes and one byte unless told', () => {
    expect(() => new FrameReader().push(bytesOf('06400000'))).not.toThrow();
    expect(() => new FrameReader().push(bytesOf('06400001'))).toThrow('the limit is 104857600');
  });
});

function framed(body: Uint8Array): Uint8Array {
  const frame = new Uint8Array(4 + body.length);
  new DataView(frame.buffer).setInt32(0, body.length);
  frame.set(body, 4);
  return frame;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** Cuts at each of `cuts` bytes after the one before; the rest is the last chunk. */
function chop(stream: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let start = 0;
  for (const length of cuts) {
    chunks.push(stream.subarray(start, start + length));
    start += length;
  }
  return [...chunks, stream.subarray(start)];
}
