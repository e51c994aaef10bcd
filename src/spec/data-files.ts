import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidDataError, type Problem } from './problem.js';
import { checkAgainstSchema } from './schema-check.js';
import { parseYamlSource, readYamlSource, type YamlSource } from './yaml-source.js';

export interface Listing {
  readonly paths: readonly string[];
  readonly problems: readonly Problem[];
}

/** The YAML files of a directory, by name. A directory without any is a problem, not an empty set. */
export function dataFiles(directory: string): Listing {
  const problem = (message: string): Listing => ({
    paths: [],
    problems: [{ file: directory, line: 1, column: 1, message }],
  });
  let names: string[];
  try {
    names = readdirSync(directory).filter((name) => name.endsWith('.yaml'));
  } catch (error) {
    return problem(`cannot be listed: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (names.length === 0) return problem('holds no .yaml file');
  return { paths: names.sort().map((name) => join(directory, name)), problems: [] };
}

/** `data` is undefined exactly when there are problems. */
export interface CheckedFile<T> {
  readonly source: YamlSource;
  readonly data: T | undefined;
  readonly problems: readonly Problem[];
}

/** Reads a YAML file and checks it against `spec/schemas/<schema>.schema.json`, which vouches for T. */
export function readChecked<T>(path: string, schema: string): CheckedFile<T> {
  let source: YamlSource;
  try {
    source = readYamlSource(path);
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error;
    return { source: parseYamlSource(path, ''), data: undefined, problems: error.problems };
  }
  return checked<T>(source, schema);
}

/** The same of what has been read. */
export function checked<T>(source: YamlSource, schema: string): CheckedFile<T> {
  const problems = checkAgainstSchema(source, schema);
  return { source, data: problems.length > 0 ? undefined : (source.data as T), problems };
}
