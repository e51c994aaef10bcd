import { CodecError } from './codec-error.js';

const INITIAL_CAPACITY = 256;

/** Where a message grows, in the three forms that writing takes. */
interface Room {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly buffer: Buffer;
}

/**
 * The room of a message that is done, for the next one: to get new memory and grow it takes longer
 * than to write most messages. Large rooms are let go.
 */
let spare: Room | null = null;
const MAX_SPARE_BYTES = 256 * 1024;

/** Of a writer that is done: it would not write into the room that it gave away. */
const NO_ROOM = roomOf(0);

function takeRoom(): Room {
  const room = spare ?? roomOf(INITIAL_CAPACITY);
  spare = null;
  return room;
}

function roomOf(capacity: number): Room {
  const bytes = new Uint8Array(capacity);
  return { bytes, view: new DataView(bytes.buffer), buffer: Buffer.from(bytes.buffer) };
}

/** Growing bytes of one message. */
export class MessageWriter {
  readonly #messageName: string;
  readonly #version: number;
  #room = takeRoom();
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
    this.#room.view.setInt8(start, value);
  }

  writeInt16(value: number): void {
    const start = this.#reserve(2);
    this.#room.view.setInt16(start, value);
  }

  writeUint16(value: number): void {
    const start = this.#reserve(2);
    this.#room.view.setUint16(start, value);
  }

  writeInt32(value: number): void {
    const start = this.#reserve(4);
    this.#room.view.setInt32(start, value);
  }

  writeInt64(value: bigint): void {
    const start = this.#reserve(8);
    this.#room.view.setBigInt64(start, value);
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
    this.#room.bytes.set(bytes, start);
  }

  writeAscii(text: string): void {
    const start = this.#reserve(text.length);
    this.#room.buffer.write(text, start, text.length, 'latin1');
  }

  /** @param size that the text has in UTF-8 */
  writeText(text: string, size: number): void {
    const start = this.#reserve(size);
    this.#room.buffer.write(text, start, size, 'utf8');
  }

  /** What was written: nothing can be written from now on. */
  finish(): Uint8Array {
    const room = this.#room;
    const written = room.bytes.slice(0, this.#length);
    this.#room = NO_ROOM;
    if (room.bytes.length <= MAX_SPARE_BYTES) spare = room;
    return written;
  }

  /** May replace the room: call it before taking one. */
  #reserve(count: number): number {
    const start = this.#length;
    const end = start + count;
    if (end > this.#room.bytes.length) this.#grow(end);
    this.#length = end;
    return start;
  }

  #grow(needed: number): void {
    const { bytes } = this.#room;
    const grown = roomOf(Math.max(needed, bytes.length * 2));
    grown.bytes.set(bytes.subarray(0, this.#length));
    this.#room = grown;
  }
}
