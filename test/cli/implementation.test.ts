import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseFiles } from '../fakes/case-files.js';
import { call } from './command-line.js';

const DEVIANT = resolve('test/fakes/deviant-adapter.js');

const files = {
  'mock.yaml': `name: mock
title: A mock of mine
version: '1.2'
homepage: https://example.org/mock
obtain: npm i mock
adapter:
  jsonrpc: sh -c 'pwd >seen-from; exec node ${DEVIANT} Heartbeat:25=69'
profile: kafka-4.0
configuration: { group.max.size: 5 }
capabilities: { lacks: [reload] }
deviations: mock.deviations.yaml
options: { exact: true, connect-timeout: 90000 }
`,
  'mock.deviations.yaml': `deviations:
  - title: A heartbeat for a group that does not exist has an error of its own
    rules: [TYPE-04]
    reason: It looks for the group first
    fails:
      - actual: { A errorCode: GROUP_ID_NOT_FOUND }
        where: { heartbeat/unknown-group@Heartbeat.v0-4: step 1 }
`,
  'none.yaml': `name: none
title: Started by somebody else
homepage: https://example.org/none
obtain: ask me
`,
};
const directory = caseFiles(files);
const mock = join(directory, 'mock.yaml');

const run = (...argv: readonly string[]) =>
  call('run', 'heartbeat/unknown-group', '--implementation', mock, ...argv);

describe('--implementation', () => {
  it('starts, judges and knows the implementation as its file says', async () => {
    const { code, stdout } = await run('--reporter', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'deviates',
      profile: 'kafka-4.0',
      exact: true,
      implementation: {
        name: 'mock',
        title: 'A mock of mine',
        version: '1.2',
        homepage: 'https://example.org/mock',
        adapter: 'jsonrpc',
        configuration: { 'group.max.size': 5 },
      },
      deviations: { known: 5, unexplained: 0 },
    });
    expect(JSON.parse(stdout).implementation.capabilities).not.toContain('reload');
  });

  it('runs commands in the directory of the file', () => {
    expect(readFileSync(join(directory, 'seen-from'), 'utf8')).toBe(`${directory}\n`);
    expect(existsSync('seen-from')).toBe(false);
  });

  it('names it by title and version', async () => {
    const { stdout } = await run();
    expect(stdout).toMatch(/^groupspec \S+ · A mock of mine 1\.2 · virtual clock · /);
    expect(stdout).toMatch(
      /✔ A mock of mine 1\.2 differs only as it is known to: 0 passed, 5 known/,
    );
  });

  it('gives way to whatever the command line says', async () => {
    const { code, stdout } = await run(
      ...['--adapter', 'reference', '--profile', 'kafka-latest', '--no-deviations'],
      ...['--config', 'group.max.size=6', '--implementation-version', '1.3'],
      ...['--reporter', 'json'],
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'pass',
      profile: 'kafka-latest',
      exact: true,
      implementation: {
        version: '1.3',
        adapter: 'reference',
        configuration: { 'group.max.size': 6 },
      },
      deviations: null,
    });
  });

  it('gives way to other known deviations', async () => {
    const other = caseFiles({ 'empty.yaml': 'deviations: []\n' });
    expect((await run('--deviations', join(other, 'empty.yaml'))).code).toBe(1);
    expect((await run('--no-deviations')).code).toBe(1);
  });

  it('asks for --adapter where the file says nothing of it', async () => {
    const none = join(directory, 'none.yaml');
    expect(await call('run', 'heartbeat', '--implementation', none)).toMatchObject({
      code: 3,
      stderr: `groupspec: ${none} does not say how to reach none; use --adapter, e.g. --adapter tcp:127.0.0.1:9092\n`,
    });
    const given = ['--implementation', none, '--adapter', 'reference'];
    expect((await call('run', 'heartbeat/unknown-group', ...given)).code).toBe(0);
  });

  it('ends with 3 where the file is not there or wrong', async () => {
    const missing = await call('run', '--implementation', join(directory, 'missing.yaml'));
    expect(missing).toMatchObject({ code: 3, stderr: expect.stringContaining('cannot be read') });
  });

  it('serves explorations, too', async () => {
    const { code, stdout } = await call(
      ...['explore', '--implementation', mock, '--runs', '3', '--steps', '10'],
      ...['--shrink-limit', '1', '--reporter', 'json'],
    );
    expect([0, 1]).toContain(code);
    expect(JSON.parse(stdout)).toMatchObject({ implementation: { name: 'mock' } });
  });
});
