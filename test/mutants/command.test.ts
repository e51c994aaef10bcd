import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../cli/command-line.js';
import { caseFiles } from '../fakes/case-files.js';
import { CASES, HEARTBEAT, KILLED, SURVIVOR } from './small-world.js';

let cases: string;
let mutants: string;

beforeAll(() => {
  cases = caseFiles(CASES);
  mutants = caseFiles({ 'hb.yaml': `mutants:${KILLED}${SURVIVOR}` });
});

const run = (...argv: string[]) => call('mutants', '--cases', cases, '--mutants', mutants, ...argv);

describe('groupspec mutants', () => {
  it('shows what survived with its text, by rule, and ends with 1', async () => {
    const { code, stdout, stderr } = await run('--verbose');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const text = stdout.replace(/in \d+\.\d s\n$/, 'in 1.0 s\n');
    expect(text).toBe(`✔ HB-00        1 killed
✘ HB-03        0 killed, 1 survived

nobody_is_known [HB-00]
  killed by unknown, step 1: A sends Heartbeat v4: A: errorCode: expected UNKNOWN_MEMBER_ID, got FENCED_INSTANCE_ID

survived nothing_is_wrong [HB-03]  ${join(mutants, 'hb.yaml')}:11
  reference/handlers/heartbeat.ts
    - ${HEARTBEAT}
    + ${HEARTBEAT}
    +   if (call.version < 0) return DONE;

✘ 2 mutants: 1 killed, 1 survived, in 1.0 s
`);
  });

  it('takes rules, families and parts of names, tells machines all, and ends with 0', async () => {
    const { code, stdout } = await run('hb-00', 'nobody_*', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      format: 'groupspec-mutants',
      formatVersion: 1,
      kitVersion: expect.any(String),
      summary: { mutants: 1, killed: 1, survived: 0, durationMs: expect.any(Number) },
      rules: [{ rule: 'HB-00', killed: ['nobody_is_known'], survived: [] }],
      mutants: [
        {
          name: 'nobody_is_known',
          rules: ['HB-00'],
          reports: [],
          file: join(mutants, 'hb.yaml'),
          line: 2,
          edits: [
            {
              file: 'handlers/heartbeat.ts',
              find: HEARTBEAT,
              replace: `${HEARTBEAT}\n  return refuse(call, 'JOIN-08', 'FENCED_INSTANCE_ID');`,
            },
          ],
          fate: expect.objectContaining({ kind: 'failed', result: 'unknown' }),
        },
      ],
    });
  });

  it('ends with 2 and the nearest names where a pattern matches none', async () => {
    expect(await run('noboddy_*', 'HB')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^groupspec: no mutant matches 'noboddy_\*'; the nearest are .* \(groupspec list --rules shows all\)\n$/,
      ),
    });
  });

  it('ends with 3 where a mutant does not fit', async () => {
    const stale = caseFiles({
      'hb.yaml': `mutants:${KILLED.replace('file: handlers/', 'file: handler/')}`,
    });
    expect(await call('mutants', '--cases', cases, '--mutants', stale)).toEqual({
      code: 3,
      stdout: '',
      stderr: `${join(stale, 'hb.yaml')}:5:5: mutant 'nobody_is_known': there is no file reference/handler/heartbeat.ts; did you mean handlers/heartbeat.ts?\n1 problem\n`,
    });
  });
});

describe('groupspec list --rules', () => {
  it('shows the mutants of each rule, and counts results on the reference', async () => {
    const { stdout } = await call('list', '--rules');
    expect(stdout).toMatch(/^HB-00 .*\n(?: {13}.*\n)* {13}mutant [a-z0-9_]+\n/m);
    const [, rules, broken] =
      /\n(\d+) rules, \d+ shown by at least one case, (\d+) broken by at least one mutant\n/.exec(
        stdout,
      ) ?? [];
    expect(Number(broken)).toBeGreaterThan(0);
    expect(Number(broken)).toBeLessThanOrEqual(Number(rules));
    const [, cases = 0, results = 0] =
      /\n(\d+) cases, (\d+) results on the reference\n$/.exec(stdout) ?? [];
    expect(Number(results)).toBeGreaterThan(Number(cases));
  });

  it('counts only what is asked for', async () => {
    const { stdout } = await call('list', '--rules', 'heartbeat/unknown-group');
    // Heartbeat has five versions, 0 to 4.
    expect(stdout).toMatch(/\n1 case, 5 results on the reference\n$/);
  });
});
