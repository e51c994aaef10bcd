import type { RuleSet } from '../../spec/rule.js';

/** Profiles of releases of Apache Kafka that pass the kit's cases. */
const RELEASED: readonly string[] = ['kafka-latest', 'kafka-4.0'];

/** What these rules have otherwise is about groups of other types, of which a sequence has none. */
const OTHER_TYPES = 'TYPE';

/** Ids of the rules that releases of Apache Kafka decide differently for classic groups. */
export function decidedOtherwise({ rules }: RuleSet): ReadonlySet<string> {
  const differing = rules.filter(
    ({ family, differs }) =>
      family !== OTHER_TYPES && differs.some(({ profile }) => RELEASED.includes(profile)),
  );
  return new Set(differing.map(({ id }) => id));
}
