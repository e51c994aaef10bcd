import type { Implementation } from '../../adapter/adapter.js';
import { type ApiName, apiSchema } from '../../protocol/apis.js';
import { intersection, type VersionRange } from '../../spec/version-range.js';

/**
 * What is checked of an implementation's versions beside all cases: it needs no scenario, and what
 * it is about depends on what is advertised. In ids and patterns it counts as a case.
 */
export interface VersionCheck {
  readonly id: 'versions/answered' | 'versions/known';
  readonly title: string;
  readonly rules: readonly string[];
}

export const ANSWERED: VersionCheck = {
  id: 'versions/answered',
  title: 'A version that is advertised is answered, in the form of that version',
  rules: ['WIRE-08', 'WIRE-09'],
};

export const KNOWN: VersionCheck = {
  id: 'versions/known',
  title: 'Only versions that Kafka has are advertised',
  rules: ['WIRE-10'],
};

export const VERSION_CHECKS: readonly VersionCheck[] = [ANSWERED, KNOWN];

/** APIs of classic groups; a broker may leave some of them out. */
export const GROUP_APIS = [
  'DeleteGroups',
  'DescribeGroups',
  'Heartbeat',
  'JoinGroup',
  'LeaveGroup',
  'ListGroups',
  'SyncGroup',
] as const satisfies readonly ApiName[];
export type GroupApi = (typeof GROUP_APIS)[number];

/** One check of one API, and where it is about a request, of one version. */
export type VersionProbe =
  | { readonly check: 'answered'; readonly api: GroupApi; readonly version: number }
  | { readonly check: 'known'; readonly api: GroupApi; readonly advertised: VersionRange };

export function checkOf({ check }: VersionProbe): VersionCheck {
  return check === 'known' ? KNOWN : ANSWERED;
}

/** Everything that can be checked of what is advertised, in a fixed order. */
export function versionProbes(
  { apis, advertised = apis }: Pick<Implementation, 'apis' | 'advertised'>,
  checks: readonly VersionCheck[],
): VersionProbe[] {
  return GROUP_APIS.flatMap((api): VersionProbe[] => {
    const range = advertised.get(api);
    if (range === undefined) return [];
    const shared = intersection(range, apiSchema(api).versions);
    const answered = checks.includes(ANSWERED) && shared !== null ? versionsIn(shared) : [];
    return [
      ...(checks.includes(KNOWN) ? [{ check: 'known', api, advertised: range } as const] : []),
      ...answered.map((version) => ({ check: 'answered', api, version }) as const),
    ];
  });
}

function versionsIn({ min, max }: VersionRange): number[] {
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}
