import { readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { packageRoot } from './package-root.js';
import { InvalidDataError, type Problem } from './problem.js';

export type DataPath = readonly (string | number)[];

/** A parsed YAML file that still knows where each value was written. */
export interface YamlSource {
  /** Shown in messages: relative to the package when inside it. */
  readonly file: string;
  readonly text: string;
  readonly data: unknown;
  /** The problem at `path`, or at its nearest enclosing value that exists. */
  problemAt(path: DataPath, message: string): Problem;
  /** The same, pointing at the key rather than at its value. */
  problemAtKey(path: DataPath, message: string): Problem;
}

/** Data files are small; a larger one is a mistake and is not read. */
const MAX_FILE_BYTES = 1024 * 1024;

/** Reads one YAML document. Throws InvalidDataError on unreadable or ill-formed input. */
export function readYamlSource(path: string): YamlSource {
  const file = displayPath(path);
  let text: string;
  try {
    const size = statSync(path).size;
    if (size > MAX_FILE_BYTES) {
      throw new Error(`is ${size} bytes; the limit is ${MAX_FILE_BYTES}`);
    }
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new InvalidDataError([
      { file, line: 1, column: 1, message: `cannot be read: ${reason(error)}` },
    ]);
  }
  return parseYamlSource(file, text);
}

export function parseYamlSource(file: string, text: string): YamlSource {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, uniqueKeys: true, prettyErrors: false });
  if (document.errors.length > 0) {
    throw new InvalidDataError(
      document.errors.map((error) => ({
        file,
        line: lineCounter.linePos(error.pos[0]).line,
        column: lineCounter.linePos(error.pos[0]).col,
        message: `not valid YAML: ${error.message}`,
      })),
    );
  }
  const problem = (offset: number, message: string): Problem => {
    const position = lineCounter.linePos(offset);
    return { file, line: Math.max(position.line, 1), column: Math.max(position.col, 1), message };
  };
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new InvalidDataError([problem(0, `not valid YAML: ${reason(error)}`)]);
  }
  return {
    file,
    text,
    data,
    problemAt: (path, message) => problem(offsetOf(document, path, 'value'), message),
    problemAtKey: (path, message) => problem(offsetOf(document, path, 'key'), message),
  };
}

function offsetOf(document: Document.Parsed, path: DataPath, which: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, segment] of path.entries()) {
    const child = childOf(node, segment);
    if (child === undefined) return offset;
    const last = depth === path.length - 1;
    const start = last && which === 'key' ? startOf(child.key) : undefined;
    node = child.value;
    offset = start ?? startOf(node) ?? startOf(child.key) ?? offset;
  }
  return offset;
}

interface Child {
  readonly key: unknown;
  readonly value: unknown;
}

function childOf(node: unknown, segment: string | number): Child | undefined {
  const items = (node as { items?: unknown[] } | null)?.items;
  if (!Array.isArray(items)) return undefined;
  for (const [index, item] of items.entries()) {
    const pair = item as { key?: unknown; value?: unknown };
    if (pair !== null && typeof pair === 'object' && 'key' in pair) {
      const key = pair.key as { value?: unknown } | null;
      if (String(key?.value) === String(segment)) return { key: pair.key, value: pair.value };
    } else if (index === Number(segment)) {
      return { key: undefined, value: item };
    }
  }
  return undefined;
}

function startOf(node: unknown): number | undefined {
  const range = (node as { range?: [number, number, number] } | null | undefined)?.range;
  return range?.[0];
}

function displayPath(path: string): string {
  const fromRoot = relative(packageRoot(), path);
  return fromRoot.startsWith('..') ? path : fromRoot;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
