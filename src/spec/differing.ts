import type { Problem } from './problem.js';
import { drivenReleases, type ProfileSet } from './profiles.js';
import type { Rule, RuleDifference, RuleSet } from './rule.js';

interface Described {
  readonly rules: RuleSet;
  readonly profiles: ProfileSet;
}

/** What profiles have otherwise here is about groups of other types, which no case and no run has. */
const OTHER_TYPES = 'TYPE';

interface Differing {
  readonly rule: Rule;
  readonly differences: readonly RuleDifference[];
}

/** Rules that are not the same for classic groups in all of these profiles. */
function differing({ rules }: RuleSet, profiles: readonly string[]): readonly Differing[] {
  return rules
    .filter(({ family }) => family !== OTHER_TYPES)
    .map((rule) => ({
      rule,
      differences: rule.differs.filter(({ profile }) => profiles.includes(profile)),
    }))
    .filter(({ differences }) => differences.length > 0);
}

/** Ids of the rules that are not the same for classic groups in all of these profiles. */
export function differingRules(rules: RuleSet, profiles: readonly string[]): ReadonlySet<string> {
  return new Set(differing(rules, profiles).map(({ rule }) => rule.id));
}

/** The same of the profiles of all releases of Apache Kafka that the adapter drives. */
export function decidedOtherwise({ rules, profiles }: Described): ReadonlySet<string> {
  const names = drivenReleases(profiles).map(({ profile }) => profile.name);
  return differingRules(rules, names);
}

/** Tells of a case a rule that it shows and that is otherwise than it takes for granted. */
export type Otherwise = (own: {
  readonly id: string;
  readonly data: { readonly rules: readonly string[] };
}) => string | undefined;

/**
 * What is not the same in all of these profiles.
 *
 * @param exact whether only Apache Kafka's own choice counts where a quirk leaves one, so that a
 *   case which tolerates the others does not help
 */
export function shownOtherwise(
  rules: RuleSet,
  profiles: readonly string[],
  exact: boolean,
): Otherwise {
  const found = differing(rules, profiles);
  return ({ id, data }) =>
    found.find(({ rule, differences }) =>
      differences.some(({ cases }) =>
        cases === null || (exact && rule.quirk) ? data.rules.includes(rule.id) : cases.includes(id),
      ),
    )?.rule.id;
}

/** Differences that name a case which is not there. */
export function danglingCases({ rules }: RuleSet, caseIds: ReadonlySet<string>): Problem[] {
  return rules.flatMap(({ id, file, line, differs }) =>
    differs.flatMap(({ profile, cases }) =>
      (cases ?? [])
        .filter((name) => !caseIds.has(name))
        .map((name) => ({
          file,
          line,
          column: 1,
          message: `'${id}' names a case for profile '${profile}' that is not there: '${name}'`,
        })),
    ),
  );
}
