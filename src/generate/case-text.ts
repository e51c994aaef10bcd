import { stringify } from 'yaml';
import type { CaseFields, CaseStep } from '../spec/precedence.js';

/** A case before it is written down. */
export interface CaseDraft {
  /** Where it comes from: a sentence without its full stop, for the head of the file. */
  readonly source: string;
  readonly title: string;
  readonly rules: readonly string[];
  readonly sweep: string;
  readonly versions: CaseFields;
  readonly configuration: CaseFields;
  readonly members: CaseFields;
  readonly disruptive: boolean;
  readonly given: CaseFields | null;
  readonly steps: readonly DraftStep[];
}

export interface DraftStep {
  readonly step: CaseStep;
  /** Stands above the step. */
  readonly comment?: string;
}

const WIDTH = 100;

/** The file of a case two directories below `cases/`, in the form in which people write them. */
export function caseText(draft: CaseDraft): string {
  const { source, title, rules, sweep, given, steps } = draft;
  const head: Record<string, unknown> = { title, rules, sweep };
  for (const field of ['versions', 'configuration', 'members'] as const) {
    if (Object.keys(draft[field]).length > 0) head[field] = draft[field];
  }
  if (draft.disruptive) head['disruptive'] = true;
  if (given !== null) head['given'] = given;
  return [
    '# yaml-language-server: $schema=../../../spec/schemas/case.schema.json',
    `# ${source}.`,
    '# Generated: change it there, then npm run generate.',
    ...entries(head, ''),
    'steps:',
    ...stepLines(steps),
    '',
  ].join('\n');
}

/** Steps of a case as its file has them, each with the comment that stands above it. */
export function stepLines(steps: readonly DraftStep[]): string[] {
  return steps.flatMap(({ step, comment }) => [
    ...(comment === undefined ? [] : [`  # ${comment}`]),
    ...entries(step, '    ').map((line, index) => (index === 0 ? `  - ${line.trim()}` : line)),
  ]);
}

/** A map, one entry a line, or more where an entry is too long. */
export function entries(map: Readonly<Record<string, unknown>>, indent: string): string[] {
  return Object.entries(map).flatMap(([key, value]) => {
    const name = `${indent}${scalar(key)}:`;
    if (value === null || typeof value !== 'object') return [`${name} ${written(value, 'block')}`];
    const line = `${name} ${inline(value)}`;
    if (line.length <= WIDTH) return [line];
    if (isMap(value)) return [name, ...entries(value, `${indent}  `)];
    if (!Array.isArray(value)) return [line];
    return [name, ...value.map((item) => `${indent}  - ${inline(item)}`)];
  });
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (!isMap(value)) return scalar(value);
  const fields = Object.entries(value).map(([key, one]) => `${scalar(key)}: ${inline(one)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** Within brackets more characters have a meaning and need quotes. */
function scalar(value: unknown): string {
  return written([value], 'flow').slice(1, -1).trim();
}

function written(value: unknown, collectionStyle: 'block' | 'flow'): string {
  return stringify(value, { collectionStyle, lineWidth: 0, singleQuote: true }).trim();
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
