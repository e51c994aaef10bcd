import { closest } from 'fastest-levenshtein';
import { readChecked } from '../spec/data-files.js';
import { specPath } from '../spec/package-root.js';
import { InvalidDataError, type Problem } from '../spec/problem.js';

/** What a rule has to have. */
export type Proof = 'case' | 'mutant';

export interface Excuse {
  readonly rule: string;
  /** What the rule need not have. */
  readonly from: readonly Proof[];
  readonly reason: string;
  /** The same file and line with a sentence of its own. */
  readonly problem: (message: string) => Problem;
}

/** Reads `gate.yaml`. Throws InvalidDataError, for rules that do not exist too. */
export function loadExcuses(
  ruleIds: ReadonlySet<string>,
  path: string = specPath('gate.yaml'),
): Excuse[] {
  const { source, data, problems } = readChecked<{
    readonly excused: readonly Omit<Excuse, 'problem'>[];
  }>(path, 'gate');
  const excuses = (data?.excused ?? []).map(
    (written, index): Excuse => ({
      ...written,
      problem: (message) => source.problemAt(['excused', index, 'rule'], message),
    }),
  );
  const unknown = excuses
    .filter(({ rule }) => !ruleIds.has(rule))
    .map(({ rule, problem }) =>
      problem(`unknown rule '${rule}'; did you mean ${closest(rule, [...ruleIds])}?`),
    );
  const twice = excuses
    .filter(({ rule }, index) => excuses.findIndex((other) => other.rule === rule) < index)
    .map(({ rule, problem }) => problem(`rule '${rule}' is excused above already`));
  const all = [...problems, ...unknown, ...twice];
  if (all.length > 0) throw new InvalidDataError(all);
  return excuses;
}
