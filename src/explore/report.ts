import type { ReportedImplementation, SpecIdentity } from '../report/report.js';
import type { Shard } from '../suite/plan/shard.js';
import { blocksOf } from './blocks.js';
import type { Times } from './coverage.js';
import { type Exploration, emptiness } from './explore.js';
import type { Failure } from './failure.js';
import { ALL_PAIRS } from './pairs.js';
import type { Sequence } from './sequence.js';
import { type Story, tell } from './story.js';
import { type Stretch, sumUp } from './stretch.js';

/** What an exploration found, in the form in which machines read it. */
export interface ExplorationReport {
  readonly format: 'groupspec-exploration';
  readonly formatVersion: 1;
  readonly kitVersion: string;
  readonly spec: SpecIdentity;
  readonly implementation: ReportedImplementation;
  readonly seed: number;
  readonly exact: boolean;
  readonly asked: AskedExploration;
  /** Of which this is the report; null for a whole exploration. */
  readonly shard: ReportedShard | null;
  readonly runs: number;
  readonly steps: number;
  readonly coverage: ReportedCoverage;
  readonly failures: readonly ReportedFailure[];
  /** Runs that ended in implementation-defined behaviour, by rule. */
  readonly quirks: Readonly<Record<string, number>>;
  /** Runs that a known fault of Apache Kafka ended, by its name in docs/apache-kafka.md. */
  readonly knownFaults: Readonly<Record<string, number>>;
  /** Runs that the environment spoiled, by reason. */
  readonly inconclusive: Readonly<Record<string, number>>;
  /** Why nothing can be said; null if something can. */
  readonly fault: string | null;
  readonly interrupted: boolean;
}

/** What shapes its runs and what is made of them. */
export interface AskedExploration {
  readonly runs: number;
  /** Moves of a run. */
  readonly steps: number;
  readonly maxFailures: number;
  /** Whether faults of Apache Kafka's own are only counted. */
  readonly kafkaFaults: boolean;
  /** What was put into the reference; null for nothing. */
  readonly mutant: string | null;
}

/** What it takes to put an exploration together again. */
export interface ReportedShard extends Shard {
  readonly stretches: readonly ReportedStretch[];
}

export interface ReportedStretch extends Omit<Stretch<ReportedFailure>, 'reached'> {
  readonly reached: Readonly<Record<keyof Times, Readonly<Record<string, number>>>>;
}

export interface ReportedCoverage {
  /** Times that each rule was followed; rules that were not are missing. */
  readonly rules: Readonly<Record<string, number>>;
  /** Rules that an exploration may be expected to follow and this one did not. */
  readonly rulesMissed: readonly string[];
  readonly pairs: Readonly<Record<string, number>>;
  readonly pairsMissed: readonly string[];
  /** Different chains of rules that single steps followed. */
  readonly paths: number;
}

export interface ReportedFailure extends Story {
  /** Who is at fault. What the reference breaks is a fault of the kit. */
  readonly of: 'implementation' | 'reference';
  readonly rules: readonly string[];
  /** In which run it was found, from 1; null for a replay. */
  readonly run: number | null;
  readonly foundAfter: number;
  readonly sequence: Sequence;
  readonly token: string;
  readonly originalToken: string;
}

/** What a report says beside what was found. */
export interface ReportContext
  extends Pick<
    ExplorationReport,
    'kitVersion' | 'spec' | 'implementation' | 'seed' | 'exact' | 'asked'
  > {
  readonly shard: Shard | null;
  /** Rules that an exploration may be expected to follow. */
  readonly expectedRules: readonly string[];
}

export function reportExploration(
  { stretches, interrupted }: Pick<Exploration, 'stretches' | 'interrupted'>,
  { shard, ...context }: ReportContext,
): ExplorationReport {
  const reported = stretches.map(reportStretch);
  const report = reportStretches(reported, { ...context, interrupted });
  if (shard === null) return report;
  const isIdle = blocksOf(context.asked.runs, shard).length === 0;
  return {
    ...report,
    shard: { ...shard, stretches: reported },
    fault: isIdle ? null : report.fault,
  };
}

/** The whole of which these are all stretches. */
export function reportStretches(
  stretches: readonly ReportedStretch[],
  context: Omit<ReportContext, 'shard'> & Pick<ExplorationReport, 'interrupted'>,
): ExplorationReport {
  const { kitVersion, spec, implementation, seed, exact, asked, interrupted } = context;
  const sum = sumUp(stretches.map(withMaps), asked.maxFailures);
  const { coverage, runs, steps, failures } = sum;
  const missing = (expected: readonly string[], reached: ReadonlyMap<string, number>) =>
    expected.filter((name) => !reached.has(name));
  return {
    format: 'groupspec-exploration',
    formatVersion: 1,
    kitVersion,
    spec,
    implementation,
    seed,
    exact,
    asked,
    shard: null,
    runs,
    steps,
    coverage: {
      rules: sorted(coverage.rules),
      rulesMissed: missing(context.expectedRules, coverage.rules),
      pairs: sorted(coverage.pairs),
      pairsMissed: missing(ALL_PAIRS, coverage.pairs),
      paths: coverage.paths.size,
    },
    failures,
    quirks: sorted(sum.quirks),
    knownFaults: sorted(sum.knownFaults),
    inconclusive: sorted(sum.inconclusive),
    fault: sum.gone ?? (interrupted ? null : emptiness(sum)),
    interrupted,
  };
}

function reportStretch({ ends, reached, ...counts }: Stretch): ReportedStretch {
  return {
    ...counts,
    ends: ends.map((end) =>
      end.kind === 'failure' ? { ...end, failure: reportFailure(end.failure) } : end,
    ),
    reached: { pairs: sorted(reached.pairs), paths: sorted(reached.paths) },
  };
}

function withMaps({ reached, ...rest }: ReportedStretch): Stretch<ReportedFailure> {
  const pairs = new Map(Object.entries(reached.pairs));
  return { ...rest, reached: { pairs, paths: new Map(Object.entries(reached.paths)) } };
}

export function reportFailure(failure: Failure): ReportedFailure {
  const { divergence, rules, run, foundAfter, sequence, token, originalToken } = failure;
  const isOurs =
    divergence.kind === 'violation' ||
    (divergence.kind === 'crash' && divergence.of === 'reference');
  const of = isOurs ? 'reference' : 'implementation';
  return { ...tell(failure), of, rules, run, foundAfter, sequence, token, originalToken };
}

/** 0 no divergence, 1 the implementation differs, 2 nothing can be said. */
export function exitCodeOfExploration(report: ExplorationReport): 0 | 1 | 2 {
  const codes = report.failures.map(exitCodeOfFailure);
  if (codes.length > 0) return codes.includes(1) ? 1 : 2;
  return report.fault !== null || report.interrupted ? 2 : 0;
}

export function exitCodeOfFailure({ of }: Pick<ReportedFailure, 'of'>): 1 | 2 {
  return of === 'implementation' ? 1 : 2;
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
