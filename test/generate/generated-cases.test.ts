import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { differingFiles, GENERATORS, generate } from '../../src/gate/generators.js';
import { GENERATED_CASES_DIRECTORY, generatedCases } from '../../src/generate/generated-cases.js';
import { answerAlike, combine } from '../../src/spec/fault-combination.js';
import { loadSpec } from '../../src/spec/spec.js';

const spec = loadSpec();
const files = generatedCases(spec);
const named = (path: string) => path.replace(/^.*\//, '').replace(/\.yaml$/, '');
const generator = GENERATORS.find(({ directory }) => directory === GENERATED_CASES_DIRECTORY);

describe('The generated cases', () => {
  test('are the same bytes every time', () => {
    expect([...generatedCases(loadSpec())]).toEqual([...files]);
  });

  test('are what npm run generate writes, and nothing else is in their directory', () => {
    if (generator === undefined) throw new Error('nothing generates cases');
    expect(differingFiles(generator)).toEqual([]);
  });

  test('say where they come from', () => {
    for (const [path, text] of files) {
      const table = path.includes('/states/') ? 'state-request' : 'precedence';
      expect(text.split('\n').slice(0, 3), path).toEqual([
        '# yaml-language-server: $schema=../../../spec/schemas/case.schema.json',
        expect.stringMatching(`^# From spec/grids/${table}.yaml[,:] .+\\.$`),
        '# Generated: change it there, then npm run generate.',
      ]);
    }
  });

  test('never group more members than a small group.max.size lets in', () => {
    for (const [path, text] of files) {
      const { given = {} } = parse(text) as { given?: Record<string, string[]> };
      expect(Object.values(given).flat().length, path).toBeLessThanOrEqual(4);
    }
  });
});

describe('Leftovers and edits in the directory', () => {
  function written() {
    if (generator === undefined) throw new Error('nothing generates cases');
    const root = mkdtempSync(join(tmpdir(), 'groupspec-generated-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    generate(generator, root);
    return { root, generator, directory: join(root, GENERATED_CASES_DIRECTORY) };
  }

  test('are told apart from what the tables yield, and are gone after the next run', () => {
    const { root, generator: own, directory } = written();
    expect(differingFiles(own, root)).toEqual([]);

    const stray = join(directory, 'precedence/stray.yaml');
    const edited = join(directory, 'states/heartbeat-in-stable.yaml');
    const before = readFileSync(edited, 'utf8');
    writeFileSync(stray, 'title: Nobody asked for this\n');
    writeFileSync(edited, before.replace('expect: NONE', 'expect: ILLEGAL_GENERATION'));
    const both = ['precedence/stray.yaml', 'states/heartbeat-in-stable.yaml'].map(
      (name) => `${GENERATED_CASES_DIRECTORY}/${name}`,
    );
    expect(differingFiles(own, root)).toEqual(both);
    expect(generate(own, root)).toEqual(both);
    expect(existsSync(stray)).toBe(false);
    expect(readFileSync(edited, 'utf8')).toBe(before);
  });
});

describe('The table of precedence', () => {
  const names = [...files.keys()].filter((path) => path.includes('/precedence/')).map(named);

  test.each(spec.precedence)('has one case of every two faults of $api that can meet', (api) => {
    const prefix = api.api.replace(/Group$/, '-group').toLowerCase();
    const pairs = new Set<string>();
    for (const [index, winner] of api.faults.entries()) {
      for (const loser of api.faults.slice(index + 1)) {
        const name = `${prefix}-${winner.fault}-over-${loser.fault}`;
        const wanted = !answerAlike(winner, loser) && combine(api, [winner, loser]).possible;
        expect(
          names.filter((one) => one === name),
          name,
        ).toHaveLength(wanted ? 1 : 0);
        expect(names, name).not.toContain(`${prefix}-${loser.fault}-over-${winner.fault}`);
        pairs.add(name);
      }
    }
    const others = names.filter((name) => name.startsWith(`${prefix}-`) && !pairs.has(name));
    expect(others).toEqual(api.chains.map(({ chain }) => `${prefix}-${chain}`));
  });

  test('cites the decision list that decides, first of all', () => {
    for (const [path, text] of files) {
      if (!path.includes('/precedence/')) continue;
      const { rules } = parse(text) as { rules: string[] };
      expect(rules[0], path).toMatch(/-00$/);
    }
  });
});

describe('The table of states', () => {
  test('has one case of every cell', () => {
    const names = [...files.keys()].filter((path) => path.includes('/states/')).map(named);
    const cells = spec.stateRequests.requests.flatMap(({ request, cells: row }) =>
      [...row.keys()].map((state) => `${request} ${state}`),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(cells.length);
  });

  test('has the answer of a cell in its case', () => {
    const text = files.get(`${GENERATED_CASES_DIRECTORY}/states/sync-of-leader-in-stable.yaml`);
    expect(parse(text ?? '')).toMatchObject({
      sweep: 'SyncGroup',
      given: { stable: ['A', 'B', 'C'] },
      steps: [
        { A: 'SyncGroup', expect: { synced: 'assignment-A' } },
        { C: 'SyncGroup', expect: { synced: 'assignment-C' } },
      ],
    });
  });
});
