import { createHash } from 'node:crypto';
import { CERTIFY_DEFAULTS } from '../certify.js';
import { actualOf } from '../deviations/actual.js';
import { NO_REASON_YET } from '../deviations/deviation.js';
import type { Kit } from '../kit.js';
import { counted } from '../report/counted.js';
import type {
  FamilySummary,
  Report,
  ReportedDeviation,
  ReportedImplementation,
  ReportedResult,
  RunVerdict,
} from '../report/report.js';
import type { ReportedLevel } from '../report/reporter.js';
import { casesDigest } from '../suite/cases/case-digest.js';
import { formatShard } from '../suite/plan/shard.js';
import type { Verdict } from '../suite/verdict.js';
import { judgeLevels } from './judge-levels.js';

/** A run in brief, to be published. Everything but `date` can be recomputed from the run's report. */
export interface Certificate {
  readonly format: 'groupspec-certificate';
  readonly formatVersion: 1;
  /** On which the run took place or was looked at: `YYYY-MM-DD`. */
  readonly date: string;
  readonly implementation: Pick<
    ReportedImplementation,
    'name' | 'title' | 'version' | 'homepage' | 'capabilities' | 'apis' | 'configuration'
  >;
  readonly kit: { readonly version: string; readonly casesDigest: string | null };
  readonly spec: Report['spec'];
  readonly profile: string;
  readonly exact: boolean;
  readonly adapter: string;
  readonly clock: 'virtual' | 'real';
  readonly seed: number;
  readonly verdict: Extract<RunVerdict, 'pass' | 'deviates'>;
  readonly levels: readonly ReportedLevel[];
  readonly summary: Readonly<Record<Verdict, number>>;
  readonly families: readonly FamilySummary[];
  readonly deviations: readonly CertifiedDeviation[];
  /** SHA-256 over the verdicts of all results and what those that differ really answered. */
  readonly resultsDigest: string;
}

export interface CertifiedDeviation extends ReportedDeviation {
  readonly results: number;
}

/** Why a report is not certified. Ends in exit code 1. */
export class NotCertifiedError extends Error {}

/** What certifying takes of a kit. */
export type CertificateKit = Pick<Kit, 'spec' | 'cases' | 'version'>;

/**
 * The certificate of a run that conforms, or differs only as it is known to. Throws
 * NotCertifiedError with the reason why there is none.
 */
export function certificateOf(report: Report, kit: CertificateKit, date: string): Certificate {
  const { implementation, verdict } = report;
  requireSameKit(report, kit);
  const isGood = verdict === 'pass' || verdict === 'deviates';
  if (implementation === null || report.shard !== null || !isGood) {
    throw new NotCertifiedError(whyNot(report));
  }
  const deviations = deviationsOf(report.results);
  const open = deviations.filter(({ reason }) => reason === NO_REASON_YET);
  if (open.length > 0) {
    const names = open.map(({ title, rules }) => title ?? rules.join(' ')).join('; ');
    throw new NotCertifiedError(
      `nobody has said yet why the implementation differs here (reason: ${NO_REASON_YET}): ${names}`,
    );
  }
  const { name, title, version, homepage, capabilities, apis, configuration } = implementation;
  return {
    format: 'groupspec-certificate',
    formatVersion: 1,
    date,
    implementation: { name, title, version, homepage, capabilities, apis, configuration },
    kit: { version: report.kitVersion, casesDigest: report.casesDigest },
    spec: report.spec,
    profile: report.profile,
    exact: report.exact,
    adapter: implementation.adapter,
    clock: implementation.clock,
    seed: report.seed,
    verdict,
    levels: levelsOf(report, kit),
    summary: report.summary,
    families: report.families,
    deviations,
    resultsDigest: resultsDigest(report.results),
  };
}

/** What came of each level, certified or not. */
export function levelsOf(
  report: Pick<Report, 'results' | 'profile' | 'exact' | 'implementation'>,
  { spec, cases }: CertificateKit,
): ReportedLevel[] {
  const { results, profile, exact } = report;
  const capabilities = report.implementation?.capabilities ?? [];
  const writtenFor = CERTIFY_DEFAULTS.profile;
  return judgeLevels(spec, { cases, results, capabilities, profile, exact, writtenFor });
}

/** Levels and digests mean what they mean only beside the data they were made with. */
function requireSameKit(report: Report, { spec, cases, version }: CertificateKit): void {
  const differing = [
    ...(report.kitVersion === version ? [] : [`groupspec ${report.kitVersion}, not ${version}`]),
    ...(report.spec.digest === spec.digest ? [] : ['another state of spec/']),
    ...(report.casesDigest === casesDigest(cases) ? [] : ['other cases']),
  ];
  if (differing.length === 0) return;
  throw new NotCertifiedError(`the report was made with ${differing.join(' and ')}; run it again`);
}

function whyNot({ fault, interrupted, summary, deviations, shard }: Report): string {
  if (shard !== null) {
    return `the report is of shard ${formatShard(shard)} alone; groupspec merge makes one of all shards`;
  }
  if (fault !== null) return fault;
  if (interrupted) return 'the run was stopped before its end';
  const { error, inconclusive, fail } = summary;
  const unknown = fail - (deviations?.known ?? 0);
  const problems = deviations?.problems.length ?? 0;
  const reasons = [
    ...(error > 0 ? [counted(error, 'error')] : []),
    ...(unknown > 0
      ? [`${counted(unknown, 'failure')} beyond the known deviations (groupspec deviations --help)`]
      : []),
    ...(problems > 0 ? [`${counted(problems, 'problem')} with what is known to deviate`] : []),
    ...(inconclusive > 0 ? [counted(inconclusive, 'inconclusive result')] : []),
  ];
  return reasons.join('; ');
}

function deviationsOf(results: readonly ReportedResult[]): CertifiedDeviation[] {
  const counted = new Map<string, CertifiedDeviation>();
  for (const { deviation } of results) {
    if (deviation === undefined) continue;
    const { title, rules, reason, link, expires } = deviation;
    const key = JSON.stringify([title, rules, reason, link, expires]);
    const before = counted.get(key)?.results ?? 0;
    counted.set(key, { title, rules, reason, link, expires, results: before + 1 });
  }
  return [...counted.values()].sort((a, b) => b.results - a.results);
}

function resultsDigest(results: readonly ReportedResult[]): string {
  const lines = results.map(({ id, verdict, failure, deviation }) => {
    const actual = failure === undefined ? null : actualOf(failure);
    const values = actual?.kind === 'values' ? [...actual.values] : (actual?.word ?? null);
    return `${JSON.stringify([id, verdict, failure?.at ?? null, values, deviation !== undefined])}\n`;
  });
  return `sha256:${createHash('sha256').update(lines.join('')).digest('hex')}`;
}
