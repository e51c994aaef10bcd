import { basename, join } from 'node:path';
import { dataFiles, readChecked } from './data-files.js';
import type { Problem } from './problem.js';
import { type Loaded, type Reference, referenceAt } from './reference.js';
import type { ProtocolArea, Rule } from './rule.js';
import { parseVersionRange, type VersionRange } from './version-range.js';
import type { YamlSource } from './yaml-source.js';

export interface ProfileArea {
  /** Request versions served, by API name. */
  readonly apis: ReadonlyMap<string, VersionRange>;
  /** Ids of the rules that hold differently here than their statement says. */
  readonly differs: ReadonlySet<string>;
}

/** A named, frozen set of expectations (docs/design.md §1): one level of Kafka, area by area. */
export interface Profile {
  readonly name: string;
  readonly title: string;
  /** Releases of Apache Kafka that behave so. */
  readonly releases: readonly string[];
  /** Whether their coordinator runs within a broker only, where the kit sees it over the wire. */
  readonly brokerOnly: boolean;
  readonly areas: ReadonlyMap<ProtocolArea, ProfileArea>;
  readonly file: string;
}

export interface ProfileSet {
  readonly profiles: readonly Profile[];
  readonly byName: ReadonlyMap<string, Profile>;
}

/** A release of Apache Kafka and the profile that tells how it behaves. */
export interface ObservedRelease {
  readonly release: string;
  readonly profile: Profile;
}

export function observedReleases({ profiles }: ProfileSet): readonly ObservedRelease[] {
  return profiles.flatMap((profile) => profile.releases.map((release) => ({ release, profile })));
}

/** Those whose coordinator an adapter can drive by itself. */
export function drivenReleases(set: ProfileSet): readonly ObservedRelease[] {
  return observedReleases(set).filter(({ profile }) => !profile.brokerOnly);
}

interface ProfileFile {
  readonly profile: string;
  readonly title: string;
  readonly releases: readonly string[];
  readonly brokerOnly?: boolean;
  readonly areas: Readonly<Partial<Record<ProtocolArea, WrittenArea>>>;
}

interface WrittenArea {
  readonly apis: Readonly<Record<string, string>>;
  readonly differs: readonly string[];
}

/** Versions travel as int16. */
const ALL_VERSIONS: VersionRange = { min: 0, max: 32767 };

/** A profile's claim that a rule differs in it. */
export interface ListedDifference {
  readonly profile: string;
  readonly area: ProtocolArea;
  readonly rule: Reference;
}

export interface LoadedProfiles extends Loaded<ProfileSet> {
  readonly listed: readonly ListedDifference[];
}

/** Reads `profiles/*.yaml` of a spec directory. */
export function readProfiles(directory: string): LoadedProfiles {
  const listing = dataFiles(join(directory, 'profiles'));
  const problems: Problem[] = [...listing.problems];
  const references: Reference[] = [];
  const listed: ListedDifference[] = [];
  const byName = new Map<string, Profile>();
  for (const path of listing.paths) {
    const { source, data, problems: faults } = readChecked<ProfileFile>(path, 'profile');
    problems.push(...faults);
    if (data === undefined) continue;
    if (basename(path) !== `${data.profile}.yaml`) {
      const message = `profile '${data.profile}' belongs in a file '${data.profile}.yaml'`;
      problems.push(source.problemAt(['profile'], message));
    }
    problems.push(...badVersions(source, data));
    const differences = listedIn(source, data);
    listed.push(...differences);
    references.push(...apisIn(source, data), ...differences.map(({ rule }) => rule));
    byName.set(data.profile, profileOf(source, data));
  }
  return { data: { profiles: [...byName.values()], byName }, problems, references, listed };
}

function areasOf(file: ProfileFile): (readonly [ProtocolArea, WrittenArea])[] {
  return (['classic', 'offsets', 'consumer'] as const).flatMap((area) => {
    const written = file.areas[area];
    return written === undefined ? [] : [[area, written] as const];
  });
}

function profileOf(source: YamlSource, file: ProfileFile): Profile {
  const areas = new Map<ProtocolArea, ProfileArea>();
  for (const [area, written] of areasOf(file)) {
    const apis = new Map<string, VersionRange>();
    for (const [api, text] of Object.entries(written.apis)) {
      const versions = parseVersionRange(text, ALL_VERSIONS);
      if (versions !== undefined) apis.set(api, versions);
    }
    areas.set(area, { apis, differs: new Set(written.differs) });
  }
  const { profile: name, title, releases, brokerOnly = false } = file;
  return { name, title, releases, brokerOnly, areas, file: source.file };
}

function badVersions(source: YamlSource, file: ProfileFile): Problem[] {
  return areasOf(file).flatMap(([area, written]) =>
    Object.entries(written.apis).flatMap(([api, text]) =>
      parseVersionRange(text, ALL_VERSIONS) === undefined
        ? [source.problemAt(['areas', area, 'apis', api], `'${text}' is no version range`)]
        : [],
    ),
  );
}

function apisIn(source: YamlSource, file: ProfileFile): Reference[] {
  return areasOf(file).flatMap(([area, written]) =>
    Object.keys(written.apis).map((api) =>
      referenceAt(source, ['areas', area, 'apis', api], 'api', api),
    ),
  );
}

function listedIn(source: YamlSource, file: ProfileFile): ListedDifference[] {
  return areasOf(file).flatMap(([area, written]) =>
    written.differs.map((id, index) => ({
      profile: file.profile,
      area,
      rule: referenceAt(source, ['areas', area, 'differs', index], 'rule', id),
    })),
  );
}

/** Profiles and rules must tell the same story of which rules differ where. */
export function disagreements(
  { byName }: ProfileSet,
  listed: readonly ListedDifference[],
  rules: ReadonlyMap<string, Rule>,
): Problem[] {
  const unfounded = listed.flatMap(({ profile, area, rule: reference }) => {
    const rule = rules.get(reference.name);
    if (rule === undefined) return [];
    if (rule.area !== area) {
      return [reference.problem(`'${rule.id}' belongs to area '${rule.area}'`)];
    }
    return rule.differs.some((difference) => difference.profile === profile)
      ? []
      : [reference.problem(`'${rule.id}' names no difference for profile '${profile}'`)];
  });
  const unlisted = [...rules.values()].flatMap((rule) => {
    const names = new Set(rule.differs.map((difference) => difference.profile));
    return [...names].flatMap((name) => {
      const profile = byName.get(name);
      if (profile === undefined || profile.areas.get(rule.area)?.differs.has(rule.id)) return [];
      const message = `'${rule.id}' differs in '${name}', but ${profile.file} does not list it`;
      return [{ file: rule.file, line: rule.line, column: 1, message }];
    });
  });
  return [...unfounded, ...unlisted];
}
