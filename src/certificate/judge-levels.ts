import type { ReportedResult } from '../report/report.js';
import type { ReportedLevel } from '../report/reporter.js';
import { type Otherwise, shownOtherwise } from '../spec/differing.js';
import type { Level } from '../spec/levels.js';
import type { Spec } from '../spec/spec.js';
import type { Case } from '../suite/cases/case-types.js';
import { canRunAt, capabilityName, isOfProfile } from '../suite/expand/expand.js';
import { isBeyond, levelOf } from './classify.js';

export interface LevelInput {
  /** All cases of the kit, whichever were selected. */
  readonly cases: readonly Case[];
  readonly results: readonly ReportedResult[];
  /** Of the adapter. */
  readonly capabilities: readonly string[];
  readonly profile: string;
  /** Whether Apache Kafka's own quirks were asked for. */
  readonly exact: boolean;
  /** The profile for which cases are written that name none. */
  readonly writtenFor: string;
}

/** A level is granted when all of it has run, and passed or failed as it is known to. */
export function judgeLevels(
  { levels, profiles, rules }: Pick<Spec, 'levels' | 'profiles' | 'rules'>,
  { cases, results, capabilities, profile, exact, writtenFor }: LevelInput,
): ReportedLevel[] {
  const byCase = new Map<string, ReportedResult[]>();
  for (const result of results) {
    byCase.set(result.case, [...(byCase.get(result.case) ?? []), result]);
  }
  const otherwise: Otherwise =
    profile === writtenFor ? () => undefined : shownOtherwise(rules, [profile, writtenFor], exact);
  const apis = new Map(
    [...(profiles.byName.get(profile)?.areas.values() ?? [])].flatMap((area) => [...area.apis]),
  );
  const inProfile = cases.filter(
    (own) => isOfProfile(own, profile, otherwise) && canRunAt(own, apis),
  );
  return levels.map((level) => {
    const own = inProfile.filter((one) => levelOf(levels, one) === level);
    const missing = new Map<string, number>();
    const wrong = new Map<string, number>();
    const tally = { ran: 0, beyond: 0, deviations: 0 };
    for (const one of own) {
      const judged = byCase.get(one.id) ?? [];
      tally.deviations += judged.filter(({ deviation }) => deviation !== undefined).length;
      const unseen = whyUnseen(judged, lackOf(level, one, capabilities));
      if (unseen === null) tally.ran++;
      else if (isBeyond(level, one)) tally.beyond++;
      else missing.set(unseen, (missing.get(unseen) ?? 0) + 1);
      const fails = judged.some(({ verdict, deviation }) => verdict === 'fail' && !deviation);
      if (fails) wrong.set(DIFFERS, (wrong.get(DIFFERS) ?? 0) + 1);
    }
    if (missing.size + wrong.size === 0 && tally.ran === 0) missing.set('it has no case', 0);
    const outcome = missing.size > 0 ? 'not run' : wrong.size > 0 ? 'failed' : 'granted';
    return {
      level: level.level,
      title: level.title,
      outcome,
      cases: own.length,
      ...tally,
      reasons: [...wrong, ...missing]
        .map(([reason, count]) => ({ reason, cases: count }))
        .sort((a, b) => b.cases - a.cases || (a.reason < b.reason ? -1 : 1)),
    };
  });
}

const DIFFERS = 'the implementation differs otherwise than it is known to';

/** The capability that is missing, in words: if several are, one that the level is about. */
function lackOf({ takes }: Level, { needs }: Case, capabilities: readonly string[]): string | null {
  const missing = [...needs].filter((need) => !capabilities.includes(need)).sort();
  const first = missing.find((need) => takes.needs?.includes(need) === true) ?? missing[0];
  return first === undefined ? null : `the adapter lacks ${capabilityName(first)}`;
}

/** Why a case cannot be called seen; null when all its results are passes or differences. */
function whyUnseen(judged: readonly ReportedResult[], lack: string | null): string | null {
  if (judged.length === 0) return 'the run did not select it';
  const open = judged.find(({ verdict }) => verdict !== 'pass' && verdict !== 'fail');
  if (open === undefined) return null;
  return open.verdict === 'skip'
    ? (lack ?? open.reason ?? 'skipped')
    : `the result is ${open.verdict}`;
}
