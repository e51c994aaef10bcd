import type { Capability, Configuration, Implementation } from '../../adapter/adapter.js';
import { type ApiName, apiSchema } from '../../protocol/apis.js';
import type { Otherwise } from '../../spec/differing.js';
import { formatVersionRange, intersection, type VersionRange } from '../../spec/version-range.js';
import type { Case } from '../cases/case-types.js';
import { chooseDurations, type Durations, evaluateDuration } from './durations.js';
import type { Expansion } from './expansion.js';
import { describeMember } from './members.js';
import { parseVersions } from './versions.js';

/** A case that cannot run here, and why. */
export interface Skipped {
  readonly case: Case;
  readonly reason: string;
}

export type Expanded =
  | { readonly kind: 'runs'; readonly expansions: readonly Expansion[] }
  | { readonly kind: 'skipped'; readonly skipped: Skipped };

export interface ExpandOptions {
  readonly implementation: Implementation;
  /** Defaults of spec/config.yaml under what is known of the implementation. */
  readonly configuration: Configuration;
  /** Least distance, in ms, kept from a deadline on a real clock. */
  readonly epsilon: number;
  /** Profile by which the implementation is judged, e.g. `kafka-latest`. */
  readonly profile: string;
  readonly otherwise: Otherwise;
  readonly exact: boolean;
  /** Makes group names unique in the implementation. */
  readonly runToken: string;
}

/**
 * A case at every version of its swept API that the implementation advertises and the case allows;
 * all other APIs at their highest version. Deterministic in its input.
 */
export function expandCase(own: Case, options: ExpandOptions): Expanded {
  const skip = (reason: string): Expanded => ({ kind: 'skipped', skipped: { case: own, reason } });
  const { implementation } = options;

  if (own.data.profiles?.includes(options.profile) === false) {
    return skip(`it is about ${own.data.profiles.join(' and ')}, not about ${options.profile}`);
  }

  const other = own.data.profiles === undefined ? options.otherwise(own) : undefined;
  if (other !== undefined) {
    return skip(`${other} is otherwise in ${options.profile}`);
  }

  const missing = [...own.needs].filter((need) => !implementation.capabilities.has(need));
  if (missing.length > 0) return skip(lacking(missing, implementation));

  const configuration = configure(own, options);
  if (typeof configuration === 'string') return skip(configuration);

  const ranges = new Map<ApiName, VersionRange>();
  for (const api of own.apis) {
    const range = rangeOf(own, api, implementation.apis);
    if (typeof range === 'string') return skip(range);
    ranges.set(api, range);
  }

  const durations = chooseDurations(configuration.effective, implementation.clock, options.epsilon);
  const refused = outOfBounds(own, durations) ?? tooShort(own, durations);
  if (refused !== null) return skip(refused);

  const { sweep } = own.data;
  const sweptRange = sweep === undefined ? undefined : ranges.get(sweep);
  const swept =
    sweep === undefined || sweptRange === undefined
      ? [null]
      : versionsIn(sweptRange).map((version) => ({ api: sweep, version }));
  return {
    kind: 'runs',
    expansions: swept.map((one) => {
      const id = one === null ? own.id : `${own.id}@${one.api}.v${one.version}`;
      const versions = new Map([...ranges].map(([api, range]) => [api, range.max] as const));
      if (one !== null) versions.set(one.api, one.version);
      return {
        id,
        case: own,
        swept: one,
        versions,
        durations,
        configuration: configuration.asked,
        exact: options.exact,
        groupPrefix: `groupspec-${options.runToken}-${id.replaceAll(/[^a-zA-Z0-9]+/g, '-')}-`,
      };
    }),
  };
}

/**
 * The reason for a lack matters where nothing else is in the way. The same lack is told in the same
 * words, whatever the order in which a case says what it needs.
 */
function lacking(missing: readonly Capability[], { lacking }: Implementation): string {
  const names = missing.map(capabilityName).sort().join(' and ');
  const [only, ...others] = missing;
  const reason = only === undefined || others.length > 0 ? undefined : lacking?.get(only);
  return `the adapter lacks ${names}${reason === undefined ? '' : ` (${reason})`}`;
}

/** In a sentence about what an adapter lacks. */
export function capabilityName(capability: Capability): string {
  const names: Readonly<Record<Capability, string>> = {
    'virtual-clock': 'a virtual clock',
    records: 'a view of the records',
    configure: 'a way to set configuration',
    'failing-appends': 'a way to make appends fail',
    'held-commits': 'a way to hold commits',
    reload: 'a way to unload and load its groups',
  };
  return names[capability];
}

/** The configuration that will hold, or the sentence that says why the case's cannot. */
function configure(
  own: Case,
  options: ExpandOptions,
): { readonly asked: Configuration; readonly effective: Configuration } | string {
  const wanted = own.data.configuration ?? {};
  if (options.implementation.capabilities.has('configure')) {
    return { asked: wanted, effective: { ...options.configuration, ...wanted } };
  }
  for (const [name, value] of Object.entries(wanted)) {
    const actual = options.configuration[name];
    if (actual === value) continue;
    const source = name in options.implementation.configuration ? 'is' : 'is taken to be';
    return `it needs ${name}=${value}, which ${source} ${actual} here`;
  }
  return { asked: {}, effective: options.configuration };
}

/** Whether a profile has the case at all. */
export function isOfProfile(
  own: Pick<Case, 'id' | 'data'>,
  profile: string,
  otherwise: Otherwise,
): boolean {
  return own.data.profiles?.includes(profile) ?? otherwise(own) === undefined;
}

/** Whether something that serves these versions can be asked all that the case asks. */
export function canRunAt(own: Case, apis: ReadonlyMap<string, VersionRange>): boolean {
  return [...own.apis].every((api) => typeof rangeOf(own, api, apis) !== 'string');
}

/** Versions of an API that the kit, the case and the implementation share. */
function rangeOf(
  own: Case,
  api: ApiName,
  apis: ReadonlyMap<string, VersionRange>,
): VersionRange | string {
  const advertised = apis.get(api);
  if (advertised === undefined) return `the implementation does not serve ${api}`;
  const allowed = own.data.versions?.[api];
  const known = apiSchema(api).versions;
  const limits = [
    advertised,
    minimum(own, api),
    ...(allowed === undefined ? [] : [parseVersions(allowed)]),
  ];
  let range: VersionRange | null = known;
  for (const limit of limits) range = range === null ? null : intersection(range, limit);
  if (range !== null) return range;
  const wanted = Math.max(
    minimum(own, api).min,
    allowed === undefined ? 0 : parseVersions(allowed).min,
  );
  const need = allowed ?? `${wanted}+`;
  return `it needs ${api} ${need}; the implementation serves ${formatVersionRange(advertised)}`;
}

/** Static members exist from JoinGroup 5, handed-out ids from JoinGroup 4. */
function minimum(own: Case, api: ApiName): VersionRange {
  if (api !== 'JoinGroup') return { min: 0, max: Number.POSITIVE_INFINITY };
  const isStatic = Object.values(own.data.members ?? {}).some(
    ({ groupInstanceId }) => groupInstanceId !== undefined,
  );
  const handsOut = own.opening?.steps.some(
    (step) => step.kind === 'ask' && step.outcome === 'id handed out',
  );
  return { min: isStatic ? 5 : handsOut === true ? 4 : 0, max: Number.POSITIVE_INFINITY };
}

/** Session timeouts that the implementation would refuse make a case meaningless. */
function outOfBounds(own: Case, durations: Durations): string | null {
  for (const name of Object.keys(own.data.members ?? {})) {
    const member = describeMember(name, own.data.members ?? {});
    const timeout = evaluateDuration(member.sessionTimeout, durations);
    if (timeout < durations.minSessionTimeout || timeout > durations.maxSessionTimeout) {
      return `${name}'s session timeout would be ${timeout} ms; the implementation takes ${durations.minSessionTimeout} to ${durations.maxSessionTimeout}`;
    }
  }
  return null;
}

/** Where the implementation's own times are short, a step before a deadline cannot be told from it. */
function tooShort(own: Case, durations: Durations): string | null {
  for (const step of own.steps) {
    if (step.kind !== 'advance' || typeof step.duration === 'number') continue;
    const ms = evaluateDuration(step.duration, durations);
    if (ms <= 0)
      return `'${step.duration}' would be ${ms} ms: times are too short here to be told apart`;
  }
  return null;
}

function versionsIn(range: VersionRange): number[] {
  return Array.from({ length: range.max - range.min + 1 }, (_, index) => range.min + index);
}
