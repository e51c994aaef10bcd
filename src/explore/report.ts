import type { Implementation } from '../adapter/adapter.js';
import { type Exploration, emptiness } from './explore.js';
import type { Failure } from './failure.js';
import { ALL_PAIRS } from './pairs.js';
import type { Sequence } from './sequence.js';
import { type Story, tell } from './story.js';

/** What an exploration found, in the form in which machines read it. */
export interface ExplorationReport {
  readonly tool: { readonly name: 'groupspec'; readonly version: string };
  readonly spec: { readonly version: string; readonly digest: string };
  readonly implementation: { readonly name: string; readonly clock: Implementation['clock'] };
  readonly seed: number;
  readonly exact: boolean;
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

export interface ReportContext {
  readonly version: string;
  readonly spec: ExplorationReport['spec'];
  readonly implementation: Implementation;
  readonly seed: number;
  readonly exact: boolean;
  /** Rules that an exploration may be expected to follow. */
  readonly expectedRules: readonly string[];
}

export function reportExploration(
  exploration: Exploration,
  context: ReportContext,
): ExplorationReport {
  const { coverage, runs, steps, interrupted } = exploration;
  const missing = (expected: readonly string[], reached: ReadonlyMap<string, number>) =>
    expected.filter((name) => !reached.has(name));
  return {
    tool: { name: 'groupspec', version: context.version },
    spec: context.spec,
    implementation: { name: context.implementation.name, clock: context.implementation.clock },
    seed: context.seed,
    exact: context.exact,
    runs,
    steps,
    coverage: {
      rules: sorted(coverage.rules),
      rulesMissed: missing(context.expectedRules, coverage.rules),
      pairs: sorted(coverage.pairs),
      pairsMissed: missing(ALL_PAIRS, coverage.pairs),
      paths: coverage.paths.size,
    },
    failures: exploration.failures.map(reportFailure),
    quirks: sorted(exploration.quirks),
    knownFaults: sorted(exploration.knownFaults),
    inconclusive: sorted(exploration.inconclusive),
    fault: exploration.gone ?? (interrupted ? null : emptiness(exploration)),
    interrupted,
  };
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
