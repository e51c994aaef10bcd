import * as fc from 'fast-check';
import type { Capability, Configuration, Implementation } from '../../adapter/adapter.js';
import { REFERENCE_APIS } from '../../adapter/reference/index.js';
import type { VersionRange } from '../../spec/version-range.js';
import type { ExploredApi, Sequence } from '../sequence.js';
import { anyOf, draw, happens, pick, type Random } from './draw.js';
import { type Offer, offer, type Person } from './people.js';
import type { Theme } from './themes.js';

/** What a run is played with and by whom: drawn once, before its first move. */
export interface Scenery {
  readonly configuration: Configuration;
  readonly versions: Sequence['versions'];
  readonly people: readonly Person[];
  readonly groups: readonly string[];
  readonly theme: Theme;
  /** So many of a hundred requests are wrong in one way. */
  readonly wrongShare: number;
  readonly capabilities: ReadonlySet<Capability>;
  readonly clock: Implementation['clock'];
}

const GROUPS: readonly string[] = ['group', 'other', 'third'];

/** JoinGroup carries an instance id from here on. */
const STATIC_MEMBERS_SINCE = 5;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Settings that a run may change, where the implementation lets it. */
const CHANGED_SETTINGS: readonly fc.Arbitrary<Configuration>[] = [
  fc.constantFrom(1, 2, 3).map((size) => ({ 'group.max.size': size })),
  fc.constantFrom(0, 1).map((ms) => ({ 'group.initial.rebalance.delay.ms': ms })),
  fc.constantFrom(150, 300, 400, 600).map((bytes) => ({ 'max.message.bytes': bytes })),
  fc.constant({ 'offsets.commit.timeout.ms': 20_000 }),
  fc.constant({ 'offsets.retention.check.interval.ms': 15_000 }),
];

// Made once: what fast-check needs for an arbitrary is more than a draw.
const NUMBERS_OF_GROUPS = fc.constantFrom(1, 1, 2, 3);
const STATIC_SHARES = fc.constantFrom(0, 30, 60, 100);
const WRONG_SHARES = fc.constantFrom(5, 15, 30);
const SESSION_TIMEOUTS = fc.constantFrom(
  'sessionTimeout',
  'sessionTimeout',
  'sessionTimeout',
  '2 * sessionTimeout',
);
const REBALANCE_TIMEOUTS = fc.constantFrom(
  'rebalanceTimeout',
  'rebalanceTimeout',
  'rebalanceTimeout',
  'sessionTimeout / 2',
  '2 * rebalanceTimeout',
  // Longer than a newcomer may stay parked (ADD-01, EXPIRE-03).
  'newMemberJoinTimeout + sessionTimeout',
  '0',
);

export function drawScenery(random: Random, implementation: Implementation, theme: Theme): Scenery {
  const { apis, capabilities, clock } = implementation;
  const versions = drawVersions(random, apis, theme);
  const groups = GROUPS.slice(0, draw(random, NUMBERS_OF_GROUPS));
  const staticShare =
    versions.JoinGroup >= STATIC_MEMBERS_SINCE
      ? (theme.staticShare ?? draw(random, STATIC_SHARES))
      : 0;
  const people: Person[] = [];
  for (const group of groups) {
    const size = random.nextInt(1, groups.length === 1 ? 5 : 3);
    for (let index = 0; index < size; index++) {
      people.push(drawPerson(random, LETTERS.charAt(people.length), group, staticShare, people));
    }
  }
  return {
    configuration: capabilities.has('configure') ? drawConfiguration(random, theme) : {},
    versions,
    people,
    groups,
    theme,
    wrongShare: draw(random, WRONG_SHARES),
    capabilities,
    clock,
  };
}

/** The highest version in every other run, else any one. */
function drawVersions(
  random: Random,
  apis: Implementation['apis'],
  theme: Theme,
): Sequence['versions'] {
  const versions: Partial<Record<ExploredApi, number>> = {};
  for (const api of REFERENCE_APIS) {
    const range = apis.get(api);
    if (range === undefined) continue;
    const least = api === 'JoinGroup' ? Math.max(range.min, theme.joinSince ?? 0) : range.min;
    versions[api] = drawVersion(random, { min: Math.min(least, range.max), max: range.max });
  }
  return versions as Sequence['versions'];
}

function drawVersion(random: Random, { min, max }: VersionRange): number {
  return happens(random, 50) ? max : random.nextInt(min, max);
}

function drawConfiguration(random: Random, theme: Theme): Configuration {
  const own = theme.settings === undefined ? {} : draw(random, theme.settings);
  if (!happens(random, 25)) return own;
  return { ...draw(random, pick(CHANGED_SETTINGS, draw(random, anyOf))), ...own };
}

const OFFERS: readonly (readonly string[])[] = [
  ['range'],
  ['range'],
  ['range', 'sticky'],
  ['sticky', 'range'],
  ['range', 'roundrobin', 'sticky'],
  ['roundrobin', 'sticky', 'range'],
];

function drawPerson(
  random: Random,
  letter: string,
  group: string,
  staticShare: number,
  others: readonly Person[],
): Person {
  const isStatic = happens(random, staticShare);
  const rivals = others.filter((other) => other.group === group && other.instanceId !== null);
  const takesOver = rivals.length > 0 && happens(random, 10);
  const instanceId = takesOver
    ? pick(rivals, draw(random, anyOf)).instanceId
    : `${letter.toLowerCase()}${happens(random, 10) ? ' ü/*' : ''}`;
  return {
    letter,
    group,
    instanceId: isStatic ? instanceId : null,
    nameless: happens(random, 3),
    protocolType: happens(random, 95) ? 'consumer' : 'connect',
    protocols: offersOf(pick(OFFERS, draw(random, anyOf)), letter, happens(random, 30)),
    sessionTimeout: { duration: draw(random, SESSION_TIMEOUTS) },
    rebalanceTimeout: { duration: draw(random, REBALANCE_TIMEOUTS) },
    incarnation: 1,
    client: letter,
    asked: false,
  };
}

/** Each offers its own letter as metadata, so that nobody is mistaken for another. */
function offersOf(names: readonly string[], letter: string, distinct: boolean): readonly Offer[] {
  return names.map((name) => offer(name, distinct ? `${letter}-${name}` : letter));
}
