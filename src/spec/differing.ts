import { observedReleases, type ProfileSet } from './profiles.js';
import type { RuleSet } from './rule.js';

interface Described {
  readonly rules: RuleSet;
  readonly profiles: ProfileSet;
}

/** What profiles have otherwise here is about groups of other types, which no case and no run has. */
const OTHER_TYPES = 'TYPE';

/** Ids of the rules that are not the same for classic groups in all of these profiles. */
export function differingRules(
  { rules }: RuleSet,
  profiles: readonly string[],
): ReadonlySet<string> {
  const differing = rules.filter(
    ({ family, differs }) =>
      family !== OTHER_TYPES && differs.some(({ profile }) => profiles.includes(profile)),
  );
  return new Set(differing.map(({ id }) => id));
}

/** The same of the profiles of all releases of Apache Kafka that pass the kit's cases. */
export function decidedOtherwise({ rules, profiles }: Described): ReadonlySet<string> {
  const names = observedReleases(profiles).map(({ profile }) => profile.name);
  return differingRules(rules, names);
}
