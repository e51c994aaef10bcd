import { readFileSync, statSync } from 'node:fs';
import { InvalidDataError } from './problem.js';
import { checkAgainstSchema } from './schema-check.js';

/** Reports of thousands of failures stay well below. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** What a file that the kit writes says of itself. */
export interface JsonFormat {
  /** Name of its schema in spec/schemas, and with `groupspec-` before it of the format. */
  readonly name: string;
  readonly version: number;
}

/**
 * Reads a JSON file that the kit has written and checks it against its schema, which vouches for T.
 * Throws InvalidDataError.
 */
export function readCheckedJson<T>(path: string, format: JsonFormat): T {
  return readCheckedJsonOf<T>(path, [format]);
}

/** The same of a file that has one of several formats; its own `format` says which. */
export function readCheckedJsonOf<T>(path: string, formats: readonly JsonFormat[]): T {
  const problem = (message: string) => ({ file: path, line: 1, column: 1, message });
  let text: string;
  let data: unknown;
  try {
    const { size } = statSync(path);
    if (size > MAX_FILE_BYTES) throw new Error(`is ${size} bytes; the limit is ${MAX_FILE_BYTES}`);
    text = readFileSync(path, 'utf8');
    data = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidDataError([problem(`cannot be read: ${reason}`)]);
  }
  const told = (data ?? {}) as { readonly format?: unknown; readonly formatVersion?: unknown };
  const format = formats.find(({ name }) => told.format === `groupspec-${name}`);
  if (format === undefined) {
    const is = typeof told.format === 'string' ? `is a ${told.format}` : 'has another format';
    const needed = formats.map(({ name }) => `a groupspec-${name}`).join(' or ');
    throw new InvalidDataError([problem(`${is}; ${needed} is needed`)]);
  }
  if (told.formatVersion !== format.version) {
    const is = `has version ${JSON.stringify(told.formatVersion)} of its format`;
    throw new InvalidDataError([problem(`${is}; this groupspec reads version ${format.version}`)]);
  }
  const at = (_path: unknown, message: string) => problem(message);
  const source = { file: path, text, data, problemAt: at, problemAtKey: at };
  const problems = checkAgainstSchema(source, format.name);
  if (problems.length > 0) throw new InvalidDataError(problems);
  return data as T;
}
