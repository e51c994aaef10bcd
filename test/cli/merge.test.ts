import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseFiles } from '../fakes/case-files.js';
import { call } from './command-line.js';

const directory = caseFiles({ 'no.json': '{"format": "other"}', 'text.json': 'no JSON' });
const path = (name: string) => join(directory, name);

const CASES = ['heartbeat', 'leave/*', 'describe', 'versions'];

async function save(name: string, argv: readonly string[]): Promise<number | null> {
  const { code, stdout } = await call(...argv, '--reporter', 'json');
  writeFileSync(path(name), stdout);
  return code;
}

const run = (...more: readonly string[]) => ['run', ...CASES, ...more];
const SHARDS = [1, 2, 3].map((number) => path(`shard-${number}.json`));

describe('groupspec merge', () => {
  it('writes what the run would have written that was not shared', async () => {
    expect(await save('whole.json', run())).toBe(0);
    for (const number of [1, 2, 3]) {
      expect(await save(`shard-${number}.json`, run('--shard', `${number}/3`))).toBe(0);
    }
    const whole = readFileSync(path('whole.json'), 'utf8');
    expect(await call('merge', ...SHARDS)).toEqual({ code: 0, stdout: whole, stderr: '' });
    const { code, stdout } = await call('merge', ...SHARDS, '-o', path('merged.json'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/✔ reference conforms: \d+ passed, 3 skipped\n$/);
    expect(readFileSync(path('merged.json'), 'utf8')).toBe(whole);
  });

  it('makes what is certified, and shown, as a whole run is; a shard alone is not', async () => {
    const created = await call('certificate', path('merged.json'), '--date', '2026-11-30');
    expect(created.code).toBe(0);
    writeFileSync(path('certificate.json'), created.stdout);
    expect(
      await call('certificate', 'verify', path('certificate.json'), path('merged.json')),
    ).toMatchObject({ code: 0 });
    expect(await call('certificate', path('shard-1.json'))).toMatchObject({
      code: 1,
      stderr:
        'groupspec: not certified: the report is of shard 1/3 alone; groupspec merge makes one of all shards\n',
    });
    expect(await call('deviations', 'init', path('shard-1.json'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the report is of shard 1/3 alone'),
    });
    expect((await call('report', path('shard-2.json'))).stdout).toContain(' · shard 2/3\n');
  });

  it('shows the whole in the ways that a run has', async () => {
    const junit = path('junit.xml');
    const { stdout } = await call(
      'merge',
      ...SHARDS,
      '--reporter',
      `junit=${junit}`,
      '-r',
      'pretty',
    );
    expect(stdout).toContain('✔ reference conforms');
    expect(readFileSync(junit, 'utf8')).toContain('<testsuite');
    expect((await call('merge', ...SHARDS, '--reporter', 'jnit')).code).toBe(3);
  });

  it('ends as the run would have', async () => {
    const wrong = ['--adapter', 'jsonrpc:node test/fakes/deviant-adapter.js Heartbeat:25=69'];
    const patience = ['--connect-timeout', '90000'];
    const names = ['wrong-1.json', 'wrong-2.json'];
    for (const [index, name] of names.entries()) {
      await save(name, run(...wrong, ...patience, '--shard', `${index + 1}/2`));
    }
    const { code, stdout } = await call('merge', ...names.map(path), '--out', path('wrong.json'));
    expect(code).toBe(1);
    expect(stdout).toMatch(/\n✘ reference differs: /);
  });

  it('ends with 3 for what is not all shards of one run, and writes nothing', async () => {
    const [first = '', second = '', third = ''] = SHARDS;
    const out = path('never.json');
    const refused = async (...files: readonly string[]) => {
      const { code, stderr } = await call('merge', ...files, '--out', out);
      expect({ code, written: existsSync(out) }).toEqual({ code: 3, written: false });
      return stderr.replaceAll(`${directory}/`, '');
    };
    expect(await refused(first, third)).toBe(
      'shard-1.json:1:1: is one of 3 shards, of which these are missing: 2/3\n1 problem\n',
    );
    expect(await refused(first, second, second, third)).toBe(
      'shard-2.json:1:1: is shard 2/3, as is shard-2.json\n1 problem\n',
    );
    expect(await refused(path('whole.json'))).toBe(
      'whole.json:1:1: is of a whole run, not of a shard\n1 problem\n',
    );
    expect(await refused(first, path('no.json'))).toContain(
      'no.json:1:1: is a other; a groupspec-report or a groupspec-exploration is needed\n',
    );
    expect(await refused(path('text.json'))).toContain('text.json:1:1: cannot be read: ');
    const older = JSON.parse(readFileSync(second, 'utf8'));
    writeFileSync(path('older.json'), JSON.stringify({ ...older, kitVersion: '0.0.1' }));
    expect(await refused(path('older.json'))).toMatch(
      /^older\.json:1:1: was made by groupspec 0\.0\.1; this is .*, merge it with groupspec 0\.0\.1\n/,
    );
  });

  it('knows nothing of shards that cannot be', async () => {
    for (const shard of ['0/4', '5/4', '1', '1/0', '1/1001', 'a/b', '1/4/2']) {
      const { code, stderr } = await call('run', 'heartbeat', '--shard', shard);
      expect(code).toBe(3);
      expect(stderr).toContain('a shard such as 1/4 is needed, from 1/N to N/N');
    }
  });
});

describe('groupspec merge of explorations', () => {
  it('writes what the exploration would have written that was not shared', async () => {
    const explore = (...more: readonly string[]) => [
      'explore',
      '--runs',
      '40',
      '--steps',
      '3',
      ...more,
    ];
    expect(await save('explored.json', explore())).toBe(0);
    expect(await save('explored-1.json', explore('--shard', '1/2'))).toBe(0);
    expect(await save('explored-2.json', explore('--shard', '2/2'))).toBe(0);
    const files = [path('explored-2.json'), path('explored-1.json')];
    const whole = readFileSync(path('explored.json'), 'utf8');
    expect(await call('merge', ...files)).toEqual({ code: 0, stdout: whole, stderr: '' });
    const { stdout } = await call('merge', ...files, '--reporter', 'pretty');
    expect(stdout).toMatch(/\n✔ no divergence of reference: 120 steps in 40 runs, seed 1\n$/);
    expect(await call('merge', ...files, SHARDS[0] ?? '')).toMatchObject({ code: 3 });
  });

  it('says of a shard without runs that it has none', async () => {
    const { code, stdout } = await call('explore', '--runs', '40', '--shard', '2/2');
    expect(code).toBe(0);
    expect(stdout).toBe(
      '✔ no run falls to shard 2/2: shards share blocks of 512 runs, and there are 40 runs\n',
    );
  });
});
