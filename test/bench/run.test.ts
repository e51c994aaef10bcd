import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'groupspec-bench-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function bench(
  ...args: readonly string[]
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/bench/run.js', ...args], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe('npm run bench', () => {
  it('prints a table and writes the same as JSON, and ends with 0 whatever it has measured', async () => {
    const file = join(directory, 'bench.json');
    const { code, stdout } = await bench('--only', 'codec', '--rounds', '1', '--json', file);
    expect(code).toBe(0);
    const { machine, rounds, rows, skipped } = JSON.parse(readFileSync(file, 'utf8'));
    expect(machine.node).toBe(process.version);
    expect({ rounds, skipped }).toEqual({ rounds: 1, skipped: [] });
    expect(rows).toHaveLength(4);
    const lines = stdout.split('\n');
    for (const { what, unit, ours, other, ratio, goal } of rows) {
      expect(unit).toBe('µs');
      for (const { median, low, high } of [ours, other, ratio]) {
        expect([low, median, high].every((value) => value > 0)).toBe(true);
        expect(low).toBeLessThanOrEqual(median);
        expect(median).toBeLessThanOrEqual(high);
      }
      const line = lines.find((one) => one.startsWith(what));
      expect(line).toContain(other.name);
      expect(line).toMatch(goal.held ? /: held$/ : /: NOT HELD$/);
    }
  });

  it('ends with 3 and names what there is where it is asked for something else', async () => {
    const { code, stderr } = await bench('--only', 'kodec');
    expect(code).toBe(3);
    expect(stderr).toContain("--only: nothing that is measured is called 'kodec'");
    expect(stderr).toMatch(/^ {2}codec /m);
  });

  it('ends with 3 where rounds are no positive integer', async () => {
    const { code, stderr } = await bench('--rounds', '0');
    expect(code).toBe(3);
    expect(stderr).toContain('--rounds: a positive integer is needed');
  });
});
