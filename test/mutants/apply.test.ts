import { describe, expect, it } from 'vitest';
import { applyMutant } from '../../src/mutants/apply.js';
import type { Edit, Mutant } from '../../src/mutants/mutant.js';

const GREET = `export function greet(name: string): string {
  if (name === '' || name === ' ') {
    return 'Nobody ($1)';
  }
  return 'Hello ' + name;
}
`;
const SOURCES = new Map([
  ['greet.ts', GREET],
  ['deep/count.ts', 'export const count = 1;\n'],
]);

const edit = (find: string, replace: string, file = 'greet.ts', line = 7): Edit => ({
  file,
  find,
  replace,
  place: { file: 'mutants/hb.yaml', line, column: 5 },
});

const mutant = (...edits: Edit[]): Mutant => ({
  name: 'is_wrong',
  rules: ['HB-00'],
  reports: [],
  edits,
  place: { file: 'mutants/hb.yaml', line: 4, column: 5 },
});

function changed(...edits: Edit[]): Record<string, string> {
  const applied = applyMutant(SOURCES, mutant(...edits));
  if (applied.kind === 'stale') throw new Error(JSON.stringify(applied.problems));
  return Object.fromEntries(applied.files);
}

function problems(...edits: Edit[]): string[] {
  const applied = applyMutant(SOURCES, mutant(...edits));
  if (applied.kind === 'changed') return [];
  return applied.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

describe('A mutant', () => {
  it('changes its text and nothing else, and leaves other files out', () => {
    expect(changed(edit("'Hello '", "'$& '"))).toEqual({
      'greet.ts': GREET.replace('Hello', () => '$&'),
    });
    expect(changed(edit('count = 1', 'count = 2', 'deep/count.ts'))).toEqual({
      'deep/count.ts': 'export const count = 2;\n',
    });
  });

  it('finds its text however that is broken into lines and indented', () => {
    const gone = GREET.slice(0, GREET.indexOf('  if')) + GREET.slice(GREET.indexOf('\n  return'));
    expect(
      changed(edit("if (name === ''\n  || name === ' ') { return\n'Nobody ($1)';\n}", '')),
    ).toEqual({ 'greet.ts': gone.replace('{\n\n', '{\n  \n') });
  });

  it('takes what is special in patterns as it is written', () => {
    expect(problems(edit('n.me', 'x'))).not.toEqual([]);
    expect(changed(edit('Nobody ($1)', '[$2]'))['greet.ts']).toContain("return '[$2]';");
  });

  it('makes its edits one after the other', () => {
    expect(
      changed(
        edit("'Hello '", "'Hi '"),
        edit("'Hi ' + name", "name + 'Hi '"),
        edit('= 1', '= 2', 'deep/count.ts'),
      ),
    ).toEqual({
      'greet.ts': GREET.replace("'Hello ' + name", "name + 'Hi '"),
      'deep/count.ts': 'export const count = 2;\n',
    });
  });
});

describe('A mutant that does not fit the reference is named with the line of its edit:', () => {
  it.each<[string, Edit, string]>([
    [
      'its text is not there',
      edit("return 'Hallo ' + name;", 'x'),
      "its text is not in reference/greet.ts: it has no 'return 'Hallo ' + name;'; the nearest is line 5, 'return 'Hello ' + name;'",
    ],
    [
      'one of its lines is not there',
      edit("if (name === '' || name === ' ') {\n  return 'Nobdy';", 'x'),
      "its text is not in reference/greet.ts: it has no 'return 'Nobdy';'; the nearest is line 3, 'return 'Nobody ($1)';'",
    ],
    [
      'its lines stand apart',
      edit("if (name === '' || name === ' ') {\n  return 'Hello ' + name;", 'x'),
      'its text is not in reference/greet.ts, though each of its lines is',
    ],
    [
      'its text is there twice',
      edit('name ===', 'name !=='),
      'its text occurs 2 times in reference/greet.ts, in lines 2, 2; add what stands around it',
    ],
    [
      'it changes nothing',
      edit("return 'Hello ' + name;", "return  'Hello '\n+ name;"),
      "changes nothing: 'find' and 'replace' are the same text",
    ],
    [
      'its file is not there',
      edit('x', 'y', 'gret.ts'),
      'there is no file reference/gret.ts; did you mean greet.ts?',
    ],
  ])('%s', (_what, wrong, sentence) => {
    expect(problems(wrong)).toEqual([`mutants/hb.yaml:7: mutant 'is_wrong': ${sentence}`]);
  });

  it('each of its edits that does not fit', () => {
    const found = problems(edit('x1', 'y', 'greet.ts', 7), edit('x2', 'y', 'greet.ts', 12));
    expect(found.map((problem) => problem.slice(0, 19))).toEqual([
      'mutants/hb.yaml:7: ',
      'mutants/hb.yaml:12:',
    ]);
  });
});
