import { join } from 'node:path';
import { readChecked } from './data-files.js';
import { type Loaded, type Reference, referenceAt } from './reference.js';

export interface SpecChange {
  /** The rules it is about. */
  readonly rules: 'all' | readonly string[];
  readonly change: string;
}

export interface SpecVersion {
  readonly version: string;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly changes: readonly SpecChange[];
}

/** Newest first; the first one is the version of the data at hand. */
export type Changelog = readonly SpecVersion[];

export function readChangelog(directory: string): Loaded<Changelog> {
  const file = readChecked<Changelog>(join(directory, 'changelog.yaml'), 'changelog');
  const references: Reference[] = [];
  const versions = file.data ?? [];
  for (const [entry, { changes }] of versions.entries()) {
    for (const [index, { rules }] of changes.entries()) {
      if (rules === 'all') continue;
      for (const [place, rule] of rules.entries()) {
        references.push(
          referenceAt(file.source, [entry, 'changes', index, 'rules', place], 'rule', rule),
        );
      }
    }
  }
  return { data: versions, problems: file.problems, references };
}
