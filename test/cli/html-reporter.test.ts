import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { call } from './command-line.js';

const directory = mkdtempSync(join(tmpdir(), 'groupspec-html-'));
afterAll(() => rmSync(directory, { recursive: true }));
const inDirectory = (name: string) => join(directory, name);
const [json, page, both] = ['a.json', 'a.html', 'both.html'].map(inDirectory);

describe('--reporter html', () => {
  it('writes a page of a run, and the same one of its saved report', async () => {
    const run = await call('run', 'heartbeat', '-r', `json=${json}`, '-r', `html=${page}`);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const text = readFileSync(page ?? '', 'utf8');
    expect(text).toContain('<h1>reference</h1>');
    expect(text).toContain('Groups of dynamic members');
    const again = await call('report', json ?? '', '-r', 'html');
    expect(again).toEqual({ code: 0, stderr: '', stdout: text });
  });

  it('writes one page of several reports', async () => {
    const told = await call('report', json ?? '', json ?? '', '-r', `html=${both}`);
    expect(told).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(both ?? '', 'utf8')).toContain('2 implementations, side by side');
  });
});
