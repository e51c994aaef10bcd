import { join } from 'node:path';
import { readChecked } from './data-files.js';
import type { Problem } from './problem.js';
import type { Loaded } from './reference.js';

/** Something an implementation can be certified for. */
export interface Level {
  readonly level: string;
  readonly title: string;
  readonly takes: {
    readonly everything?: true;
    /** Of rules that a case cites. */
    readonly families?: readonly string[];
    readonly staticMembers?: true;
    /** Capabilities of adapters (docs/design.md §1). */
    readonly needs?: readonly string[];
  };
  /** Cases that need one of these capabilities need not run. */
  readonly beyond: readonly string[];
}

/** `levels.yaml` of a spec directory, in its order: a case belongs to the last that takes it. */
export function readLevels(
  directory: string,
  families: ReadonlySet<string>,
): Loaded<readonly Level[]> {
  const file = readChecked<{ readonly levels: readonly Level[] }>(
    join(directory, 'levels.yaml'),
    'levels',
  );
  const levels = file.data?.levels ?? [];
  const wrong = levels.flatMap((one, index): Problem[] => {
    const at = (place: readonly (string | number)[], message: string) =>
      file.source.problemAt(['levels', index, ...place], message);
    return [
      ...(levels.findIndex(({ level }) => level === one.level) < index
        ? [at(['level'], `there is a level '${one.level}' above already`)]
        : []),
      ...(one.takes.families ?? []).flatMap((family, nth) =>
        families.has(family)
          ? []
          : [at(['takes', 'families', nth], `there is no rule of family '${family}'`)],
      ),
    ];
  });
  return { data: levels, problems: [...file.problems, ...wrong], references: [] };
}
