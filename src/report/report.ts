import type { Configuration, Implementation } from '../adapter/adapter.js';
import { type Deviation, NO_REASON_YET } from '../deviations/deviation.js';
import type { DeviationProblem, JudgedDeviations } from '../deviations/judge-deviations.js';
import type { Shard } from '../suite/plan/shard.js';
import { type Result, VERDICTS, type Verdict } from '../suite/verdict.js';

/** Everything one run found out; what reporters print and later tools read. */
export interface Report {
  readonly format: 'groupspec-report';
  readonly formatVersion: 3;
  readonly kitVersion: string;
  readonly spec: SpecIdentity;
  /** Over all cases that there were to select from; null where nobody has asked for it. */
  readonly casesDigest: string | null;
  /**
   * Arguments with which `groupspec run CASE` runs a case as it ran here; null where no command line
   * was there.
   */
  readonly replay: readonly string[] | null;
  /** Null when the implementation could not be reached. */
  readonly implementation: ReportedImplementation | null;
  readonly seed: number;
  /** Name of the profile by which it was judged, and whether Kafka's own quirks were asked for. */
  readonly profile: string;
  readonly exact: boolean;
  /** Of which this is the report; null for a whole run. */
  readonly shard: ReportedShard | null;
  /** Of the run as a whole: the word behind the exit code. */
  readonly verdict: RunVerdict;
  readonly summary: Readonly<Record<Verdict, number>>;
  readonly families: readonly FamilySummary[];
  /** By id. */
  readonly results: readonly ReportedResult[];
  /** How the failures compare with the known ones; null when the run was told of none. */
  readonly deviations: ReportedDeviations | null;
  /** Null on a virtual clock, where a run takes no time of its own. */
  readonly timing: Timing | null;
  /** Why there are no results, or fewer than there should be. */
  readonly fault: string | null;
  /** Whether it was stopped before every case had its verdict. */
  readonly interrupted: boolean;
}

/**
 * `deviates`: every failure is a known deviation, and all of these are as they are known. `skip`:
 * nothing that could be run has fallen to the shard; a whole run of which that is so is an error.
 */
export type RunVerdict = Verdict | 'deviates';

/** What it takes to put a run together again. */
export interface ReportedShard extends Shard {
  /** SHA-256 over which shard has what; null when the implementation could not be reached. */
  readonly split: string | null;
  /** What it was told of known deviations: whole runs are judged by them otherwise than parts. */
  readonly deviations: ShardedDeviations | null;
}

export interface ShardedDeviations {
  readonly file: string;
  readonly text: string;
  /** In UTC, `YYYY-MM-DD`: the day by which it was judged. */
  readonly today: string;
}

/** A failure that is known stays a failure, with what is known of it; so does what is undecided. */
export interface ReportedResult extends Result {
  readonly deviation?: ReportedDeviation;
}

export interface ReportedDeviation {
  readonly title: string | null;
  readonly rules: readonly string[];
  readonly reason: string;
  readonly link: string | null;
  readonly expires: string | null;
}

export interface ReportedDeviations {
  readonly file: string;
  /** Results that fail exactly as it is known. */
  readonly known: number;
  /** Those of them of which nobody has said why. */
  readonly unexplained: number;
  /** Places of the file of which this run can say nothing. */
  readonly unchecked: number;
  /** Each makes the run fail. */
  readonly problems: readonly DeviationProblem[];
}

/** A run in real time mostly waits, and cases wait side by side: the longest sets the pace. */
export interface Timing {
  /** Of the whole run, in ms. */
  readonly wallMs: number;
  /** The result that took longest, all its attempts together, in ms; null when nothing ran. */
  readonly longest: { readonly id: string; readonly ms: number } | null;
  /** Wall time by that of the longest, to two places. */
  readonly ratio: number | null;
}

export interface ReportedImplementation {
  readonly name: string;
  /** As people write it; null without an implementation file. */
  readonly title: string | null;
  readonly version: string | null;
  readonly homepage: string | null;
  /** Whatever knows how to drive it, e.g. `tcp`. */
  readonly adapter: string;
  readonly clock: 'virtual' | 'real';
  readonly capabilities: readonly string[];
  readonly apis: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  readonly configuration: Configuration;
}

/** Verdicts of all results that cite a rule of the family first. */
export interface FamilySummary {
  readonly family: string;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** So many of its failures are known deviations. */
  readonly known: number;
}

/** Which demands an implementation was held to. */
export interface SpecIdentity {
  readonly version: string;
  readonly digest: string;
}

export interface ReportInput {
  readonly kitVersion: string;
  readonly spec: SpecIdentity;
  readonly implementation: Implementation | null;
  readonly about: About;
  readonly configuration: Configuration;
  readonly seed: number;
  readonly profile: string;
  readonly exact: boolean;
  readonly shard: ReportedShard | null;
  readonly results: readonly Result[];
  readonly deviations: JudgedDeviations | null;
  /** In ms; null on a virtual clock. */
  readonly wallMs: number | null;
  readonly fault: string | null;
  readonly interrupted: boolean;
}

/** What neither the implementation nor its adapter tells. */
export interface About {
  readonly adapter: string;
  readonly casesDigest?: string;
  readonly replay?: readonly string[];
  readonly title?: string;
  readonly version?: string;
  readonly homepage?: string;
}

export function createReport(input: ReportInput): Report {
  const results = input.results.map((result) => withDeviation(result, input.deviations));
  const deviations = input.deviations === null ? null : summarizeDeviations(input.deviations);
  return {
    format: 'groupspec-report',
    formatVersion: 3,
    kitVersion: input.kitVersion,
    spec: input.spec,
    casesDigest: input.about.casesDigest ?? null,
    replay: input.about.replay ?? null,
    implementation:
      input.implementation === null
        ? null
        : reportedImplementation(input.implementation, input.configuration, input.about),
    seed: input.seed,
    profile: input.profile,
    exact: input.exact,
    shard: input.shard,
    ...countsOf(results, { ...input, deviations }),
    results,
    deviations,
    timing: input.wallMs === null ? null : timingOf(input.wallMs, results),
    fault: input.fault,
    interrupted: input.interrupted,
  };
}

/** Why a run says nothing at all; null if it does, or if it is no whole run. */
export function emptinessOf(
  results: readonly Result[],
  { interrupted, shard }: Pick<Report, 'interrupted' | 'shard'>,
): string | null {
  const isEmpty = results.every(({ verdict }) => verdict === 'skip');
  if (!isEmpty || interrupted || shard !== null) return null;
  return 'every case was skipped, so nothing is known';
}

/** The same run with other known deviations; with null as it was, all counts made anew. */
export function judgedAgain(report: Report, judged: JudgedDeviations | null): Report {
  if (judged === null) return { ...report, ...countsOf(report.results, report) };
  const results = report.results.map(({ deviation: _before, ...result }) =>
    withDeviation(result, judged),
  );
  const deviations = summarizeDeviations(judged);
  return { ...report, ...countsOf(results, { ...report, deviations }), results, deviations };
}

/** What its verdict depends on beside its results. */
type JudgedRun = Pick<Report, 'fault' | 'interrupted' | 'deviations' | 'shard'>;

function countsOf(
  results: readonly ReportedResult[],
  run: JudgedRun,
): Pick<Report, 'verdict' | 'summary' | 'families'> {
  const summary = countVerdicts(results);
  const verdict = verdictOf(run, summary, {
    fail: results.filter(isKnownFailure).length,
    inconclusive: results.filter(isKnownToVary).length,
  });
  return { verdict, summary, families: summarizeFamilies(results) };
}

/**
 * A fault outranks a difference: a run that cannot be trusted in one place is not to be trusted.
 * What nothing was known of is no pass.
 */
function verdictOf(
  { fault, interrupted, deviations, shard }: JudgedRun,
  { pass, fail, error, inconclusive }: Readonly<Record<Verdict, number>>,
  known: Readonly<Record<'fail' | 'inconclusive', number>>,
): RunVerdict {
  if (fault !== null || interrupted || error > 0) return 'error';
  if (fail > known.fail || (deviations?.problems.length ?? 0) > 0) return 'fail';
  if (inconclusive > known.inconclusive) return 'inconclusive';
  if (known.fail + known.inconclusive > 0) return 'deviates';
  if (pass > 0) return 'pass';
  return shard === null ? 'error' : 'skip';
}

/** 0 conforms, 1 differs, 2 fault of kit, adapter or environment. */
export function exitCodeOf({ verdict }: Report): 0 | 1 | 2 {
  switch (verdict) {
    case 'pass':
    case 'deviates':
    case 'skip':
      return 0;
    case 'fail':
      return 1;
    default:
      return 2;
  }
}

export function reportedImplementation(
  implementation: Implementation,
  configuration: Configuration,
  about: About,
): ReportedImplementation {
  return {
    name: implementation.name,
    title: about.title ?? null,
    version: about.version ?? null,
    homepage: about.homepage ?? null,
    adapter: about.adapter,
    clock: implementation.clock,
    capabilities: [...implementation.capabilities].sort(),
    apis: Object.fromEntries(
      [...implementation.apis]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([api, { min, max }]) => [api, { min, max }]),
    ),
    configuration,
  };
}

function countVerdicts(results: readonly Result[]): Record<Verdict, number> {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<
    Verdict,
    number
  >;
  for (const { verdict } of results) counts[verdict]++;
  return counts;
}

function summarizeFamilies(results: readonly ReportedResult[]): FamilySummary[] {
  const byFamily = new Map<string, ReportedResult[]>();
  for (const result of results) {
    const family = (result.rules[0] ?? '').split('-')[0] ?? '';
    byFamily.set(family, [...(byFamily.get(family) ?? []), result]);
  }
  return [...byFamily]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([family, own]) => ({
      family,
      counts: countVerdicts(own),
      known: own.filter(isKnownFailure).length,
    }));
}

export function isKnownFailure({ verdict, deviation }: ReportedResult): boolean {
  return verdict === 'fail' && deviation !== undefined;
}

/** It could not be decided, and that is no news: it is known to differ in some runs only. */
export function isKnownToVary({ verdict, deviation }: ReportedResult): boolean {
  return verdict === 'inconclusive' && deviation !== undefined;
}

function withDeviation(result: Result, deviations: JudgedDeviations | null): ReportedResult {
  const deviation = deviations?.known.get(result.id) ?? deviations?.undecided.get(result.id);
  return deviation === undefined ? result : { ...result, deviation: reportedDeviation(deviation) };
}

function reportedDeviation(deviation: Deviation): ReportedDeviation {
  const { title, rules, reason, link, expires } = deviation;
  return { title, rules, reason, link, expires };
}

function summarizeDeviations(judged: JudgedDeviations): ReportedDeviations {
  const { file, known, unchecked, problems } = judged;
  const unexplained = [...known.values()].filter(({ reason }) => reason === NO_REASON_YET).length;
  return { file, known: known.size, unexplained, unchecked, problems };
}

export function timingOf(wallMs: number, results: readonly Result[]): Timing {
  const [longest] = results.toSorted((a, b) => b.spentMs - a.spentMs);
  const ran = longest !== undefined && longest.spentMs > 0;
  return {
    wallMs: Math.round(wallMs),
    longest: ran ? { id: longest.id, ms: longest.spentMs } : null,
    ratio: ran ? Math.round((100 * wallMs) / longest.spentMs) / 100 : null,
  };
}
