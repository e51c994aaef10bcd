import { CodecError, type PathSegment } from './codec-error.js';

const INITIAL_CAPACITY = 256;

/** Growing bytes, and the place in the message that they are written for. */
export class MessageWriter {
  /** The value being written; callers push before a value and pop after it. */
  readonly path: PathSegment[] = [];
  readonly #messageName: string;
  readonly #version: number;
  #bytes = new Uint8Array(INITIAL_CAPACITY);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  constructor(messageName: string, version: number) {
    this.#messageName = messageName;
    this.#version = version;
  }

  get length(): number {
    return this.#length;
  }

  fail(reason: string): never {
    throw new CodecError({
      messageName: this.#messageName,
      version: this.#version,
      path: this.path,
      offset: this.#length,
      reason,
    });
  }

  /** A writer for a part whose size must be known before it is written, such as a tagged field. */
  part(): MessageWriter {
    const part = new MessageWriter(this.#messageName, this.#version);
    part.path.push(...this.path);
    return part;
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

  /** A copy of what was written. */
  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** May replace the buffer and its view: call it before taking either. */
  #reserve(count: number): number {
    const start = this.#length;
    const end = start + count;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, start));
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    this.#length = end;
    return start;
  }
}
