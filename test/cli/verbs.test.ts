import { describe, expect, it } from 'vitest';
import { VERBS } from '../../src/cli/verbs.js';
import { call, spawned } from './command-line.js';

describe('Help', () => {
  it('on them all lists every verb with what it does', async () => {
    const { code, stdout } = await spawned('--help');
    expect(code).toBe(0);
    const text = stdout.replaceAll(/\s+/g, ' ');
    for (const { name, description } of VERBS) expect(text).toContain(`${name} ${description}`);
  });

  it.each(VERBS)('on $name tells its options, asked for in either way', async ({ name }) => {
    const told = await call(name, '--help');
    expect(told.code).toBe(0);
    expect(told.stdout).toMatch(new RegExp(`^Usage: groupspec ${name} \\[options\\]`));
    expect(told.stdout.split('\n').length).toBeGreaterThan(8);
    expect(await call('help', name)).toEqual(told);
  });
});
