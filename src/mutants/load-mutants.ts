import { basename, join } from 'node:path';
import { closest } from 'fastest-levenshtein';
import { dataFiles, readChecked } from '../spec/data-files.js';
import { packageRoot } from '../spec/package-root.js';
import { InvalidDataError, type Problem } from '../spec/problem.js';
import type { DataPath, YamlSource } from '../spec/yaml-source.js';
import type { Edit, Mutant, Place } from './mutant.js';

/** A file of mutants/ as its schema vouches for it. */
interface MutantsFile {
  readonly mutants: readonly WrittenMutant[];
}

type WrittenEdit = Pick<Edit, 'file' | 'find' | 'replace'>;

interface WrittenMutant extends WrittenEdit, Pick<Mutant, 'name' | 'rules'> {
  readonly reports?: Mutant['reports'];
  readonly also?: readonly WrittenEdit[];
}

/** Beside the named mutants: what generated ones may survive, and why. */
export const SURVIVORS_FILE = 'survivors.yaml';

export const MUTANTS_DIRECTORY = (): string => join(packageRoot(), 'mutants');

export interface LoadMutantsOptions {
  readonly ruleIds: ReadonlySet<string>;
  /** Absent: the mutants of the kit. */
  readonly directory?: string;
}

/**
 * Reads `<family>.yaml` of a directory of mutants. Throws InvalidDataError with everything wrong in
 * any of them. Whether their edits fit the reference is for `applyMutant` to say.
 */
export function loadMutants(options: LoadMutantsOptions): Mutant[] {
  const listing = dataFiles(options.directory ?? MUTANTS_DIRECTORY());
  const problems: Problem[] = [...listing.problems];
  const byName = new Map<string, Mutant>();
  for (const path of listing.paths.filter((one) => basename(one) !== SURVIVORS_FILE)) {
    const { source, data, problems: faults } = readChecked<MutantsFile>(path, 'mutants');
    problems.push(...faults);
    for (const [index, written] of (data?.mutants ?? []).entries()) {
      const mutant = mutantOf(source, written, index);
      problems.push(...misfits(source, mutant, index, options.ruleIds));
      const first = byName.get(mutant.name);
      if (first === undefined) byName.set(mutant.name, mutant);
      else problems.push(takenName(source, mutant, index, first));
    }
  }
  if (problems.length > 0) throw new InvalidDataError(problems);
  return [...byName.values()];
}

function mutantOf(source: YamlSource, written: WrittenMutant, index: number): Mutant {
  const at: DataPath = ['mutants', index];
  const edit = ({ file, find, replace }: WrittenEdit, where: DataPath): Edit => ({
    file,
    find: find.trim(),
    replace: replace.trim(),
    place: placeAt(source, [...where, 'find']),
  });
  return {
    name: written.name,
    rules: written.rules,
    reports: written.reports ?? [],
    edits: [
      edit(written, at),
      ...(written.also ?? []).map((more, which) => edit(more, [...at, 'also', which])),
    ],
    place: placeAt(source, [...at, 'name']),
  };
}

function placeAt(source: YamlSource, path: DataPath): Place {
  const { file, line, column } = source.problemAtKey(path, '');
  return { file, line, column };
}

/** What the schema cannot say: rules that exist, and the file in which the mutant is looked for. */
function misfits(
  source: YamlSource,
  mutant: Mutant,
  index: number,
  ruleIds: ReadonlySet<string>,
): Problem[] {
  const at: DataPath = ['mutants', index, 'rules'];
  const unknown = mutant.rules.flatMap((id, which) => {
    if (ruleIds.has(id)) return [];
    const message = `unknown rule '${id}'; did you mean ${closest(id, [...ruleIds])}?`;
    return [source.problemAt([...at, which], message)];
  });
  if (unknown.length > 0) return unknown;
  const home = `${familyOf(mutant)}.yaml`;
  if (basename(source.file) === home) return [];
  const message = `mutant '${mutant.name}' breaks ${mutant.rules[0]} first, so it belongs in a file '${home}'`;
  return [source.problemAt(at, message)];
}

function familyOf({ rules: [first = ''] }: Mutant): string {
  return first.replace(/-.*$/, '').toLowerCase();
}

function takenName(source: YamlSource, mutant: Mutant, index: number, first: Mutant): Problem {
  const message = `the name '${mutant.name}' is already used at ${first.place.file}:${first.place.line}`;
  return source.problemAt(['mutants', index, 'name'], message);
}
