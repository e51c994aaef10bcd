import { join } from 'node:path';
import { readChecked } from './data-files.js';
import { specPath } from './package-root.js';
import { InvalidDataError, type Problem } from './problem.js';
import { type Loaded, type Reference, referenceAt } from './reference.js';
import type { YamlSource } from './yaml-source.js';

interface AnySetting {
  /** Kafka's own name. */
  readonly name: string;
  /** A constant of the protocol; no broker can change it. */
  readonly fixed: boolean;
  readonly meaning: string;
  /** Ids of the rules whose outcome depends on it. */
  readonly governs: readonly string[];
}

/** A number, with the range that Kafka accepts, both ends included. */
export interface NumericSetting extends AnySetting {
  readonly unit: 'ms' | 'minutes' | 'bytes' | 'count';
  readonly default: number;
  readonly defaultIn: ReadonlyMap<string, number>;
  readonly range: { readonly min: number; readonly max: number };
}

/** One of a few words. */
export interface ChoiceSetting extends AnySetting {
  readonly unit: 'choice';
  readonly default: string;
  readonly defaultIn: ReadonlyMap<string, string>;
  readonly values: readonly string[];
}

/** One broker setting; `defaultIn` holds the defaults that differ, by profile. */
export type Setting = NumericSetting | ChoiceSetting;

export interface ConfigSpec {
  readonly settings: readonly Setting[];
  readonly byName: ReadonlyMap<string, Setting>;
}

/**
 * Defaults of the numeric settings that a broker can change, by Kafka's names: the form in which
 * adapters give configurations.
 */
export function defaultConfiguration(
  config: ConfigSpec,
  profile: string | null = null,
): Readonly<Record<string, number>> {
  const values: Record<string, number> = {};
  for (const setting of config.settings) {
    if (setting.unit === 'choice' || setting.fixed) continue;
    const own = profile === null ? undefined : setting.defaultIn.get(profile);
    values[setting.name] = own ?? setting.default;
  }
  return values;
}

/** Reads `config.yaml` of a spec directory. Throws InvalidDataError. */
export function loadConfig(directory: string = specPath()): ConfigSpec {
  const { data, problems } = readConfig(directory);
  if (problems.length > 0) throw new InvalidDataError(problems);
  return data;
}

interface ConfigFile {
  readonly settings: readonly WrittenSetting[];
}

interface WrittenSetting {
  readonly name: string;
  readonly fixed?: boolean;
  readonly default: number | string;
  readonly unit: Setting['unit'];
  readonly range?: NumericSetting['range'];
  readonly values?: readonly string[];
  readonly meaning: string;
  readonly governs: readonly string[];
  readonly differs?: readonly { readonly profile: string; readonly default: number | string }[];
}

export function readConfig(directory: string): Loaded<ConfigSpec> {
  const file = readChecked<ConfigFile>(join(directory, 'config.yaml'), 'config');
  const problems: Problem[] = [...file.problems];
  const references: Reference[] = [];
  const byName = new Map<string, Setting>();
  for (const [index, written] of (file.data?.settings ?? []).entries()) {
    if (byName.has(written.name)) {
      const message = `setting '${written.name}' is already described`;
      problems.push(file.source.problemAt(['settings', index, 'name'], message));
    }
    problems.push(...badDefaults(file.source, index, written));
    references.push(...referencesOf(file.source, index, written));
    byName.set(written.name, settingOf(written));
  }
  return { data: { settings: [...byName.values()], byName }, problems, references };
}

function settingOf(written: WrittenSetting): Setting {
  const { name, meaning, governs, fixed = false } = written;
  const shared = { name, meaning, governs, fixed };
  const differing = written.differs ?? [];
  if (written.unit === 'choice') {
    return {
      ...shared,
      unit: written.unit,
      default: String(written.default),
      defaultIn: new Map(differing.map((each) => [each.profile, String(each.default)])),
      values: written.values ?? [],
    };
  }
  return {
    ...shared,
    unit: written.unit,
    default: Number(written.default),
    defaultIn: new Map(differing.map((each) => [each.profile, Number(each.default)])),
    range: written.range ?? { min: 0, max: 0 },
  };
}

function badDefaults(source: YamlSource, index: number, written: WrittenSetting): Problem[] {
  const problems: Problem[] = [];
  const { range, values } = written;
  if (range !== undefined && range.min > range.max) {
    const message = `range is empty: ${range.min} to ${range.max}`;
    return [source.problemAt(['settings', index, 'range'], message)];
  }
  const given = [
    { path: ['default'], value: written.default },
    ...(written.differs ?? []).map((each, which) => ({
      path: ['differs', which, 'default'],
      value: each.default,
    })),
  ];
  for (const { path, value } of given) {
    const fault = faultOf(value, range, values);
    if (fault !== null) problems.push(source.problemAt(['settings', index, ...path], fault));
  }
  return problems;
}

function faultOf(
  value: number | string,
  range: WrittenSetting['range'],
  values: WrittenSetting['values'],
): string | null {
  if (values !== undefined) {
    return values.includes(String(value))
      ? null
      : `default ${value} is not one of ${values.join(', ')}`;
  }
  if (range === undefined) return null;
  if (typeof value === 'string') return `default '${value}' is not a number`;
  return value >= range.min && value <= range.max
    ? null
    : `default ${value} is outside ${range.min} to ${range.max}`;
}

function referencesOf(source: YamlSource, index: number, written: WrittenSetting): Reference[] {
  return [
    ...written.governs.map((id, which) =>
      referenceAt(source, ['settings', index, 'governs', which], 'rule', id),
    ),
    ...(written.differs ?? []).map((each, which) =>
      referenceAt(
        source,
        ['settings', index, 'differs', which, 'profile'],
        'profile',
        each.profile,
      ),
    ),
  ];
}
