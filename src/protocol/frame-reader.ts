import { FrameError } from './frame-error.js';

/** Kafka's own default, `socket.request.max.bytes`. */
const DEFAULT_MAX_FRAME_BYTES = 100 * 1024 * 1024;

const SIZE_BYTES = 4;
const INITIAL_CAPACITY = 4096;

/**
 * Cuts a byte stream into frames. Holds at most one frame and what came with it in one chunk; a
 * byte is copied a bounded number of times however the stream is chopped, and memory grows with
 * what has arrived, never with what was announced.
 */
export class FrameReader {
  readonly #maxFrameBytes: number;
  #buffer = new Uint8Array(INITIAL_CAPACITY);
  #start = 0;
  #end = 0;
  #fault: FrameError | undefined;

  constructor(maxFrameBytes: number = DEFAULT_MAX_FRAME_BYTES) {
    this.#maxFrameBytes = maxFrameBytes;
  }

  /** Bytes of a frame that is not complete yet: not 0 at the end of a stream means it was cut. */
  get pendingBytes(): number {
    return this.#end - this.#start;
  }

  /** Set as soon as a frame announces an impossible size: nothing after it can be read. */
  get fault(): FrameError | undefined {
    return this.#fault;
  }

  /**
   * The frames that `chunk` completes, without their size field. Frames before an impossible size
   * are handed out first; when there are none, and from then on, throws FrameError.
   */
  push(chunk: Uint8Array): Uint8Array[] {
    if (this.#fault !== undefined) throw this.#fault;
    this.#append(chunk);
    const frames: Uint8Array[] = [];
    for (;;) {
      if (this.pendingBytes < SIZE_BYTES) return frames;
      const size = this.#announcedSize();
      if (size instanceof FrameError) {
        this.#fault = size;
        if (frames.length === 0) throw size;
        return frames;
      }
      const frameStart = this.#start + SIZE_BYTES;
      if (this.#end - frameStart < size) return frames;
      frames.push(this.#buffer.slice(frameStart, frameStart + size));
      this.#start = frameStart + size;
    }
  }

  #announcedSize(): number | FrameError {
    const size = new DataView(this.#buffer.buffer, this.#start, SIZE_BYTES).getInt32(0);
    if (size >= 0 && size <= this.#maxFrameBytes) return size;
    const why =
      size < 0
        ? `announces a frame of ${size} bytes`
        : `announces a frame of ${size} bytes; the limit is ${this.#maxFrameBytes}`;
    const lead = this.#buffer.subarray(this.#start, this.#start + SIZE_BYTES);
    return new FrameError(`the peer ${why}${guessProtocol(lead)}`);
  }

  #append(chunk: Uint8Array): void {
    if (this.#end + chunk.length > this.#buffer.length) this.#makeRoom(chunk.length);
    this.#buffer.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  /** Drops what was taken; doubles when half would stay in use, so that copying stays linear. */
  #makeRoom(count: number): void {
    const pending = this.pendingBytes;
    const needed = pending + count;
    const roomy = needed * 2 <= this.#buffer.length;
    const target = roomy
      ? this.#buffer
      : new Uint8Array(Math.max(needed, pending * 2, INITIAL_CAPACITY));
    target.set(this.#buffer.subarray(this.#start, this.#end));
    this.#buffer = target;
    this.#start = 0;
    this.#end = pending;
  }
}

const TLS_ALERT = 0x15;
const TLS_HANDSHAKE = 0x16;

/** The usual reasons for an absurd size: the port speaks something else. */
function guessProtocol(lead: Uint8Array): string {
  const [type, major] = lead;
  if ((type === TLS_ALERT || type === TLS_HANDSHAKE) && major === 3) {
    return ' (these bytes are TLS: use TLS on this port, or its plaintext port)';
  }
  const text = String.fromCharCode(...lead);
  if (/^[\x20-\x7e]{4}$/.test(text)) {
    return ` (these bytes read '${text}': this is hardly a Kafka port)`;
  }
  return '';
}
