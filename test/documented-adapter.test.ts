import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from './cli/command-line.js';
import { caseFiles } from './fakes/case-files.js';

/** Each ```ts block of the page is a file, whose name is its first comment. */
const FILES = Object.fromEntries(
  [
    ...readFileSync('docs/write-an-adapter.md', 'utf8').matchAll(
      /^```ts\n\/\/ (\S+\.ts)\n([\s\S]*?)^```$/gm,
    ),
  ].map(([, name = '', text = '']) => [name, text]),
);

let folder: string;

function run(...argv: readonly string[]): Promise<Outcome> {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
  return new Promise((done) => {
    execFile(process.execPath, argv, { cwd: folder, env }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

beforeAll(() => {
  folder = caseFiles({ 'package.json': '{ "type": "module" }', ...FILES });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules', 'groupspec'));
  symlinkSync(resolve('node_modules/vitest'), join(folder, 'node_modules', 'vitest'));
});

describe('The adapter of docs/write-an-adapter.md', () => {
  it('is all there', () => {
    expect(Object.keys(FILES)).toEqual(['no-groups.ts', 'judge.ts', 'no-groups.test.ts']);
  });

  it('compiles, and conforms as far as it goes', async () => {
    const compiled = await run(
      ...[resolve('node_modules/typescript/bin/tsc'), '--strict', '--target', 'ES2023'],
      ...['--module', 'nodenext', '--types', 'node', '--typeRoots', resolve('node_modules/@types')],
      'judge.ts',
    );
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
    const { code, stdout, stderr } = await run('judge.js');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^✔ no groups conforms: \d+ passed, \d+ skipped$/m);
  });

  it('is tested by vitest as the page says', async () => {
    const { code, stdout } = await run('node_modules/vitest/vitest.mjs', 'run');
    expect(stdout).toMatch(/Tests {2}\d+ passed \| \d+ skipped/);
    expect(code).toBe(0);
  });
});
