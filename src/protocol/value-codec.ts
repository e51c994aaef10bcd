import type { MessageValue } from './message-body.js';
import type { MessageReader } from './message-reader.js';
import type { MessageWriter } from './message-writer.js';

/** Writes and reads values of one type in one version. */
export interface ValueCodec {
  /** Least size on the wire. */
  readonly minBytes: number;
  /** `value` is anything but null; an ill-typed one fails. */
  write(writer: MessageWriter, value: unknown): void;
  /** Only types that have a null on the wire are ever asked for it. */
  writeNull(writer: MessageWriter): void;
  /** Null when the wire says so: whether it may is for the field to judge. */
  read(reader: MessageReader): MessageValue;
}

/** Names what came instead of an expected value, short enough for one line. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  switch (typeof value) {
    case 'string':
      return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
    case 'bigint':
      return `the bigint ${value}`;
    case 'number':
    case 'boolean':
      return `the ${typeof value} ${value}`;
    case 'object':
      return 'an object';
    default:
      return typeof value;
  }
}
