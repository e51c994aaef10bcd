import { join } from 'node:path';
import { isSameText, locate, noFile, type Range, type Sources } from '../mutants/apply.js';
import { MUTANTS_DIRECTORY, SURVIVORS_FILE } from '../mutants/load-mutants.js';
import { readChecked } from '../spec/data-files.js';
import { InvalidDataError, type Problem } from '../spec/problem.js';
import { type GeneratedMutant, isDetected } from './generated-mutant.js';
import type { Judged, Mutation } from './run-mutation.js';

/** A generated mutant that cases need not detect, found by its text and not by its line. */
export interface Survivor {
  /** Why nothing can show it. */
  readonly reason: string;
  /** Below reference/. */
  readonly file: string;
  /** Source text around it that occurs once in the file; null where `original` says enough. */
  readonly within: string | null;
  readonly original: string;
  readonly replacement: string;
  /** Its own place in the list, with a sentence. */
  readonly problem: (message: string) => Problem;
}

/** A file of the reference of which no case can see what it works out. */
export interface UnseenFile {
  /** Below reference/. */
  readonly file: string;
  readonly reason: string;
  readonly problem: (message: string) => Problem;
}

/** What mutants/survivors.yaml says. */
export interface Excused {
  readonly survivors: readonly Survivor[];
  readonly unseen: readonly UnseenFile[];
}

interface SurvivorsFile {
  readonly unseen?: readonly Pick<UnseenFile, 'file' | 'reason'>[];
  readonly survivors: readonly {
    readonly reason: string;
    readonly mutants: readonly (Pick<Survivor, 'file' | 'original'> & {
      readonly in?: string;
      /** Several for as many mutants. */
      readonly replacement: string | readonly string[];
    })[];
  }[];
}

const SURVIVORS_PATH = (): string => join(MUTANTS_DIRECTORY(), SURVIVORS_FILE);

/** Throws InvalidDataError. */
export function loadSurvivors(path: string = SURVIVORS_PATH()): Excused {
  const { source, data, problems } = readChecked<SurvivorsFile>(path, 'survivors');
  if (data === undefined) throw new InvalidDataError(problems);
  const unseen = (data.unseen ?? []).map(({ file, reason }, index) => ({
    file,
    reason,
    problem: (message: string) => source.problemAt(['unseen', index, 'file'], message),
  }));
  const survivors = data.survivors.flatMap(({ reason, mutants }, group) =>
    mutants.flatMap(({ file, in: within, original, replacement }, index) =>
      [replacement].flat().map((one) => ({
        reason,
        file,
        within: within?.trim() ?? null,
        original: original.trim(),
        replacement: one.trim(),
        problem: (message: string) =>
          source.problemAt(['survivors', group, 'mutants', index, 'original'], message),
      })),
    ),
  );
  return { survivors, unseen };
}

function strayUnseen(unseen: Excused['unseen'], { originals }: Mutation): Problem[] {
  return unseen
    .filter(({ file }) => !originals.has(file))
    .map(({ file, problem }) => problem(noFile(originals, file)));
}

/** Survivors by the ids of their mutants. */
export type Listed = ReadonlyMap<string, Survivor>;

/**
 * Finds the mutant of each survivor; those of files that are not mutated are left aside. Throws
 * InvalidDataError with every survivor that is not there, or not there once, and every unseen file
 * that is not there.
 */
export function matchSurvivors({ survivors, unseen }: Excused, mutation: Mutation): Listed {
  const listed = new Map<string, Survivor>();
  const problems: Problem[] = strayUnseen(unseen, mutation);
  for (const survivor of survivors) {
    const { file, problem } = survivor;
    if (!mutation.originals.has(file)) problems.push(problem(noFile(mutation.originals, file)));
    if (!mutation.sources.has(file)) continue;
    const found = mutantsOf(survivor, mutation);
    if (typeof found === 'string') {
      problems.push(problem(found));
    } else if (found.some(({ id }) => listed.has(id))) {
      problems.push(problem('is listed above already'));
    } else {
      for (const { id } of found) listed.set(id, survivor);
    }
  }
  if (problems.length > 0) throw new InvalidDataError(problems);
  return listed;
}

/** More than one only where two mutators make the same change; a sentence where none fits. */
function mutantsOf(survivor: Survivor, mutation: Mutation): GeneratedMutant[] | string {
  const { file, original, replacement } = survivor;
  const around = rangeOf(survivor, mutation.originals);
  if (typeof around === 'string') return around;
  const ofText = mutation.mutants.filter(
    (mutant) =>
      mutant.file === file &&
      mutant.start >= around.start &&
      mutant.end <= around.end &&
      isSameText(mutant.original, original),
  );
  if (ofText.length === 0) return `no mutant of reference/${file} replaces '${original}' there`;
  const found = ofText.filter((mutant) => isSameText(mutant.replacement, replacement));
  if (found.length === 0) {
    const known = [...new Set(ofText.map((mutant) => `'${mutant.replacement}'`))];
    return `no mutant of reference/${file} replaces '${original}' by '${replacement}' there, only by ${known.join(', ')}`;
  }
  if (new Set(found.map(({ start }) => start)).size === 1) return found;
  const lines = found.map(({ line }) => line);
  return `${found.length} mutants of reference/${file} do this, in lines ${lines.join(', ')}; say in what text it is ('in')`;
}

/** A text of its own need not be unique: it may be one character long. */
function rangeOf({ file, within }: Survivor, originals: Sources): Range | string {
  const text = originals.get(file) ?? '';
  if (within === null) return { start: 0, end: text.length };
  return locate(text, { file, find: within });
}

/** Complaints about survivors that cases detect. */
export function staleSurvivors(judged: readonly Judged[], listed: Listed): Problem[] {
  return judged.flatMap(({ mutant, outcome }) => {
    const survivor = listed.get(mutant.id);
    if (survivor === undefined || !isDetected(outcome)) return [];
    const by = 'result' in outcome ? outcome.result : 'case' in outcome ? outcome.case : '';
    const { replacement } = survivor;
    const what = `'${replacement}' for it is detected by now, by ${by}`;
    return [survivor.problem(`${what}: drop it from the list`)];
  });
}
