import { closest } from 'fastest-levenshtein';
import { type ApiName, apiSchema } from '../../protocol/apis.js';
import type { Problem } from '../../spec/problem.js';
import { formatVersionRange, intersection } from '../../spec/version-range.js';
import type { YamlSource } from '../../spec/yaml-source.js';
import { DurationSyntaxError, parseDuration } from '../expand/durations.js';
import { parseVersions } from '../expand/versions.js';
import type { Case } from './case-types.js';

export interface KnownNames {
  readonly ruleIds: ReadonlySet<string>;
  readonly configurationNames: ReadonlySet<string>;
  readonly profileNames: ReadonlySet<string>;
}

/** What is wrong above the steps: names that nothing has, versions that never are, bad durations. */
export function checkHead(own: Case, source: YamlSource, known: KnownNames): Problem[] {
  return [
    ...unknownRules(own, source, known.ruleIds),
    ...unknownConfiguration(own, source, known.configurationNames),
    ...unknownProfiles(own, source, known.profileNames),
    ...idleSweep(own, source),
    ...impossibleVersions(own, source),
    ...badDurations(own, source),
  ];
}

function unknownRules(own: Case, source: YamlSource, ids: ReadonlySet<string>): Problem[] {
  return own.data.rules.flatMap((rule, index) => {
    if (ids.has(rule)) return [];
    const message = `unknown rule '${rule}'; did you mean ${closest(rule, [...ids])}?`;
    return [source.problemAt(['rules', index], message)];
  });
}

function unknownConfiguration(
  own: Case,
  source: YamlSource,
  names: ReadonlySet<string>,
): Problem[] {
  return Object.keys(own.data.configuration ?? {}).flatMap((name) => {
    if (names.has(name)) return [];
    const message = `unknown configuration '${name}'; did you mean ${closest(name, [...names])}?`;
    return [source.problemAtKey(['configuration', name], message)];
  });
}

function unknownProfiles(own: Case, source: YamlSource, names: ReadonlySet<string>): Problem[] {
  return (own.data.profiles ?? []).flatMap((name, index) => {
    if (names.has(name)) return [];
    const message = `unknown profile '${name}'; known: ${[...names].join(', ')}`;
    return [source.problemAt(['profiles', index], message)];
  });
}

function idleSweep(own: Case, source: YamlSource): Problem[] {
  const { sweep } = own.data;
  if (sweep === undefined || own.apis.has(sweep)) return [];
  return [source.problemAt(['sweep'], `the case sweeps ${sweep} but never calls it`)];
}

/** Such a case would run nowhere, and nothing in it would ever be checked. */
function impossibleVersions(own: Case, source: YamlSource): Problem[] {
  return Object.entries(own.data.versions ?? {}).flatMap(([api, text]) => {
    const { versions } = apiSchema(api as ApiName);
    if (intersection(parseVersions(text), versions) !== null) return [];
    const message = `no version of ${api} is in ${text}; the kit speaks ${formatVersionRange(versions)}`;
    return [source.problemAt(['versions', api], message)];
  });
}

function badDurations(own: Case, source: YamlSource): Problem[] {
  return Object.entries(own.data.members ?? {}).flatMap(([member, settings]) =>
    (['sessionTimeout', 'rebalanceTimeout'] as const).flatMap((name) => {
      const value = settings[name];
      if (typeof value !== 'string') return [];
      try {
        parseDuration(value);
        return [];
      } catch (error) {
        if (!(error instanceof DurationSyntaxError)) throw error;
        return [source.problemAt(['members', member, name], error.message)];
      }
    }),
  );
}
