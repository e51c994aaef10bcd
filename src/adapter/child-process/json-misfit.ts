import type { MessageSchema } from '../../spec/message-schema.js';

/** Where and why a value does not fit; each level on the way out puts its own name in front. */
export class Misfit extends Error {
  readonly path: (string | number)[] = [];

  /** For `throw`, in the catch of a level that was at `segment`. */
  static within(error: unknown, segment: string | number): unknown {
    if (error instanceof Misfit) error.path.unshift(segment);
    return error;
  }
}

/** A body that is not of its message's schema. */
export class JsonBodyError extends Error {
  constructor(schema: MessageSchema, version: number, { path, message }: Misfit) {
    const where = path.reduce<string>((text, segment) => {
      if (typeof segment === 'number') return `${text}[${segment}]`;
      return text === '' ? segment : `${text}.${segment}`;
    }, '');
    super(`${schema.name} v${version}: ${where === '' ? '' : `${where}: `}${message}`);
    this.name = 'JsonBodyError';
  }
}
