/** Bytes on a connection that are no Kafka frames: nothing after them can be read. */
export class FrameError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FrameError';
  }
}
