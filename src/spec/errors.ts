import { join } from 'node:path';
import { closest } from 'fastest-levenshtein';
import { readChecked } from './data-files.js';
import { specPath } from './package-root.js';
import { InvalidDataError, type Problem } from './problem.js';
import type { Loaded } from './reference.js';

/** One error of the Kafka protocol. */
export interface ProtocolError {
  readonly code: number;
  readonly name: string;
  /** Whether Kafka's clients may send the same request again. */
  readonly retriable: boolean;
}

export interface ErrorTable {
  /** Newest Apache Kafka release whose table this covers, e.g. `4.4`. */
  readonly release: string;
  /** By ascending code. */
  readonly errors: readonly ProtocolError[];
  readonly byName: ReadonlyMap<string, ProtocolError>;
  readonly byCode: ReadonlyMap<number, ProtocolError>;
}

/** A name that no Kafka error has; the message suggests the nearest one. */
export class UnknownErrorNameError extends Error {
  constructor(name: string, known: readonly string[]) {
    super(`unknown error '${name}'; did you mean '${closest(name, known)}'?`);
    this.name = 'UnknownErrorNameError';
  }
}

let shared: ErrorTable | undefined;

/** `errors.yaml` of the kit itself, read on first use. */
export function errorTable(): ErrorTable {
  shared ??= loadErrors();
  return shared;
}

/** Throws UnknownErrorNameError. */
export function errorCode(name: string): number {
  const table = errorTable();
  const error = table.byName.get(name);
  if (error === undefined) throw new UnknownErrorNameError(name, [...table.byName.keys()]);
  return error.code;
}

/** For messages: an implementation may send any int16, so an unlisted code is shown as `error 999`. */
export function errorName(code: number): string {
  return errorTable().byCode.get(code)?.name ?? `error ${code}`;
}

/** Reads `errors.yaml` of a spec directory. Throws InvalidDataError. */
export function loadErrors(directory: string = specPath()): ErrorTable {
  const { data, problems } = readErrors(directory);
  if (problems.length > 0) throw new InvalidDataError(problems);
  return data;
}

interface ErrorsFile {
  readonly release: string;
  readonly errors: readonly ProtocolError[];
}

export function readErrors(directory: string): Loaded<ErrorTable> {
  const file = readChecked<ErrorsFile>(join(directory, 'errors.yaml'), 'errors');
  const problems: Problem[] = [...file.problems];
  const byName = new Map<string, ProtocolError>();
  const byCode = new Map<number, ProtocolError>();
  for (const [index, error] of (file.data?.errors ?? []).entries()) {
    const sameCode = byCode.get(error.code);
    if (sameCode !== undefined) {
      const message = `code ${error.code} is already that of ${sameCode.name}`;
      problems.push(file.source.problemAt(['errors', index, 'code'], message));
    }
    const sameName = byName.get(error.name);
    if (sameName !== undefined) {
      const message = `${error.name} already has code ${sameName.code}`;
      problems.push(file.source.problemAt(['errors', index, 'name'], message));
    }
    byCode.set(error.code, error);
    byName.set(error.name, error);
  }
  const errors = [...byCode.values()].sort((left, right) => left.code - right.code);
  const release = file.data?.release ?? '';
  return { data: { release, errors, byName, byCode }, problems, references: [] };
}
