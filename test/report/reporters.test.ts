import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REPORTERS } from '../../src/report/reporters.js';

describe('Every reporter', () => {
  it('has a name of its own', () => {
    const names = REPORTERS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(names[0]).toBe('pretty');
  });

  it('has a row in docs/reports.md', () => {
    const page = readFileSync('docs/reports.md', 'utf8');
    expect(REPORTERS.filter(({ name }) => !page.includes(`\n| \`${name}\` |`))).toEqual([]);
  });
});
