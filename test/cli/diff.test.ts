import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseFiles } from '../fakes/case-files.js';
import { call } from './command-line.js';

const directory = caseFiles({ 'text.json': 'no JSON' });
const path = (name: string) => join(directory, name);

async function save(name: string, ...argv: readonly string[]): Promise<string> {
  const { stdout } = await call(...argv, '--reporter', 'json');
  writeFileSync(path(name), stdout);
  return path(name);
}

const DEVIANT = ['--adapter', 'jsonrpc:node test/fakes/deviant-adapter.js Heartbeat:25=69'];
const SOUND = ['--adapter', 'jsonrpc:node test/fakes/deviant-adapter.js'];
/** A busy machine takes its time to start a process. */
const PATIENCE = ['--connect-timeout', '90000'];

describe('groupspec diff', () => {
  it('ends with 1 for what has become worse, and with 0 for what has become better', async () => {
    const sound = await save('sound.json', 'run', 'heartbeat', ...SOUND, ...PATIENCE);
    const wrong = await save('wrong.json', 'run', 'heartbeat', ...DEVIANT, ...PATIENCE);
    const worse = await call('diff', sound, wrong);
    expect(worse.code).toBe(1);
    expect(worse.stdout).toMatch(
      /^FAILS NOW\n(.*\n)* {2}heartbeat\/unknown-group@Heartbeat\.v0-4 {2}at step 1: A errorCode GROUP_ID_NOT_FOUND\n/,
    );
    expect(worse.stdout).toMatch(/\n✘ \d+ changes: \d+ for the worse\n$/);
    const better = await call('diff', wrong, sound);
    expect(better.code).toBe(0);
    expect(better.stdout).toMatch(/^FIXED\n(.*\n)*✔ \d+ changes: \d+ for the better\n$/);
    expect(await call('diff', wrong, wrong)).toEqual({
      code: 0,
      stdout: '✔ the same verdicts\n',
      stderr: '',
    });
    const { code, stdout } = await call('diff', sound, wrong, '--reporter', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'groupspec-diff',
      circumstances: [],
      changes: expect.arrayContaining([
        {
          kind: 'fails',
          effect: 'worse',
          what: 'heartbeat/unknown-group@Heartbeat.v0-4',
          text: 'at step 1: A errorCode GROUP_ID_NOT_FOUND',
        },
      ]),
    });
  });

  it('tells explorations apart by their counterexamples and what they have reached', async () => {
    const explore = ['explore', '--runs', '30', '--steps', '12', '--max-failures', '2'];
    const sound = await save('explored.json', ...explore);
    const wrong = await save('diverged.json', ...explore, ...DEVIANT, ...PATIENCE);
    const shorter = await save('shorter.json', ...explore, '--runs', '2');
    const { code, stdout } = await call('diff', sound, wrong);
    expect(code).toBe(1);
    expect(stdout).toMatch(/\nFAILS NOW\n.*errorCode GROUP_ID_NOT_FOUND.* \(--replay gs1\.\S+\)\n/);
    expect((await call('diff', sound, sound)).stdout).toBe('✔ the same verdicts\n');
    const less = await call('diff', sound, shorter);
    expect(less.code).toBe(1);
    expect(less.stdout).toMatch(/^not run alike\n {2}asked\.runs: 30 → 2\n/);
    expect(less.stdout).toMatch(/\nMISSED NOW\n/);
    expect((await call('diff', shorter, sound)).code).toBe(0);
  });

  it('ends with 3 for what cannot be compared', async () => {
    const run = path('sound.json');
    const refused = async (...files: readonly string[]) => {
      const { code, stderr } = await call('diff', ...files);
      expect(code).toBe(3);
      return stderr.replaceAll(`${directory}/`, '');
    };
    expect(await refused(run, path('explored.json'))).toBe(
      'explored.json:1:1: is of an exploration, and sound.json of a run of the cases\n1 problem\n',
    );
    const shard = await save('shard.json', 'run', 'heartbeat', '--shard', '1/2');
    expect(await refused(run, shard)).toBe(
      'shard.json:1:1: is of shard 1/2 alone; groupspec merge makes one report of all shards\n1 problem\n',
    );
    expect(await refused(run, path('text.json'))).toContain('text.json:1:1: cannot be read');
    const old = { ...JSON.parse(readFileSync(run, 'utf8')), formatVersion: 1 };
    writeFileSync(path('old.json'), JSON.stringify(old));
    expect(await refused(path('old.json'), run)).toContain(
      'old.json:1:1: has version 1 of its format; this groupspec reads version ',
    );
    expect(await refused(run)).toContain("missing required argument 'after'");
  });
});
