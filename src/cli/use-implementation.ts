import type { Command } from 'commander';
import type { Adapter, Configuration } from '../adapter/adapter.js';
import { describedBy } from '../implementation/described.js';
import {
  type ImplementationFile,
  loadImplementation,
} from '../implementation/implementation-file.js';
import type { KitSpec } from '../kit.js';
import type { About } from '../report/report.js';
import type { ProfileSet } from '../spec/profiles.js';
import { adapterKind, chooseAdapter } from './choose-adapter.js';
import { readOverrides } from './config-overrides.js';
import { UsageError } from './exit-codes.js';
import type { WireOptions } from './wire-options.js';

/** What every command that talks to an implementation is told. */
export interface ImplementationCommandOptions extends WireOptions {
  readonly adapter: string;
  readonly implementation?: string;
  readonly implementationVersion?: string;
  readonly config: readonly string[];
  readonly seed: number;
  readonly connectTimeout: number;
  readonly records: boolean;
}

/** The implementation to talk to, and the options as its file completes them. */
export interface ChosenImplementation<Options> {
  readonly file: ImplementationFile | null;
  readonly options: Options;
  readonly adapter: Adapter;
  readonly overrides: Configuration;
  readonly about: About;
}

/**
 * Reads the implementation file, if one is named, lets it fill in what the command line does not
 * say, and makes the adapter. Throws UsageError and InvalidDataError.
 */
export function useImplementation<Options extends ImplementationCommandOptions>(
  given: Options,
  command: Command,
  { spec, defaults }: Pick<KitSpec, 'spec' | 'defaults'>,
): ChosenImplementation<Options> {
  const file =
    given.implementation === undefined ? null : loadImplementation(given.implementation, spec);
  const options = file === null ? given : completed(given, command, file);
  const overrides = {
    ...file?.configuration,
    ...readOverrides(options.config, spec.config),
  };
  const own = file !== null && options.adapter === file.adapter;
  const chosen = chooseAdapter(
    { ...options, ...(own ? { directory: file.directory } : {}) },
    { ...defaults, ...overrides },
  );
  return {
    file,
    options,
    overrides,
    adapter: file === null ? chosen : describedBy(file, chosen),
    about: aboutOf(options, file),
  };
}

/** Options that the command line leaves at their defaults, as the file says. */
function completed<Options extends ImplementationCommandOptions>(
  given: Options,
  command: Command,
  file: ImplementationFile,
): Options {
  const said = {
    ...file.options,
    ...(file.adapter === null ? {} : { adapter: file.adapter }),
    ...(file.profile === null ? {} : { profile: file.profile }),
  };
  const isOpen = (name: string) => {
    const source = command.getOptionValueSource(name);
    return source === undefined || source === 'default';
  };
  if (file.adapter === null && isOpen('adapter')) {
    throw new UsageError(
      `${file.file} does not say how to reach ${file.name}; use --adapter, e.g. --adapter tcp:127.0.0.1:9092`,
    );
  }
  return { ...given, ...Object.fromEntries(Object.entries(said).filter(([name]) => isOpen(name))) };
}

function aboutOf(
  { adapter, implementationVersion }: ImplementationCommandOptions,
  file: ImplementationFile | null,
): About {
  const version = implementationVersion ?? file?.version ?? undefined;
  return {
    adapter: adapterKind(adapter),
    ...(file === null ? {} : { title: file.title, homepage: file.homepage }),
    ...(version === undefined ? {} : { version }),
  };
}

/** Throws UsageError. */
export function requireProfile(name: string, { byName }: ProfileSet): string {
  if (byName.has(name)) return name;
  throw new UsageError(`unknown profile '${name}'; known: ${[...byName.keys()].join(', ')}`);
}
