import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { closest } from 'fastest-levenshtein';
import type { Capability, Configuration } from '../adapter/adapter.js';
import type { ConfigSpec } from '../spec/config.js';
import { readChecked } from '../spec/data-files.js';
import { InvalidDataError, type Problem } from '../spec/problem.js';
import type { ProfileSet } from '../spec/profiles.js';
import { settingFault } from '../spec/setting-values.js';
import type { YamlSource } from '../spec/yaml-source.js';

/** Options of the command line that an implementation file may set; its names for them, kebab-case. */
export interface ImplementationOptions {
  readonly exact?: boolean;
  readonly records?: boolean;
  readonly jobs?: number;
  /** In ms. */
  readonly epsilon?: number;
  /** In ms. */
  readonly answerTimeout?: number;
  /** In ms. */
  readonly connectTimeout?: number;
  /** In seconds. */
  readonly longestCase?: number;
  readonly attempts?: number;
}

/** How one implementation is had, started and judged: `implementations/NAME.yaml`. */
export interface ImplementationFile {
  readonly file: string;
  /** Commands of `adapter` run here, and paths in it start here. */
  readonly directory: string;
  readonly name: string;
  readonly title: string;
  readonly version: string | null;
  readonly homepage: string;
  readonly obtain: string;
  /** As `--adapter` takes it, e.g. `spawn:COMMAND`; null when somebody else has to start it. */
  readonly adapter: string | null;
  readonly profile: string | null;
  readonly configuration: Configuration;
  /** A run without one of these is no verdict. */
  readonly has: readonly Capability[];
  /** Not used although the adapter offers them. */
  readonly lacks: readonly Capability[];
  /** Path of the file of its known deviations. */
  readonly deviations: string | null;
  readonly options: ImplementationOptions;
}

interface WrittenImplementation {
  readonly name: string;
  readonly title: string;
  readonly version?: string;
  readonly homepage: string;
  readonly obtain: string;
  readonly adapter?: Readonly<Record<string, string>>;
  readonly profile?: string;
  readonly configuration?: Configuration;
  readonly capabilities?: {
    readonly has?: readonly Capability[];
    readonly lacks?: readonly Capability[];
  };
  readonly deviations?: string;
  readonly options?: Readonly<Record<string, number | boolean>>;
}

interface Known {
  readonly config: ConfigSpec;
  readonly profiles: ProfileSet;
}

/** Reads an implementation file. Throws InvalidDataError with everything that is wrong in it. */
export function loadImplementation(path: string, known: Known): ImplementationFile {
  const { source, data, problems } = readChecked<WrittenImplementation>(
    resolve(path),
    'implementation',
  );
  if (data === undefined) throw new InvalidDataError(problems);
  const directory = dirname(resolve(path));
  const deviations = data.deviations === undefined ? null : resolve(directory, data.deviations);
  const wrong = [
    ...misnamed(source, data, path),
    ...unknownProfile(source, data, known.profiles),
    ...wrongSettings(source, data, known.config),
    ...contradictions(source, data),
    ...(deviations === null || existsSync(deviations)
      ? []
      : [source.problemAt(['deviations'], `there is no file ${deviations}`)]),
  ];
  if (wrong.length > 0) throw new InvalidDataError(wrong);
  const [adapter] = Object.entries(data.adapter ?? {});
  return {
    file: source.file,
    directory,
    name: data.name,
    title: data.title,
    version: data.version ?? null,
    homepage: data.homepage,
    obtain: data.obtain.trim(),
    adapter: adapter === undefined ? null : adapter.join(':'),
    profile: data.profile ?? null,
    configuration: data.configuration ?? {},
    has: data.capabilities?.has ?? [],
    lacks: data.capabilities?.lacks ?? [],
    deviations,
    options: optionsOf(data.options ?? {}),
  };
}

function optionsOf(written: Readonly<Record<string, number | boolean>>): ImplementationOptions {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [
      name.replaceAll(/-(.)/g, (_dash, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

function misnamed(source: YamlSource, { name }: WrittenImplementation, path: string): Problem[] {
  const wanted = `${name}.yaml`;
  if (basename(path) === wanted) return [];
  return [source.problemAt(['name'], `implementation '${name}' belongs in a file '${wanted}'`)];
}

function unknownProfile(
  source: YamlSource,
  { profile }: WrittenImplementation,
  { byName }: ProfileSet,
): Problem[] {
  if (profile === undefined || byName.has(profile)) return [];
  const names = [...byName.keys()];
  const message = `unknown profile '${profile}'; did you mean ${closest(profile, names)}? Known: ${names.join(', ')}`;
  return [source.problemAt(['profile'], message)];
}

function wrongSettings(
  source: YamlSource,
  { configuration = {} }: WrittenImplementation,
  config: ConfigSpec,
): Problem[] {
  return Object.entries(configuration).flatMap(([name, value]) => {
    const fault = settingFault(name, value, config);
    return fault === null ? [] : [source.problemAtKey(['configuration', name], fault)];
  });
}

function contradictions(
  source: YamlSource,
  { capabilities }: WrittenImplementation,
): readonly Problem[] {
  return (capabilities?.lacks ?? []).flatMap((capability, index) =>
    capabilities?.has?.includes(capability) === true
      ? [source.problemAt(['capabilities', 'lacks', index], `'${capability}' is told as had, too`)]
      : [],
  );
}
