import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { certify } from '../../src/certify.js';
import { minimise } from '../../src/explore/generate/minimise.js';
import { ALL_PAIRS } from '../../src/explore/pairs.js';
import { loadKit } from '../../src/kit.js';
import { loadSpec } from '../../src/spec/spec.js';
import { call } from '../cli/command-line.js';
import { heartbeat, join as joins, sequence, toDeadline } from './exploring.js';
import { stable } from './hand-written.js';

const SMALL = ['--runs', '12', '--steps', '20', '--limit', '12'];

const directory = () => mkdtempSync(join(tmpdir(), 'groupspec-'));
const contents = (at: string) =>
  Object.fromEntries(readdirSync(at).map((name) => [name, readFileSync(join(at, name), 'utf8')]));

describe('groupspec generate', () => {
  it('writes the same bytes from the same seed, others from another, and all of them pass', async () => {
    const [first, second, other] = [directory(), directory(), directory()];
    const made = await call('generate', '--seed', '3', ...SMALL, '--out', first);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(/^12 cases in .*: 12 written, 0 as before, 0 removed\n/);
    await call('generate', '--seed', '3', ...SMALL, '--out', second);
    await call('generate', '--seed', '4', ...SMALL, '--out', other);
    expect(contents(second)).toEqual(contents(first));
    expect(contents(other)).not.toEqual(contents(first));

    const kit = loadKit(first);
    const report = await certify(kit, createReferenceAdapter(kit.defaults));
    expect(report.results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    for (const { data } of kit.cases) expect(data.origin).toEqual({ seed: 3 });
    expect(new Set(kit.cases.map(({ data }) => data.title)).size).toBe(12);
  }, 60_000);

  it('removes what it does not make any more, keeps what people wrote', async () => {
    const at = directory();
    await call('generate', '--seed', '3', ...SMALL, '--out', at);
    const before = contents(at);
    const [name = '', stale = ''] = Object.keys(before);
    writeFileSync(join(at, name), `${before[name]}# Somebody was here.\n`);
    writeFileSync(join(at, 'old.yaml'), before[stale] ?? '');
    writeFileSync(join(at, 'by-hand.yaml'), 'title: Something that a person has written\n');
    const again = await call('generate', '--seed', '3', ...SMALL, '--out', at);
    expect(again.stdout).toContain('1 written, 11 as before, 1 removed');
    const after = contents(at);
    expect(after[name]).toBe(before[name]);
    expect(after).not.toHaveProperty(['old.yaml']);
    expect(after).toHaveProperty(['by-hand.yaml']);
  }, 60_000);

  it('says what is wrong with its options', async () => {
    expect(await call('generate', '--seed', 'x')).toMatchObject({ code: 3 });
    const help = await call('generate', '--help');
    expect(help.stdout).toContain('What such a case expects is what the');
  });
});

describe('Minimising', () => {
  it('leaves out moves, settings and old versions that do not matter', async () => {
    const { moves } = sequence(...stable('A', 'B'), heartbeat('B'), heartbeat('A'));
    const { versions } = sequence();
    const long = {
      moves,
      versions: { ...versions, Heartbeat: 0, JoinGroup: 5 },
      configuration: { 'group.max.size': 3 },
    };
    const small = await minimise(
      long,
      versions,
      async (candidate) =>
        candidate.versions.JoinGroup === 5 &&
        candidate.moves.some((move) => move === moves[0]) &&
        candidate.moves.some((move) => move === moves.at(-1)),
      1_000,
    );
    expect(small).toEqual({
      moves: [moves[0], moves.at(-1)],
      versions: { ...versions, JoinGroup: 5 },
      configuration: {},
    });
  });

  it('ends with what it has after so many tries', async () => {
    const long = sequence(joins('A', ''), toDeadline, heartbeat('A'));
    expect(await minimise(long, long.versions, async () => true, 0)).toEqual(long);
  });
});

it('Pairs are the cells of the table of states and requests', () => {
  const cells = loadSpec().stateRequests.requests.flatMap(({ request, cells: own }) =>
    [...own.keys()].map((state) => `${request} in ${state}`),
  );
  expect([...ALL_PAIRS].sort()).toEqual(cells.sort());
});
