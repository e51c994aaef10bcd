import type { Configuration, Implementation } from '../adapter/adapter.js';
import { type Result, VERDICTS, type Verdict } from '../suite/verdict.js';

/** Everything one run found out; what reporters print and later tools read. */
export interface Report {
  readonly format: 'groupspec-report';
  readonly formatVersion: 1;
  readonly kitVersion: string;
  readonly spec: SpecIdentity;
  /** Null when the implementation could not be reached. */
  readonly implementation: ReportedImplementation | null;
  readonly seed: number;
  /** Name of the profile by which it was judged, and whether Kafka's own quirks were asked for. */
  readonly profile: string;
  readonly exact: boolean;
  /** Of the run as a whole: the word behind the exit code. */
  readonly verdict: Verdict;
  readonly summary: Readonly<Record<Verdict, number>>;
  readonly families: readonly FamilySummary[];
  /** By id. */
  readonly results: readonly Result[];
  /** Why there are no results, or fewer than there should be. */
  readonly fault: string | null;
  /** Whether it was stopped before every case had its verdict. */
  readonly interrupted: boolean;
}

export interface ReportedImplementation {
  readonly name: string;
  readonly clock: 'virtual' | 'real';
  readonly capabilities: readonly string[];
  readonly apis: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  readonly configuration: Configuration;
}

/** Verdicts of all results that cite a rule of the family first. */
export interface FamilySummary {
  readonly family: string;
  readonly counts: Readonly<Record<Verdict, number>>;
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
  readonly configuration: Configuration;
  readonly seed: number;
  readonly profile: string;
  readonly exact: boolean;
  readonly results: readonly Result[];
  readonly fault: string | null;
  readonly interrupted: boolean;
}

export function createReport(input: ReportInput): Report {
  const summary = countVerdicts(input.results);
  return {
    format: 'groupspec-report',
    formatVersion: 1,
    kitVersion: input.kitVersion,
    spec: input.spec,
    implementation:
      input.implementation === null ? null : reported(input.implementation, input.configuration),
    seed: input.seed,
    profile: input.profile,
    exact: input.exact,
    verdict: verdictOf(input, summary),
    summary,
    families: summarizeFamilies(input.results),
    results: input.results,
    fault: input.fault,
    interrupted: input.interrupted,
  };
}

/**
 * A fault outranks a difference: a run that cannot be trusted in one place is not to be trusted.
 * What nothing was known of is no pass.
 */
function verdictOf(
  { fault, interrupted }: ReportInput,
  { pass, fail, error, inconclusive }: Readonly<Record<Verdict, number>>,
): Verdict {
  if (fault !== null || interrupted || error > 0) return 'error';
  if (fail > 0) return 'fail';
  if (inconclusive > 0) return 'inconclusive';
  return pass > 0 ? 'pass' : 'error';
}

/** 0 conforms, 1 differs, 2 fault of kit, adapter or environment. */
export function exitCodeOf({ verdict }: Report): 0 | 1 | 2 {
  switch (verdict) {
    case 'pass':
      return 0;
    case 'fail':
      return 1;
    default:
      return 2;
  }
}

function reported(
  implementation: Implementation,
  configuration: Configuration,
): ReportedImplementation {
  return {
    name: implementation.name,
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

function summarizeFamilies(results: readonly Result[]): FamilySummary[] {
  const byFamily = new Map<string, Result[]>();
  for (const result of results) {
    const family = (result.rules[0] ?? '').split('-')[0] ?? '';
    byFamily.set(family, [...(byFamily.get(family) ?? []), result]);
  }
  return [...byFamily]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([family, own]) => ({ family, counts: countVerdicts(own) }));
}
