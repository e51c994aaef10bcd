import { CodecError } from './codec-error.js';

const INITIAL_CAPACITY = 256;

/** Growing bytes of one message. */
export class MessageWriter {
  readonly #messageName: string;
  readonly #version: number;
  #bytes = new Uint8Array(INITIAL_CAPACITY);
  #view = new DataView(this.#bytes.buffer);
  #buffer = Buffer.from(this.#bytes.buffer);
  #length = 0;

  constructor(messageName: string, version: number) {
    this.#messageName = messageName;
    this.#version = version;
  }

  get length(): number {
    return this.#length;
  }

  /** Whose field or element it is, callers add on the way up (`within`). */
  fail(reason: string): never {
    throw new CodecError({
      messageName: this.#messageName,
      version: this.#version,
      path: [],
      offset: this.#length,
      reason,
    });
  }

  /** A writer for a part whose size must be known before it is written, such as a tagged field. */
  part(): MessageWriter {
    return new MessageWriter(this.#messageName, this.#version);
  }

  writeInt8(value: number): void {
    const start = this.#reserve(1);
    this.#view.setInt8(start, value);
  }

  writeInt16(value: number): void {
    const start = this.#reserve(2);
    this.#view.setInt16(start, value);
  }

  writeUint16(value: number): void {
    const start = this.#reserve(2);
    this.#view.setUint16(start, value);
  }

  writeInt32(value: number): void {
    const start = this.#reserve(4);
    this.#view.setInt32(start, value);
  }

  writeInt64(value: bigint): void {
    const start = this.#reserve(8);
    this.#view.setBigInt64(start, value);
  }

  writeUnsignedVarint(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.writeInt8((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.writeInt8(rest);
  }

  writeRaw(bytes: Uint8Array): void {
    const start = this.#reserve(bytes.length);
    this.#bytes.set(bytes, start);
  }

  /** @param size that the text has in UTF-8 */
  writeText(text: string, size: number): void {
    const start = this.#reserve(size);
    this.#buffer.write(text, start, size, 'utf8');
  }

  /** A copy of what was written. */
  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** May replace the bytes and both views of them: call it before taking any. */
  #reserve(count: number): number {
    const start = this.#length;
    const end = start + count;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, start));
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
      this.#buffer = Buffer.from(grown.buffer);
    }
    this.#length = end;
    return start;
  }
}
