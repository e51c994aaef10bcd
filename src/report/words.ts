import { formatShard } from '../suite/plan/shard.js';
import { counted } from './counted.js';
import {
  exitCodeOf,
  type Report,
  type ReportedDeviation,
  type ReportedImplementation,
} from './report.js';

/** What came of a run, in one sentence; the mark is told from it to be coloured or left out. */
export interface VerdictWords {
  readonly mark: '✔' | '✘' | '!' | 'ERROR';
  readonly sentence: string;
}

export function verdictWords(report: Report): VerdictWords {
  const { pass, fail, skip, inconclusive, error } = report.summary;
  const known = report.deviations?.known ?? 0;
  const wrong = report.deviations?.problems.length ?? 0;
  const counts = [
    `${pass} passed`,
    ...(fail > known ? [`${fail - known} failed`] : []),
    ...(known > 0 ? [`${known} known to deviate`] : []),
    ...(wrong > 0 ? [`${counted(wrong, 'problem')} with what is known`] : []),
    ...(skip > 0 ? [`${skip} skipped`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
    ...(error > 0 ? [counted(error, 'error')] : []),
  ].join(', ');
  const name = subjectOf(report);
  if (report.fault !== null) return { mark: 'ERROR', sentence: report.fault };
  if (report.interrupted) return { mark: 'ERROR', sentence: `stopped before the end: ${counts}` };
  if (report.shard !== null && report.verdict === 'skip') {
    const shard = formatShard(report.shard);
    return { mark: '✔', sentence: `nothing that can be run falls to shard ${shard}: ${counts}` };
  }
  switch (exitCodeOf(report)) {
    case 0: {
      const conforms =
        report.verdict === 'deviates' ? 'differs only as it is known to' : 'conforms';
      return { mark: '✔', sentence: `${name} ${conforms}: ${counts}` };
    }
    case 1:
      return { mark: '✘', sentence: `${name} differs: ${counts}` };
    default:
      return { mark: '!', sentence: `no verdict on ${name}: ${counts}` };
  }
}

/**
 * Why there is no verdict, where no result of the report says so by its own verdict: a fault, an end
 * before its time, nothing that passed.
 */
export function faultOfRun(report: Report): string | null {
  const { fault, interrupted, verdict, summary } = report;
  if (fault !== null) return fault;
  if (interrupted) return 'the run was stopped before its end';
  const silent = verdict === 'error' && summary.error === 0;
  return silent ? 'nothing passed, so nothing is known' : null;
}

/** What was judged, as people write it. */
export function subjectOf({ implementation }: Pick<Report, 'implementation'>): string {
  return implementation === null ? 'the implementation' : nameOf(implementation);
}

export function nameOf({
  name,
  title,
  version,
}: Pick<ReportedImplementation, 'name' | 'title' | 'version'>): string {
  return `${title ?? name}${version === null ? '' : ` ${version}`}`;
}

/** By what the implementation was judged, e.g. `spec 0.1.0 sha256:12345678 · profile kafka-latest`. */
export function demandsOf({ spec, profile, exact, shard }: Report): string {
  const shortDigest = spec.digest.slice(0, 'sha256:'.length + 8);
  const part = shard === null ? '' : ` · shard ${formatShard(shard)}`;
  return `spec ${spec.version} ${shortDigest} · profile ${profile}${exact ? ', exact' : ''}${part}`;
}

export function deviationWords({ title, rules, reason }: ReportedDeviation): string {
  return `${title ?? rules.join(' ')}: ${reason}`;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
