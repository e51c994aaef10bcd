import { PassThrough, Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader } from '../../../src/adapter/child-process/line-reader.js';
import { createLineWriter } from '../../../src/adapter/child-process/line-writer.js';

function readAll(chunks: readonly Buffer[], maxBytes = 1_000) {
  const lines: string[] = [];
  const unreadable: string[] = [];
  const read = createLineReader(maxBytes, {
    onLine: (line) => lines.push(line),
    onUnreadable: (reason) => unreadable.push(reason),
  });
  for (const chunk of chunks) read(chunk);
  return { lines, unreadable };
}

describe('Lines', () => {
  it('are the same however the stream is cut', () => {
    const text = fc.array(
      fc.string({ unit: 'binary', maxLength: 9 }).filter((line) => !line.includes('\n')),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (lines, size) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
        expect(readAll(chunks)).toEqual({ lines, unreadable: [] });
      }),
    );
  });

  it('may be as long as the limit and no longer', () => {
    const line = (length: number) => Buffer.from(`${'x'.repeat(length)}\n`);
    expect(readAll([line(8)], 8).lines).toEqual(['x'.repeat(8)]);
    expect(readAll([line(9)], 8)).toEqual({
      lines: [],
      unreadable: ['a line of more than 8 bytes'],
    });
  });

  it('that never end are given up at the limit, once, and nothing is read after that', () => {
    const chunk = Buffer.from('xxxx');
    expect(readAll([chunk, chunk, chunk, chunk, Buffer.from('\nyes\n')], 8)).toEqual({
      lines: [],
      unreadable: ['a line of more than 8 bytes'],
    });
  });

  it('have to be UTF-8', () => {
    expect(readAll([Buffer.from([0x61, 0xc3, 0x0a])])).toEqual({
      lines: [],
      unreadable: ['bytes that are not UTF-8'],
    });
  });
});

/** Takes a chunk only when it is told to. */
function slowReader() {
  const taken: string[] = [];
  let take = () => {};
  const output = new Writable({
    write(chunk, _encoding, done) {
      take = () => {
        taken.push(String(chunk));
        done();
      };
    },
  });
  return { output, taken, take: () => take() };
}

describe('A writer of lines', () => {
  it('writes in one go what is said in one turn', async () => {
    const output = new PassThrough();
    const chunks: string[] = [];
    output.on('data', (chunk) => chunks.push(String(chunk)));
    const writer = createLineWriter(output);
    writer.write('one');
    await Promise.resolve();
    writer.write('two');
    await new Promise((resolve) => setImmediate(resolve));
    expect(chunks).toEqual(['one\ntwo\n']);
  });

  it('has room until a megabyte waits for the reader, and again when it has been read', async () => {
    const { output, taken, take } = slowReader();
    const writer = createLineWriter(output);
    writer.write('x'.repeat(1_000));
    expect(writer.room()).toBe(undefined);
    writer.write('x'.repeat(1_100_000));
    const room = writer.room();
    expect(room).toBeInstanceOf(Promise);
    take();
    await room;
    expect(taken.join('')).toHaveLength(1_101_002);
    expect(writer.room()).toBe(undefined);
  });

  it('lets everybody go on when nobody reads any more', async () => {
    const { output } = slowReader();
    const writer = createLineWriter(output);
    writer.write('x'.repeat(1_100_000));
    const room = writer.room();
    writer.abandon();
    await room;
    expect(writer.room()).toBe(undefined);
  });
});
