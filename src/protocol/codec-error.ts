export type PathSegment = string | number;

export interface CodecFault {
  readonly messageName: string;
  readonly version: number;
  /** Fields and array indexes down to the faulty value; empty for the message itself. */
  readonly path: readonly PathSegment[];
  /** Bytes of the message read or written before the faulty value; a frame's header is not counted. */
  readonly offset: number;
  readonly reason: string;
}

/** A body that is not of its message's schema, or bytes that do not decode by it. */
export class CodecError extends Error {
  readonly messageName: string;
  readonly version: number;
  /** E.g. `protocols[1].metadata`; empty for the message itself. */
  readonly path: string;
  readonly offset: number;
  readonly reason: string;
  readonly #fault: CodecFault;

  constructor(fault: CodecFault) {
    const path = formatPath(fault.path);
    const where = path === '' ? '' : `${path} `;
    super(
      `${fault.messageName} v${fault.version}: ${where}at byte ${fault.offset}: ${fault.reason}`,
    );
    this.name = 'CodecError';
    this.messageName = fault.messageName;
    this.version = fault.version;
    this.path = path;
    this.offset = fault.offset;
    this.reason = fault.reason;
    this.#fault = fault;
  }

  /** The same one level further out. */
  within(segment: PathSegment): CodecError {
    return new CodecError({ ...this.#fault, path: [segment, ...this.#fault.path] });
  }
}

/**
 * An error of a part, as one of the field or element that the part is. Paths are put together on
 * the way up, so that nobody keeps one while all is well.
 */
export function within(segment: PathSegment, error: unknown): unknown {
  return error instanceof CodecError ? error.within(segment) : error;
}

function formatPath(path: readonly PathSegment[]): string {
  return path
    .map((segment, depth) => {
      if (typeof segment === 'number') return `[${segment}]`;
      return depth === 0 ? segment : `.${segment}`;
    })
    .join('');
}
