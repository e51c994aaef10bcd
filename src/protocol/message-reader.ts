import { CodecError } from './codec-error.js';

export interface DecodeLimits {
  /** Array elements in one message, all arrays together. */
  readonly maxElements: number;
}

export const DEFAULT_DECODE_LIMITS: DecodeLimits = { maxElements: 1_000_000 };

/** A varint of 32 bits takes five bytes; the last may only carry the four bits that are left. */
const MAX_VARINT_BYTES = 5;
const LAST_VARINT_BYTE_MAX = 0x0f;

const REPLACEMENT_CHARACTER = '\ufffd';
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Turning bytes into text costs much more by the call than by the byte, so short texts are cut out of
 * a longer stretch. The engine keeps the stretch while it keeps one of them: that is why it is short.
 */
const SHORT_TEXT_BYTES = 256;
const STRETCH_BYTES = 1024;

/** Bytes of one message, and how far they have been read. */
export class MessageReader {
  readonly #messageName: string;
  readonly #version: number;
  readonly #bytes: Uint8Array;
  readonly #buffer: Buffer;
  readonly #view: DataView;
  readonly #limits: DecodeLimits;
  /** The bytes from `#stretchStart` on, one character each, whatever they are. */
  #stretch = '';
  #stretchStart = 0;
  #offset = 0;
  #elements = 0;

  constructor(messageName: string, version: number, bytes: Uint8Array, limits: DecodeLimits) {
    this.#messageName = messageName;
    this.#version = version;
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#limits = limits;
  }

  get offset(): number {
    return this.#offset;
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset;
  }

  /** Whose field or element it is, callers add on the way up (`within`). */
  fail(reason: string, offset: number = this.#offset): never {
    throw new CodecError({
      messageName: this.#messageName,
      version: this.#version,
      path: [],
      offset,
      reason,
    });
  }

  readInt8(): number {
    return this.#view.getInt8(this.#take(1));
  }

  readInt16(): number {
    return this.#view.getInt16(this.#take(2));
  }

  readUint16(): number {
    return this.#view.getUint16(this.#take(2));
  }

  readInt32(): number {
    return this.#view.getInt32(this.#take(4));
  }

  readInt64(): bigint {
    return this.#view.getBigInt64(this.#take(8));
  }

  readUnsignedVarint(): number {
    const start = this.#offset;
    const first = this.#bytes[start];
    if (first !== undefined && first < 0x80) {
      this.#offset += 1;
      return first;
    }
    let value = 0;
    for (let index = 0; index < MAX_VARINT_BYTES; index += 1) {
      const byte = this.#view.getUint8(this.#take(1));
      if (index === MAX_VARINT_BYTES - 1 && byte > LAST_VARINT_BYTE_MAX) break;
      value += (byte & 0x7f) * 2 ** (7 * index);
      if (byte < 0x80) return value;
    }
    return this.fail('the varint is longer than 32 bits', start);
  }

  /** `count` bytes as a view on the message: copy what is to outlive it. */
  readRaw(count: number): Uint8Array {
    const start = this.#take(count);
    return this.#bytes.subarray(start, start + count);
  }

  /** A copy of `count` bytes. */
  readCopy(count: number): Uint8Array {
    const start = this.#take(count);
    return this.#bytes.slice(start, start + count);
  }

  /** What `count` bytes say in UTF-8; null if they are none. */
  readText(count: number): string | null {
    const start = this.#take(count);
    const end = start + count;
    if (count <= SHORT_TEXT_BYTES && this.#isAscii(start, end)) {
      if (start < this.#stretchStart || end > this.#stretchStart + this.#stretch.length) {
        this.#stretch = this.#buffer.toString('latin1', start, start + STRETCH_BYTES);
        this.#stretchStart = start;
      }
      return this.#stretch.substring(start - this.#stretchStart, end - this.#stretchStart);
    }
    const text = this.#buffer.toString('utf8', start, end);
    // It stands for what is no UTF-8, but may have been sent as well.
    if (!text.includes(REPLACEMENT_CHARACTER)) return text;
    try {
      return decoder.decode(this.#bytes.subarray(start, end));
    } catch {
      return null;
    }
  }

  #isAscii(start: number, end: number): boolean {
    let seen = 0;
    let at = start;
    for (; at + 4 <= end; at += 4) seen |= this.#view.getInt32(at);
    for (; at < end; at += 1) seen |= this.#view.getUint8(at);
    return (seen & 0x80808080) === 0;
  }

  skip(count: number): void {
    this.#take(count);
  }

  /** Refuses an array that cannot be there before anything is built for it. */
  admitElements(count: number, bytesEach: number): void {
    if (count * bytesEach > this.remaining) {
      this.fail(
        `announces ${plural(count, 'element')} of at least ${plural(bytesEach, 'byte')}, but ${this.#left()}`,
      );
    }
    this.#elements += count;
    if (this.#elements > this.#limits.maxElements) {
      this.fail(`brings the message to more than ${this.#limits.maxElements} array elements`);
    }
  }

  expectEnd(): void {
    if (this.remaining > 0)
      this.fail(`${plural(this.remaining, 'byte')} too many at the end of the message`);
  }

  #take(count: number): number {
    if (count > this.remaining) this.fail(`needs ${plural(count, 'byte')}, but ${this.#left()}`);
    const start = this.#offset;
    this.#offset += count;
    return start;
  }

  #left(): string {
    return `the message has only ${this.remaining} left`;
  }
}

function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
