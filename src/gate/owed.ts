import { CAPABILITIES, type Implementation } from '../adapter/adapter.js';
import { CERTIFY_DEFAULTS, otherwiseIn } from '../certify.js';
import type { Kit } from '../kit.js';
import { API_NAMES } from '../protocol/apis.js';
import { observedReleases, type Profile } from '../spec/profiles.js';
import type { Case } from '../suite/cases/case-types.js';
import { expandCase } from '../suite/expand/expand.js';

/** The releases of Apache Kafka that have to confirm a case, unless the ledger excuses it. */
export type Owed = (own: Case) => readonly string[];

/**
 * Every release that has a profile owes each case that certifying it by that profile would run:
 * with its rules, its profiles and the versions it needs, of an adapter that can do everything. One
 * that is seen over the wire only owes just what no other can say: the cases of its profile alone.
 */
export function owedBy({ spec, defaults }: Pick<Kit, 'spec' | 'defaults'>): Owed {
  const judged = observedReleases(spec.profiles).map(({ release, profile }) => ({
    release,
    profile,
    options: {
      implementation: ideal(profile),
      configuration: defaults,
      epsilon: CERTIFY_DEFAULTS.epsilon,
      profile: profile.name,
      otherwise: otherwiseIn(spec.rules, profile.name, true),
      exact: true,
      runToken: '',
    },
  }));
  return (own) =>
    judged
      .filter(({ profile }) => !profile.brokerOnly || isOfNoOther(own, profile))
      .filter(({ options }) => expandCase(own, options).kind === 'runs')
      .map(({ release }) => release);
}

function isOfNoOther({ data }: Case, { name }: Profile): boolean {
  return data.profiles?.every((own) => own === name) === true;
}

function ideal({ name, areas }: Profile): Implementation {
  const served = [...areas.values()].flatMap(({ apis }) => [...apis]);
  const apis: Implementation['apis'] = new Map(
    API_NAMES.flatMap((api) => {
      const [, range] = served.find(([known]) => known === api) ?? [];
      return range === undefined ? [] : [[api, range] as const];
    }),
  );
  return {
    ...{ name, apis, configuration: {} },
    capabilities: new Set(CAPABILITIES),
    clock: 'virtual',
    isolated: true,
  };
}
