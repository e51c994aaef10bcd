import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseFiles } from '../fakes/case-files.js';
import { call } from './command-line.js';

/** The reference, but that a heartbeat of nobody is answered GROUP_ID_NOT_FOUND. */
const DEVIANT = 'jsonrpc:node test/fakes/deviant-adapter.js Heartbeat:25=69';
const SOUND = 'jsonrpc:node test/fakes/deviant-adapter.js';

/** A busy machine takes its time to start a process. */
const PATIENCE = ['--connect-timeout', '90000'];

const directory = caseFiles({ 'empty.yaml': 'deviations: []\n' });
const path = (name: string) => join(directory, name);

const run = (adapter: string, ...more: readonly string[]) =>
  call('run', 'heartbeat', '--adapter', adapter, ...PATIENCE, ...more);

async function saveReport(name: string): Promise<string> {
  const { stdout } = await run(DEVIANT, '--reporter', 'json');
  writeFileSync(path(name), stdout);
  return path(name);
}

describe('A file of known deviations made from a run', () => {
  const known = path('known.yaml');

  it('makes the next run end with 0', async () => {
    const report = await saveReport('report.json');
    expect((await run(DEVIANT)).code).toBe(1);
    expect(await call('deviations', 'init', report, '--out', known)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    const { code, stdout } = await run(DEVIANT, '--deviations', known);
    expect(code).toBe(0);
    expect(stdout).not.toContain('FAIL');
    expect(stdout).toMatch(
      /KNOWN to differ, as pinned\n +\d+ {2}Heartbeat errorCode GROUP_ID_NOT_FOUND: not yet looked into\n/,
    );
    expect(stdout).toMatch(/✔ reference differs only as it is known to: \d+ passed, \d+ known/);
  });

  it('leaves the failures in the report, with what is known of them', async () => {
    const { stdout } = await run(DEVIANT, '--deviations', known, '--reporter', 'json');
    const report = JSON.parse(stdout);
    expect(report.verdict).toBe('deviates');
    expect(report.deviations).toMatchObject({ file: known, problems: [] });
    const failed = report.results.filter(({ verdict }: { verdict: string }) => verdict === 'fail');
    expect(failed).toHaveLength(report.deviations.known);
    expect(failed[0].deviation).toMatchObject({ reason: 'not yet looked into' });
  });

  it('makes it end with 1 when one pinned value is changed, and says which', async () => {
    const text = readFileSync(known, 'utf8').replace(
      'GROUP_ID_NOT_FOUND\n        w',
      'NONE\n        w',
    );
    writeFileSync(path('changed.yaml'), text);
    const line = text.split('\n').findIndex((one) => one.includes('        where:')) + 2;
    const { code, stdout } = await run(DEVIANT, '--deviations', path('changed.yaml'));
    expect(code).toBe(1);
    expect(stdout).toContain(`FAIL ${path('changed.yaml')} is not right any more\n`);
    expect(stdout).toContain(`  differs    ${path('changed.yaml')}:${line}:11: heartbeat/`);
    expect(stdout).toContain('A errorCode is GROUP_ID_NOT_FOUND, not NONE');
  });

  it('makes it end with 1 when a deviation is mended, and says which', async () => {
    const { code, stdout } = await run(SOUND, '--deviations', known);
    expect(code).toBe(1);
    expect(stdout).toMatch(/\n {2}stale {6}\S+known\.yaml:\d+:11: heartbeat\/\S+ passes by now\n/);
    expect(stdout).toMatch(/✘ reference differs: \d+ passed, \d+ problems with what is known/);
  });

  it('is no reason to fail for a run of other cases', async () => {
    const { code, stdout } = await call(
      ...['run', 'leave/unknown-group', '--adapter', SOUND, ...PATIENCE],
      ...['--deviations', known, '--reporter', 'json'],
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).deviations.unchecked).toBeGreaterThan(0);
  });

  it('can be held against a report without another run', async () => {
    const good = await call('deviations', 'check', path('report.json'), '--deviations', known);
    expect(good).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+ known to deviate, 0 unknown, 0 problems\n$/),
    });
    const bad = await call(
      ...['deviations', 'check', path('report.json'), '--deviations', path('empty.yaml')],
    );
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/^unknown {4}heartbeat\/\S+: .*GROUP_ID_NOT_FOUND\n/);
  });

  it('can be made anew without losing what was said of what is still the same', async () => {
    const said = readFileSync(known, 'utf8').replaceAll(
      'not yet looked into\n',
      'It looks for the group first\n',
    );
    writeFileSync(path('said.yaml'), said);
    const again = await call(
      ...['deviations', 'init', path('report.json'), '--keep', path('said.yaml')],
    );
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toContain('    reason: It looks for the group first\n');
    expect(again.stdout).not.toContain('reason: not yet');
  });

  it('is not overwritten unless it is said', async () => {
    const again = await call('deviations', 'init', path('report.json'), '--out', known);
    expect(again).toMatchObject({
      code: 3,
      stderr: `groupspec: ${known} is there already; use --force\n`,
    });
    const forced = await call('deviations', 'init', path('report.json'), '--out', known, '--force');
    expect(forced.code).toBe(0);
  });
});

describe('groupspec deviations init', () => {
  it('runs the cases itself where there is no report', async () => {
    const cases = caseFiles({
      'one.yaml': `title: A heartbeat of nobody is refused
rules: [HB-00]
steps:
  - A: Heartbeat
    with: { memberId: nobody }
    expect: UNKNOWN_MEMBER_ID
`,
    });
    const { code, stdout } = await call(
      ...['deviations', 'init', '--cases', cases, '--adapter', DEVIANT, ...PATIENCE],
    );
    expect(code).toBe(0);
    expect(stdout).toContain(`      - actual:
          A errorCode: GROUP_ID_NOT_FOUND
        where:
          one: step 1
`);
  });

  it('makes nothing of a run that gave no verdict', async () => {
    const { stdout } = await run('jsonrpc:false', '--reporter', 'json');
    writeFileSync(path('fault.json'), stdout);
    const out = path('nothing.yaml');
    const { code, stderr } = await call('deviations', 'init', path('fault.json'), '--out', out);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^groupspec: .*; no deviations can be told from it\n$/);
    expect(existsSync(out)).toBe(false);
  });

  it.each([
    ['is not there', 'no.json', /^\S+no\.json:1:1: cannot be read: ENOENT/],
    ['is no JSON', 'empty.yaml', /^\S+empty\.yaml:1:1: cannot be read: Unexpected token/],
    [
      'is no report',
      'other.json',
      /^\S+other\.json:1:1: has another format; a groupspec-report is needed/,
    ],
  ])('says so where a report %s', async (_what, name, message) => {
    writeFileSync(path('other.json'), '{}');
    const { code, stderr } = await call('deviations', 'init', path(name));
    expect(code).toBe(3);
    expect(stderr).toMatch(message);
  });
});
