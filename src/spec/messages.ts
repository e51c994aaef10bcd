import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildFields, type WrittenFields } from './message-fields.js';
import type { ApiSchema, FieldSchema, MessageCatalog, MessageSchema } from './message-schema.js';
import { specPath } from './package-root.js';
import { InvalidDataError, type Problem } from './problem.js';
import { checkAgainstSchema } from './schema-check.js';
import { formatVersionRange, parseVersionRange, type VersionRange } from './version-range.js';
import { readYamlSource, type YamlSource } from './yaml-source.js';

interface WrittenMessages {
  readonly api?: string;
  readonly data?: string;
  readonly key?: number;
  readonly versions: string | number;
  readonly flexible?: string | number;
  readonly request?: WrittenFields;
  readonly response?: WrittenFields;
  readonly fields?: WrittenFields;
}

/** Reads every message of `directory`. Throws InvalidDataError with all that is wrong in any of them. */
export function loadMessages(directory: string = specPath('messages')): MessageCatalog {
  const problems: Problem[] = [];
  const sources: YamlSource[] = [];
  for (const name of readdirSync(directory).sort()) {
    if (!name.endsWith('.yaml')) continue;
    try {
      sources.push(readYamlSource(join(directory, name)));
    } catch (error) {
      if (!(error instanceof InvalidDataError)) throw error;
      problems.push(...error.problems);
    }
  }
  const catalog = buildMessages(sources, problems);
  if (problems.length > 0) throw new InvalidDataError(problems);
  return catalog;
}

/** Adds to `problems` what keeps a message out of the catalog. */
export function buildMessages(sources: readonly YamlSource[], problems: Problem[]): MessageCatalog {
  const apis = new Map<string, ApiSchema>();
  const data = new Map<string, MessageSchema>();
  const keys = new Map<number, string>();
  for (const source of sources) {
    const faults = checkAgainstSchema(source, 'messages');
    problems.push(...faults);
    if (faults.length > 0) continue;
    const written = source.data as WrittenMessages;
    checkName(source, written, problems);
    const ranges = readRanges(source, written, problems);
    if (ranges === undefined) continue;
    const build = (name: string, at: 'request' | 'response' | 'fields'): MessageSchema => ({
      name,
      ...ranges,
      fields: readFields(source, name, at, written[at] ?? {}, ranges, problems),
    });
    if (written.data !== undefined) {
      data.set(written.data, build(written.data, 'fields'));
    }
    if (written.api !== undefined && written.key !== undefined) {
      const other = keys.get(written.key);
      if (other !== undefined) {
        problems.push(
          source.problemAt(['key'], `API key ${written.key} is already that of ${other}`),
        );
      }
      keys.set(written.key, written.api);
      apis.set(written.api, {
        name: written.api,
        apiKey: written.key,
        ...ranges,
        request: build(`${written.api}Request`, 'request'),
        response: build(`${written.api}Response`, 'response'),
      });
    }
  }
  return { apis, data };
}

function checkName(source: YamlSource, written: WrittenMessages, problems: Problem[]): void {
  if ((written.api === undefined) === (written.data === undefined)) {
    problems.push(source.problemAt([], "the file must have either 'api' or 'data'"));
    return;
  }
  const key = written.api === undefined ? 'data' : 'api';
  const expected = basename(source.file, '.yaml');
  if (written[key] !== expected) {
    problems.push(source.problemAt([key], `the file name says ${expected}, not ${written[key]}`));
  }
}

interface Ranges {
  readonly versions: VersionRange;
  readonly flexible: VersionRange | null;
}

const ANY_VERSION: VersionRange = { min: 0, max: 32767 };

function readRanges(
  source: YamlSource,
  written: WrittenMessages,
  problems: Problem[],
): Ranges | undefined {
  const versions = parseVersionRange(written.versions, ANY_VERSION);
  if (versions === undefined || versions.max === ANY_VERSION.max) {
    problems.push(
      source.problemAt(['versions'], `'${written.versions}' is not a closed range of versions`),
    );
    return undefined;
  }
  if (written.flexible === undefined) return { versions, flexible: null };
  const flexible = parseVersionRange(written.flexible, versions);
  if (flexible === undefined || flexible.max !== versions.max) {
    const range = formatVersionRange(versions);
    const message = `flexible versions must start within ${range} and last to its end, e.g. '${versions.max}+'`;
    problems.push(source.problemAt(['flexible'], message));
    return undefined;
  }
  return { versions, flexible };
}

function readFields(
  source: YamlSource,
  messageName: string,
  at: string,
  written: WrittenFields,
  ranges: Ranges,
  problems: Problem[],
): FieldSchema[] {
  const context = {
    source,
    messageName,
    flexible: ranges.flexible,
    problems,
    typeNames: new Set<string>(),
  };
  return buildFields(context, [at], written, ranges.versions);
}
