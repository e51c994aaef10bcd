import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadMutants } from '../../src/mutants/load-mutants.js';
import { InvalidDataError } from '../../src/spec/problem.js';
import { caseFiles } from '../fakes/case-files.js';

const RULES = new Set(['HB-00', 'HB-03', 'JOIN-08']);

const mutant = (name: string, rules = 'HB-03') => `  - name: ${name}
    rules: [${rules}]
    file: handlers/heartbeat.ts
    find: |
      one
        two
    replace: |
      three
`;

/** Problems as `FILE:LINE: message`. */
function problemsOf(files: Readonly<Record<string, string>>): string[] {
  const directory = caseFiles(files);
  try {
    loadMutants({ ruleIds: RULES, directory });
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error;
    return error.problems.map(({ file, line, message }) =>
      `${file}:${line}: ${message}`.replaceAll(`${directory}/`, ''),
    );
  }
  return [];
}

describe('A file of mutants', () => {
  it('gives each its edits, in their order, and the line it is written in', () => {
    const directory = caseFiles({
      'hb.yaml': `mutants:
${mutant('is_wrong')}    reports: [KAFKA-1]
    also:
      - { file: classic/group.ts, find: ' x ', replace: '' }
`,
    });
    const file = join(directory, 'hb.yaml');
    expect(loadMutants({ ruleIds: RULES, directory })).toEqual([
      {
        name: 'is_wrong',
        rules: ['HB-03'],
        reports: ['KAFKA-1'],
        place: { file, line: 2, column: 5 },
        edits: [
          {
            file: 'handlers/heartbeat.ts',
            find: 'one\n  two',
            replace: 'three',
            place: { file, line: 5, column: 5 },
          },
          {
            file: 'classic/group.ts',
            find: 'x',
            replace: '',
            place: { file, line: 12, column: 35 },
          },
        ],
      },
    ]);
  });

  it.each<[string, Record<string, string>, string[]]>([
    [
      'an unknown rule',
      { 'hb.yaml': `mutants:\n${mutant('is_wrong', 'HB-00, HB-93')}` },
      ["hb.yaml:3: unknown rule 'HB-93'; did you mean HB-03?"],
    ],
    [
      'a name used twice in one file',
      { 'hb.yaml': `mutants:\n${mutant('is_wrong')}${mutant('is_wrong')}` },
      ["hb.yaml:10: the name 'is_wrong' is already used at hb.yaml:2"],
    ],
    [
      'a name used twice in two files',
      {
        'hb.yaml': `mutants:\n${mutant('is_wrong')}`,
        'join.yaml': `mutants:\n${mutant('is_wrong', 'JOIN-08, HB-00')}`,
      },
      ["join.yaml:2: the name 'is_wrong' is already used at hb.yaml:2"],
    ],
    [
      'a mutant of another family',
      { 'hb.yaml': `mutants:\n${mutant('is_wrong', 'JOIN-08, HB-00')}` },
      ["hb.yaml:3: mutant 'is_wrong' breaks JOIN-08 first, so it belongs in a file 'join.yaml'"],
    ],
    [
      'a name that is no claim in snake case',
      { 'hb.yaml': `mutants:\n${mutant('Wrong')}` },
      [expect.stringMatching(/^hb\.yaml:2: 'mutants\.0\.name' must match pattern /)],
    ],
    [
      'a misspelt field',
      { 'hb.yaml': `mutants:\n${mutant('is_wrong').replace('replace:', 'replaced:')}` },
      [expect.stringMatching(/^hb\.yaml:8: unknown field 'replaced' .* did you mean 'replace'\?/)],
    ],
    [
      'an empty text to find',
      { 'hb.yaml': `mutants:\n${mutant('is_wrong').replace(/find: \|\n.*\n.*\n/, "find: ' '\n")}` },
      [expect.stringMatching(/^hb\.yaml:5: 'mutants\.0\.find' must match pattern /)],
    ],
    [
      'a file without mutants',
      { 'hb.yaml': 'mutants: []' },
      [expect.stringMatching(/^hb\.yaml:1: /)],
    ],
    [
      'a directory without files',
      { 'read.me': '' },
      [expect.stringMatching(/:1: holds no \.yaml file$/)],
    ],
  ])('is refused by file and line for %s', (_what, files, problems) => {
    expect(problemsOf(files)).toEqual(problems);
  });

  it('is listed with everything wrong at once', () => {
    const files = {
      'hb.yaml': `mutants:\n${mutant('is_wrong', 'HB-93')}`,
      'join.yaml': `mutants:\n${mutant('is_bad', 'JOIN-93')}`,
    };
    expect(problemsOf(files)).toHaveLength(2);
  });
});
