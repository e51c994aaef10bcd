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
  }
}

function formatPath(path: readonly PathSegment[]): string {
  return path
    .map((segment, depth) => {
      if (typeof segment === 'number') return `[${segment}]`;
      return depth === 0 ? segment : `.${segment}`;
    })
    .join('');
}
