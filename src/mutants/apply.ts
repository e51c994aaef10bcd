import { closest } from 'fastest-levenshtein';
import type { Problem } from '../spec/problem.js';
import { type Edit, type Mutant, problemOf } from './mutant.js';

/** Source texts by their paths below reference/. */
export type Sources = ReadonlyMap<string, string>;

export type Applied =
  /** Only the files that changed. */
  | { readonly kind: 'changed'; readonly files: Sources }
  | { readonly kind: 'stale'; readonly problems: readonly Problem[] };

/** The reference with the mutant's mistake in it. An edit that does not fit makes the mutant stale. */
export function applyMutant(sources: Sources, mutant: Mutant): Applied {
  const files = new Map<string, string>();
  const problems: Problem[] = [];
  for (const edit of mutant.edits) {
    const text = files.get(edit.file) ?? sources.get(edit.file);
    const found = text === undefined ? noFile(sources, edit.file) : fit(text, edit);
    if (typeof found === 'string') {
      problems.push(problemOf(mutant, edit.place, found));
    } else if (text !== undefined) {
      files.set(edit.file, text.slice(0, found.start) + edit.replace + text.slice(found.end));
    }
  }
  return problems.length > 0 ? { kind: 'stale', problems } : { kind: 'changed', files };
}

/** Where the edit goes, or the sentence that says why it cannot be made. */
function fit(text: string, edit: Edit): Range | string {
  if (isSameText(edit.find, edit.replace)) {
    return "changes nothing: 'find' and 'replace' are the same text";
  }
  return locate(text, edit);
}

/** Offsets in a text; `end` is behind it. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where `find` is in `text`, once and white space aside, or the sentence that says why not. */
export function locate(text: string, sought: Pick<Edit, 'file' | 'find'>): Range | string {
  const [match, ...others] = text.matchAll(patternOf(sought.find));
  if (match === undefined) return notFound(text, sought);
  if (others.length > 0) {
    const lines = [match, ...others].map(({ index }) => lineAt(text, index));
    return `its text occurs ${lines.length} times in reference/${sought.file}, in lines ${lines.join(', ')}; add what stands around it`;
  }
  return { start: match.index, end: match.index + match[0].length };
}

/** Layout makes no difference. */
export function isSameText(one: string, other: string): boolean {
  return words(one).join(' ') === words(other).join(' ');
}

function patternOf(find: string): RegExp {
  const parts = words(find).map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(parts.join('\\s+'), 'g');
}

function words(text: string): string[] {
  return text.split(/\s+/);
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Names the first line that is not there, and what comes nearest to it. */
function notFound(text: string, { file, find }: Pick<Edit, 'file' | 'find'>): string {
  const wanted = find.split('\n').map((line) => line.trim());
  const missing = wanted.find((line) => !patternOf(line).test(text));
  const sentence = `its text is not in reference/${file}`;
  if (missing === undefined) return `${sentence}, though each of its lines is`;
  const lines = text.split('\n').map((line) => line.trim());
  const nearest = closest(missing, lines);
  return `${sentence}: it has no '${missing}'; the nearest is line ${lines.indexOf(nearest) + 1}, '${nearest}'`;
}

export function noFile(sources: Sources, file: string): string {
  return `there is no file reference/${file}; did you mean ${closest(file, [...sources.keys()])}?`;
}
