import { entries, stepLines } from '../../generate/case-text.js';
import type { CaseData } from '../../suite/cases/case-types.js';

export interface FileOptions {
  /** Path of the schema as the file has it; null for a file that is nowhere near it. */
  readonly schemaPath: string | null;
  /** What stands above the case, a line each. */
  readonly comments: readonly string[];
}

/** The head in the order in which people write it. */
const HEAD = [
  'title',
  'rules',
  'origin',
  'sweep',
  'versions',
  'configuration',
  'needs',
  'members',
] as const satisfies readonly (keyof CaseData)[];

/** The file of a case, in the form in which people write them. */
export function textOf(data: CaseData, { schemaPath, comments }: FileOptions): string {
  const head = Object.fromEntries(
    HEAD.flatMap((name) => {
      const value = data[name];
      return value === undefined || isEmpty(value) ? [] : [[name, value]];
    }),
  );
  return [
    ...(schemaPath === null ? [] : [`# yaml-language-server: $schema=${schemaPath}`]),
    ...comments.map((line) => `# ${line}`),
    ...entries(head, ''),
    'steps:',
    ...stepLines(data.steps.map((step) => ({ step }))),
    '',
  ].join('\n');
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
