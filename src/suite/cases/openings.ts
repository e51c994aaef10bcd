import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiName } from '../../protocol/apis.js';
import { packageRoot } from '../../spec/package-root.js';
import { InvalidDataError, type Problem } from '../../spec/problem.js';
import { checkAgainstSchema } from '../../spec/schema-check.js';
import { readYamlSource } from '../../spec/yaml-source.js';
import type { Opening, OpeningStep } from './case-types.js';

interface OpeningFile {
  readonly title: string;
  readonly rules: readonly string[];
  /** How many a case has to name at least. */
  readonly members: number;
  readonly steps: readonly Readonly<Record<string, unknown>>[];
}

export interface OpeningTemplate {
  readonly name: string;
  readonly file: string;
  readonly data: OpeningFile;
}

/** Reads cases/openings; throws InvalidDataError listing all that is wrong there. */
export function loadOpenings(
  directory = join(packageRoot(), 'cases', 'openings'),
): ReadonlyMap<string, OpeningTemplate> {
  const problems: Problem[] = [];
  const openings = new Map<string, OpeningTemplate>();
  for (const entry of readdirSync(directory).sort()) {
    if (!entry.endsWith('.yaml')) continue;
    const source = readYamlSource(join(directory, entry));
    const found = checkAgainstSchema(source, 'opening');
    problems.push(...found);
    if (found.length > 0) continue;
    const name = entry.slice(0, -'.yaml'.length);
    openings.set(name, { name, file: source.file, data: source.data as OpeningFile });
  }
  if (problems.length > 0) throw new InvalidDataError(problems);
  return openings;
}

/** The opening with its members filled in: the first one leads, the last is `last member`. */
export function instantiateOpening(template: OpeningTemplate, members: readonly string[]): Opening {
  return {
    name: template.name,
    title: template.data.title,
    rules: template.data.rules,
    members,
    steps: template.data.steps.map((step) => instantiateStep(step, members)),
  };
}

function instantiateStep(
  step: Readonly<Record<string, unknown>>,
  members: readonly string[],
): OpeningStep {
  if ('form' in step) return { kind: 'form', members: pick(String(step['form']), members) };
  if ('sync' in step) return { kind: 'sync', members: pick(String(step['sync']), members) };
  return {
    kind: 'ask',
    members: pick(String(step['ask']), members),
    request: step['request'] as ApiName | 'join',
    outcome: step['outcome'] as 'answered' | 'parked' | 'id handed out',
  };
}

function pick(which: string, members: readonly string[]): readonly string[] {
  switch (which) {
    case 'every member':
      return members;
    case 'every member but the last':
      return members.slice(0, -1);
    case 'the last member':
      return members.slice(-1);
    default:
      return members.slice(0, 1);
  }
}
