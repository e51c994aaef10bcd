import type { Problem } from '../spec/problem.js';
import type { Case } from '../suite/cases/case-types.js';
import { nearestIds } from '../suite/cases/select-cases.js';
import type { Result } from '../suite/verdict.js';
import type { VersionCheck } from '../suite/version-honesty/checks.js';
import { actualOf, contrast } from './actual.js';
import type { Deviation, DeviationsFile, Pin, Place } from './deviation.js';
import { formatPlace, formatStep } from './place.js';

/** What makes a run fail although all its failures may be known. */
const PROBLEM_KINDS = ['differs', 'stale', 'expired', 'unmatched'] as const;
export type DeviationProblemKind = (typeof PROBLEM_KINDS)[number];

export interface DeviationProblem extends Problem {
  readonly kind: DeviationProblemKind;
}

/** How the failures of a run compare with what is known. */
export interface JudgedDeviations {
  readonly file: string;
  /** The deviation of each result that fails exactly as one says, by the result's id. */
  readonly known: ReadonlyMap<string, Deviation>;
  /**
   * The same of each result that could not be decided and is one that differs `sometimes`: what
   * comes and goes between two runs may do so between two attempts.
   */
  readonly undecided: ReadonlyMap<string, Deviation>;
  readonly problems: readonly DeviationProblem[];
  /** Places of which this run can say nothing: it did not select their cases, or had to skip them. */
  readonly unchecked: number;
}

export interface JudgeOptions {
  /** All that there are, whichever of them the run selected. */
  readonly cases: readonly Pick<Case, 'id' | 'data'>[];
  readonly versionChecks: readonly Pick<VersionCheck, 'id'>[];
  /** Whether every case that was selected has all its results. */
  readonly whole: boolean;
  /** In UTC, `YYYY-MM-DD`. */
  readonly today: string;
}

/** What results can be of. */
type Subjects = Pick<JudgeOptions, 'cases' | 'versionChecks'>;

/** One place of the file, with the results that it is about. */
interface Claim {
  readonly deviation: Deviation;
  readonly pin: Pin;
  readonly place: Place;
  readonly passed: readonly Result[];
  readonly failed: readonly Result[];
  readonly undecided: readonly Result[];
  /** Whether any of them was not skipped. */
  readonly met: boolean;
}

/**
 * Holds results against a file of known deviations. Every place of the file claims that all
 * results it matches fail just so; where places overlap, each of them is good enough.
 */
export function judgeDeviations(
  { file, deviations }: DeviationsFile,
  results: readonly Result[],
  { whole, today, ...subjects }: JudgeOptions,
): JudgedDeviations {
  const claims = deviations.flatMap((deviation) =>
    deviation.pins.flatMap((pin) =>
      pin.places.map((place) => claimOf(deviation, pin, place, results)),
    ),
  );
  const expired = deviations.filter(({ expires }) => expires !== null && expires < today);
  const valid = claims.filter(({ deviation }) => !expired.includes(deviation));
  const known = new Map(
    valid.flatMap((claim) =>
      claim.failed
        .filter((result) => mismatches(claim, result).length === 0)
        .map(({ id }) => [id, claim.deviation] as const),
    ),
  );
  const undecided = new Map(
    valid
      .filter(({ deviation }) => deviation.sometimes)
      .flatMap((claim) => claim.undecided.map(({ id }) => [id, claim.deviation] as const)),
  );
  const problems = [
    ...claims.flatMap(({ place }) =>
      unmatched(place, subjects, whole ? results : []).map((text) =>
        problem('unmatched', place, text),
      ),
    ),
    ...claims.filter(isStale).map(({ place, passed }) => {
      return problem('stale', place, `${nameAll(passed)} passes by now`);
    }),
    ...valid.flatMap((claim) =>
      misfits(claim, known).map((text) => problem('differs', claim.place, text)),
    ),
    ...expired
      .filter((one) => claims.some(({ deviation, met }) => deviation === one && met))
      .map((one) => problem('expired', one, `was to be put up with until ${one.expires}`)),
  ];
  return {
    file,
    known,
    undecided,
    problems: problems.sort((a, b) => a.line - b.line || a.column - b.column),
    unchecked: claims.filter(({ passed, failed }) => passed.length + failed.length === 0).length,
  };
}

function claimOf(deviation: Deviation, pin: Pin, place: Place, results: readonly Result[]): Claim {
  const matching = results.filter((result) => isAt(place, result));
  return {
    deviation,
    pin,
    place,
    passed: matching.filter(({ verdict }) => verdict === 'pass'),
    failed: matching.filter(({ verdict }) => verdict === 'fail'),
    undecided: matching.filter(({ verdict }) => verdict === 'inconclusive'),
    met: matching.some(({ verdict }) => verdict !== 'skip'),
  };
}

function problem(
  kind: DeviationProblemKind,
  at: { readonly problem: (message: string) => Problem },
  message: string,
): DeviationProblem {
  return { ...at.problem(message), kind };
}

function isStale({ deviation, passed }: Claim): boolean {
  return passed.length > 0 && !deviation.sometimes;
}

/** What a place is about that is not there. */
function unmatched(
  place: Place,
  subjects: Subjects,
  results: readonly Result[],
): readonly string[] {
  const absent = whyAbsent(place, subjects);
  return absent === null ? missingVersions(place, results) : [absent];
}

/** How results fail otherwise than a place says, and than any other does, those alike together. */
function misfits(claim: Claim, known: ReadonlyMap<string, Deviation>): string[] {
  const unknown = claim.failed.filter(({ id }) => !known.has(id));
  return [...groupBy(unknown, (one) => mismatches(claim, one).join('; '))].map(
    ([text, own]) => `${nameAll(own)} fails otherwise: ${text}`,
  );
}

function isAt({ matchesCase, swept }: Place, result: Result): boolean {
  if (!matchesCase(result.case)) return false;
  if (swept === null || result.swept === null) return true;
  const { api, version } = result.swept;
  return (
    swept.api === api && swept.versions.some(({ min, max }) => min <= version && version <= max)
  );
}

/** Why no run can have such results; null when one can. */
function whyAbsent(
  { text, matchesCase, swept }: Place,
  { cases, versionChecks }: Subjects,
): string | null {
  if (versionChecks.some(({ id }) => matchesCase(id))) return null;
  const matching = cases.filter(({ id }) => matchesCase(id));
  if (matching.length === 0) {
    const ids = [...cases, ...versionChecks].map(({ id }) => id);
    return `no case matches '${text}'; the nearest are ${nearestIds(text.replace(/@.*$/, ''), ids).join(', ')}`;
  }
  if (swept === null || matching.some(({ data }) => data.sweep === swept.api)) return null;
  const sweeps = [...new Set(matching.map(({ data }) => data.sweep ?? 'no API'))];
  return `no case of '${text}' is run at versions of ${swept.api}, but of ${sweeps.join(', ')}`;
}

/** Versions that a place names and its cases were not run at, although they were at others. */
function missingVersions({ matchesCase, swept }: Place, results: readonly Result[]): string[] {
  if (swept === null) return [];
  const own = results.filter((one) => matchesCase(one.case) && one.swept?.api === swept.api);
  return [...groupBy(own, (one) => one.case)].flatMap(([id, ofCase]) => {
    const run = new Set(ofCase.map((one) => one.swept?.version));
    const missing = swept.versions
      .flatMap(({ min, max }) => Array.from({ length: max - min + 1 }, (_, nth) => min + nth))
      .filter((version) => !run.has(version));
    return missing.length === 0
      ? []
      : [`${formatPlace(id, swept.api, missing)} is not run: the implementation lacks it`];
  });
}

/** How a failing result is otherwise than claimed, clause by clause. */
function mismatches({ deviation, pin, place }: Claim, { failure, rules }: Result): string[] {
  if (failure === undefined) return ['it has no failure'];
  const cited = [...new Set([...failure.rules, ...rules])];
  return [
    ...(place.step === null || place.step === failure.at
      ? []
      : [`at ${formatStep(failure.at)}, not ${formatStep(place.step)}`]),
    ...contrast(actualOf(failure), pin.actual),
    ...(deviation.rules.some((id) => cited.includes(id))
      ? []
      : [`it breaks ${cited.join(', ')}, not ${deviation.rules.join(', ')}`]),
  ];
}

/** Results by case, with the versions of each. */
function nameAll(results: readonly Result[]): string {
  return [...groupBy(results, (one) => `${one.case} ${one.swept?.api ?? ''}`).values()]
    .map((own) => {
      const [first] = own;
      const versions = own.flatMap(({ swept }) => (swept === null ? [] : [swept.version]));
      return formatPlace(first?.case ?? '', first?.swept?.api ?? null, versions);
    })
    .join(', ');
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
