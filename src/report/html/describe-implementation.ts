import { formatProblem } from '../../spec/problem.js';
import { formatVersionRange } from '../../spec/version-range.js';
import { counted } from '../counted.js';
import type { Report, ReportedImplementation } from '../report.js';
import type { ReportedLevel } from '../reporter.js';
import { nameOf, seconds } from '../words.js';
import type { Fact, PageImplementation } from './page-data.js';

export function describeImplementation(
  report: Report,
  levels: readonly ReportedLevel[],
): PageImplementation {
  const known = report.deviations?.known ?? 0;
  const { summary, implementation } = report;
  return {
    name:
      implementation === null ? 'An implementation that was not reached' : nameOf(implementation),
    verdict: report.verdict,
    sentence: sentenceOf(report),
    facts: factsOf(report),
    summary: { ...summary, fail: summary.fail - known, known },
    families: report.families,
    levels,
    problems: (report.deviations?.problems ?? []).map(
      (problem) => `${problem.kind}: ${formatProblem(problem)}`,
    ),
    replay: report.replay,
    clock: implementation?.clock ?? 'virtual',
  };
}

/** The verdict as a person would say it who points at the implementation. */
export function sentenceOf(report: Report): string {
  const { summary, verdict, fault, interrupted } = report;
  const known = report.deviations?.known ?? 0;
  const ran = summary.pass + summary.fail;
  const total = Object.values(summary).reduce((sum, count) => sum + count, 0);
  if (fault !== null) return `There is no verdict: ${fault}.`;
  if (interrupted) return 'There is no verdict: the run was stopped before its end.';
  switch (verdict) {
    case 'pass':
      return ran === total
        ? `It conforms in each of ${counted(total, 'result')}.`
        : `It conforms as far as was seen: ${counted(summary.pass, 'result')} as they should be, ${missing(report)}.`;
    case 'deviates':
      return `It differs only as it is known to, in ${known} of ${counted(total, 'result')}.`;
    case 'fail':
      return summary.fail > known
        ? `It differs in ${summary.fail - known} of ${counted(ran, 'result')}${known > 0 ? `, and in ${known} more as it is known to` : ''}.`
        : 'What is known of it is not right any more.';
    case 'inconclusive':
      return `There is no verdict: ${counted(summary.inconclusive, 'result')} could not be trusted, because the machine was too slow.`;
    case 'skip':
    case 'error':
      return `There is no verdict: ${missing(report)}.`;
  }
}

function missing({ summary: { skip, inconclusive, error } }: Report): string {
  const parts = [
    ...(error > 0
      ? [`${counted(error, 'case')} ended in a fault of the kit or its surroundings`]
      : []),
    ...(inconclusive > 0 ? [`${inconclusive} could not be trusted`] : []),
    ...(skip > 0 ? [`${counted(skip, 'case')} could not be tried`] : []),
  ];
  return parts.join(', ') || 'nothing was tried';
}

function factsOf(report: Report): Fact[] {
  const { implementation, spec, timing, deviations } = report;
  return [
    ...fact('Adapter', implementation === null ? null : adapterOf(implementation)),
    ...fact('Clock', implementation?.clock ?? null),
    ...fact('Profile', `${report.profile}${report.exact ? ', exact' : ''}`),
    ...fact('Spec', `${spec.version}, ${spec.digest.slice(0, 'sha256:'.length + 8)}`),
    ...fact('Kit', `groupspec ${report.kitVersion}`),
    ...fact('Seed', String(report.seed)),
    ...fact('Wall time', timing === null ? null : seconds(timing.wallMs)),
    ...fact('Homepage', implementation?.homepage ?? null),
    ...fact('Known deviations', deviations?.file ?? null),
    ...fact('Capabilities', implementation === null ? null : capabilitiesOf(implementation), true),
    ...fact(
      'APIs and their versions',
      implementation === null ? null : apisOf(implementation),
      true,
    ),
  ];
}

function fact(name: string, value: string | null, wide = false): Fact[] {
  return value === null ? [] : [{ name, value, wide }];
}

function capabilitiesOf({ capabilities }: ReportedImplementation): string {
  return capabilities.join(', ') || 'none beyond requests';
}

/** With its address, unless the implementation is called by that. */
function adapterOf({ adapter, name, title }: ReportedImplementation): string {
  if (title === null || name === adapter) return adapter;
  return name.startsWith(`${adapter}:`) ? name : `${adapter}, ${name}`;
}

function apisOf({ apis }: ReportedImplementation): string {
  return Object.entries(apis)
    .map(([api, range]) => `${api} ${formatVersionRange(range)}`)
    .join(', ');
}
