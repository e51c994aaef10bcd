import { readFileSync, statSync } from 'node:fs';
import { InvalidDataError } from './problem.js';
import { checkAgainstSchema } from './schema-check.js';

/** Reports of thousands of failures stay well below. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/**
 * Reads a JSON file that the kit has written and checks it against
 * `spec/schemas/<schema>.schema.json`, which vouches for T. Throws InvalidDataError.
 */
export function readCheckedJson<T>(path: string, schema: string): T {
  const problem = (message: string) => ({ file: path, line: 1, column: 1, message });
  let data: unknown;
  try {
    const { size } = statSync(path);
    if (size > MAX_FILE_BYTES) throw new Error(`is ${size} bytes; the limit is ${MAX_FILE_BYTES}`);
    data = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidDataError([problem(`cannot be read: ${reason}`)]);
  }
  const at = (_path: unknown, message: string) => problem(message);
  const problems = checkAgainstSchema(
    { file: path, data, problemAt: at, problemAtKey: at },
    schema,
  );
  if (problems.length > 0) throw new InvalidDataError(problems);
  return data as T;
}
