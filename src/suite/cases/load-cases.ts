import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Capability } from '../../adapter/adapter.js';
import type { ApiName } from '../../protocol/apis.js';
import { packageRoot } from '../../spec/package-root.js';
import { InvalidDataError, type Problem } from '../../spec/problem.js';
import { checkAgainstSchema } from '../../spec/schema-check.js';
import { readYamlSource, type YamlSource } from '../../spec/yaml-source.js';
import { isMap } from '../judge/field-values.js';
import { apiOf, memberKeys, readStep } from './case-steps.js';
import type { Case, CaseData, Deed, Opening, Step } from './case-types.js';
import { type CheckOptions, checkCase } from './check-case.js';
import { checkHead } from './check-head.js';
import { instantiateOpening, loadOpenings, type OpeningTemplate } from './openings.js';

export interface LoadOptions extends CheckOptions {
  /** Absent: the cases of the kit. */
  readonly directory?: string;
  /**
   * Whether to go through every case at every version. `validate` and the gate do; a run would
   * meet the same faults by itself.
   */
  readonly thorough: boolean;
}

export const CASES_DIRECTORY = (): string => join(packageRoot(), 'cases');

/** Reads and checks every case; throws InvalidDataError that lists all problems of all files. */
export function loadCases(options: LoadOptions): Case[] {
  const directory = options.directory ?? CASES_DIRECTORY();
  const problems: Problem[] = [];
  const cases: Case[] = [];
  const firstFile = new Map<string, string>();
  const openings = loadOpenings();
  for (const path of caseFiles(directory)) {
    const id = caseId(directory, path);
    try {
      const source = readYamlSource(path);
      const earlier = firstFile.get(id);
      if (earlier !== undefined) {
        problems.push(source.problemAt([], `duplicate case id '${id}': ${earlier} has it too`));
        continue;
      }
      firstFile.set(id, source.file);
      const { own, found } = readCase(id, source, openings, options, options.thorough);
      problems.push(...found);
      if (own !== null) cases.push(own);
    } catch (error) {
      if (!(error instanceof InvalidDataError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new InvalidDataError(problems);
  return cases;
}

/** One case from its source; null with problems when it cannot be used. */
export function readCase(
  id: string,
  source: YamlSource,
  openings: ReadonlyMap<string, OpeningTemplate>,
  options: CheckOptions,
  thorough = true,
): { readonly own: Case | null; readonly found: readonly Problem[] } {
  const unusable = unusableSteps(source);
  if (unusable.length > 0) return { own: null, found: unusable };
  const schemaProblems = checkAgainstSchema(source, 'case');
  if (schemaProblems.length > 0) return { own: null, found: schemaProblems };
  const data = source.data as CaseData;
  const { opening, problem } = readOpening(source, data, openings);
  if (problem !== null) return { own: null, found: [problem] };
  const lineOf = (index: number) => source.problemAt(['steps', index], '').line;
  const own = assembleCase(id, source.file, data, opening, lineOf);
  const found = thorough ? checkCase(own, source, options) : checkHead(own, source, options);
  return { own: found.length > 0 ? null : own, found };
}

/** @param data that has passed the schema */
export function assembleCase(
  id: string,
  file: string,
  data: CaseData,
  opening: Opening | null,
  lineOf: (step: number) => number,
): Case {
  const steps = data.steps.map((step, index) => readStep(step, lineOf(index)));
  const needs = needsOf(data, steps);
  return { id, file, data, opening, steps, needs, apis: apisOf(steps, opening) };
}

/**
 * Before the schema speaks, plain sentences for what it could only say in riddles: a request whose
 * answer nobody looks at, and one that nobody or more than one member sends.
 */
function unusableSteps(source: YamlSource): Problem[] {
  const { steps } = (source.data ?? {}) as { steps?: unknown };
  if (!Array.isArray(steps)) return [];
  return steps.flatMap((step: unknown, index) => {
    if (!isMap(step)) return [];
    const complain = (sentence: string) => [
      source.problemAt(['steps', index], `step ${index + 1} ${sentence}`),
    ];
    if (Array.isArray(step['race'])) {
      return step['race'].filter(isMap).every((racer) => memberKeys(racer).length === 1)
        ? []
        : complain('has a race in which an entry is not the request of exactly one member');
    }
    const members = memberKeys(step);
    if (members.length > 1) {
      return complain(`has requests of ${members.join(' and ')}: write a step for each, or a race`);
    }
    if ('outcomes' in step && ('expect' in step || 'releases' in step)) {
      return complain("has 'outcomes', which say all: drop 'expect' and 'releases'");
    }
    if (members.length === 1 && !('expect' in step || 'outcomes' in step)) {
      return complain(
        'asserts nothing: say what the request is answered (expect: …) or that it is parked',
      );
    }
    if (members.length === 0 && 'expect' in step) {
      return complain('expects an answer but sends nothing: name a member and its request');
    }
    return [];
  });
}

function readOpening(
  source: YamlSource,
  data: CaseData,
  openings: ReadonlyMap<string, OpeningTemplate>,
): { readonly opening: Opening | null; readonly problem: Problem | null } {
  const [given] = Object.entries(data.given ?? {});
  if (given === undefined) return { opening: null, problem: null };
  const [name, members] = given;
  const template = openings.get(name);
  if (template === undefined) {
    const known = [...openings.keys()].join(', ');
    return {
      opening: null,
      problem: source.problemAtKey(['given', name], `unknown opening '${name}'; known: ${known}`),
    };
  }
  if (members.length < template.data.members) {
    const message = `opening '${name}' takes at least ${template.data.members} members`;
    return { opening: null, problem: source.problemAt(['given', name], message) };
  }
  return { opening: instantiateOpening(template, members), problem: null };
}

function needsOf(data: CaseData, steps: readonly Step[]): Case['needs'] {
  const needs = new Set(data.needs ?? []);
  for (const step of steps) {
    if (step.kind === 'records') needs.add('records');
    // A moment is known to the millisecond on a clock that both sides share, and on no other.
    if (step.mark !== undefined) needs.add('virtual-clock');
    if (step.kind === 'control') needs.add(DEED_NEEDS[step.deed.kind]);
  }
  return needs;
}

const DEED_NEEDS: Readonly<Record<Deed['kind'], Capability>> = {
  'fail-next-append': 'failing-appends',
  commits: 'held-commits',
  partition: 'reload',
};

function apisOf(steps: readonly Step[], opening: Opening | null): Case['apis'] {
  const apis = new Set<ApiName>();
  for (const step of opening?.steps ?? []) {
    apis.add(
      step.kind === 'form' ? 'JoinGroup' : step.kind === 'sync' ? 'SyncGroup' : apiOf(step.request),
    );
  }
  for (const step of steps) {
    if (step.kind === 'request') apis.add(apiOf(step.request));
    if (step.kind === 'race') for (const { request } of step.requests) apis.add(apiOf(request));
  }
  return apis;
}

function caseFiles(directory: string): string[] {
  let names: string[];
  try {
    names = readdirSync(directory, { recursive: true }).map(String);
  } catch {
    throw new InvalidDataError([
      { file: directory, line: 1, column: 1, message: 'is not a directory of cases' },
    ]);
  }
  const found = names
    .filter((name) => /\.ya?ml$/.test(name) && !name.split(sep).includes('openings'))
    .sort()
    .map((name) => join(directory, name));
  // Without this an empty selection would look like success (docs/design.md §5).
  if (found.length === 0) {
    const message = 'holds no case: no .yaml file outside openings/';
    throw new InvalidDataError([{ file: directory, line: 1, column: 1, message }]);
  }
  return found;
}

/** The id is the path: stable, and found at once. */
export function caseId(directory: string, path: string): string {
  return relative(directory, path)
    .replace(/\.ya?ml$/, '')
    .split(sep)
    .join('/');
}
