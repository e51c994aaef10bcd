import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../cli/command-line.js';
import { caseFiles } from '../fakes/case-files.js';
import { CASES } from '../mutants/small-world.js';

let cases: string;
let none: string;

beforeAll(() => {
  cases = caseFiles(CASES);
  none = join(caseFiles({ 'survivors.yaml': 'survivors: []\n' }), 'survivors.yaml');
});

const run = (...argv: string[]) =>
  call('mutation', '--cases', cases, '--survivors', none, '--jobs', '1', ...argv);

describe('groupspec mutation', () => {
  it('tells machines of every mutant, and ends with 1 for survivors that are not listed', async () => {
    const { code, stdout, stderr } = await run('handlers/heartbeat.ts', '--json');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const { summary, files, mutants, ...rest } = JSON.parse(stdout);
    expect(rest).toEqual({
      format: 'groupspec-mutation',
      formatVersion: 1,
      kitVersion: expect.any(String),
      leftAside: [],
    });
    expect(summary).toMatchObject({ mutants: mutants.length, listed: 0 });
    expect(files).toEqual([expect.objectContaining({ file: 'handlers/heartbeat.ts' })]);
    expect(mutants).toContainEqual({
      file: 'handlers/heartbeat.ts',
      line: expect.any(Number),
      column: expect.any(Number),
      mutator: 'StringLiteral',
      original: "'UNKNOWN_MEMBER_ID'",
      replacement: '""',
      cases: 1,
      outcome: expect.objectContaining({ kind: 'failed', result: 'unknown' }),
      listed: null,
    });
  }, 60_000);

  it('refuses a listed survivor that is not there, before it takes its time', async () => {
    const text = `survivors:
  - reason: nothing on a wire shows it
    mutants: [{ file: handlers/heartbeat.ts, original: no such text, replacement: '""' }]
`;
    const path = join(caseFiles({ 'survivors.yaml': text }), 'survivors.yaml');
    const { code, stdout, stderr } = await run('handlers/heartbeat.ts', '--survivors', path);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain(
      "survivors.yaml:3:56: no mutant of reference/handlers/heartbeat.ts replaces 'no such text' there\n",
    );
  });

  it('names the files where none is meant', async () => {
    const { code, stderr } = await run('handler/heartbeat.ts');
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^groupspec: nothing below reference\/ begins with handler\/heartbeat\.ts; there are call\.ts, /,
    );
  });
});
