import { closest } from 'fastest-levenshtein';
import type { Problem } from './problem.js';
import type { DataPath, YamlSource } from './yaml-source.js';

export type ReferenceKind = 'rule' | 'error' | 'profile' | 'api';

/** One file's mention of something that must be defined, mostly in another file. */
export interface Reference {
  readonly kind: ReferenceKind;
  readonly name: string;
  problem(message: string): Problem;
}

/** What reading a part of spec/ yields: data, what is wrong with it, and what it points at. */
export interface Loaded<T> {
  readonly data: T;
  readonly problems: readonly Problem[];
  readonly references: readonly Reference[];
}

export function referenceAt(
  source: YamlSource,
  path: DataPath,
  kind: ReferenceKind,
  name: string,
): Reference {
  return { kind, name, problem: (message) => source.problemAt(path, message) };
}

const RULE_ID = /\b([A-Z]+)-(?:\d+|APPEND|SERVICE)\b/g;
const ERROR_NAME = /\b[A-Z]+(?:_[A-Z]+)+\b/g;

/** Written like rule ids: proposals, tickets, encodings. */
const OTHER_NUMBERED = new Set(['KIP', 'KAFKA', 'UTF']);

/** Rules and errors that prose names in passing. */
function referencesInText(source: YamlSource, path: DataPath, text: string): Reference[] {
  const rules = [...text.matchAll(RULE_ID)]
    .filter((match) => !OTHER_NUMBERED.has(String(match[1])))
    .map((match) => match[0]);
  const errors = text.match(ERROR_NAME) ?? [];
  return [
    ...[...new Set(rules)].map((id) => referenceAt(source, path, 'rule', id)),
    ...[...new Set(errors)].map((name) => referenceAt(source, path, 'error', name)),
  ];
}

/** The same for every string within a value, each at its own place, except below `skipped` keys. */
export function referencesInValue(
  source: YamlSource,
  path: DataPath,
  value: unknown,
  skipped: readonly string[],
): Reference[] {
  if (typeof value === 'string') return referencesInText(source, path, value);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value)
    .filter(([key]) => !skipped.includes(key))
    .flatMap(([key, child]) => referencesInValue(source, [...path, key], child, skipped));
}

/** A problem for every reference of `kind` to a name that is not known. */
export function unresolved(
  references: readonly Reference[],
  kind: ReferenceKind,
  known: ReadonlySet<string>,
): Problem[] {
  const names = [...known];
  return references
    .filter((reference) => reference.kind === kind && !known.has(reference.name))
    .map((reference) => {
      const hint = names.length === 0 ? '' : `; did you mean '${closest(reference.name, names)}'?`;
      return reference.problem(`unknown ${kind} '${reference.name}'${hint}`);
    });
}
