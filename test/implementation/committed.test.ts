import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeDeviations } from '../../src/deviations/judge-deviations.js';
import { loadDeviations } from '../../src/deviations/load-deviations.js';
import { loadImplementation } from '../../src/implementation/implementation-file.js';
import { loadKit } from '../../src/kit.js';
import { formatProblem } from '../../src/spec/problem.js';

const DIRECTORY = 'implementations';
const NAMES = existsSync(DIRECTORY) ? readdirSync(DIRECTORY) : [];
const DEVIATIONS = NAMES.filter((name) => name.endsWith('.deviations.yaml'));
const IMPLEMENTATIONS = NAMES.filter(
  (name) => name.endsWith('.yaml') && !DEVIATIONS.includes(name),
).map((name) => join(DIRECTORY, name));

const kit = loadKit();

describe('Every file in implementations', () => {
  it('is one of an implementation or of its known deviations', () => {
    const named = IMPLEMENTATIONS.flatMap(
      (path) => loadImplementation(path, kit.spec).deviations ?? [],
    );
    const unnamed = DEVIATIONS.filter((name) => !named.some((path) => path.endsWith(`/${name}`)));
    expect(unnamed).toEqual([]);
    expect(NAMES).toHaveLength(IMPLEMENTATIONS.length + DEVIATIONS.length);
  });

  it('knows deviations of cases and versions that there are, by rules that there are', () => {
    const problems = DEVIATIONS.flatMap((name) => {
      const file = loadDeviations(join(DIRECTORY, name), kit.known);
      const { cases, versionChecks } = kit;
      const options = { cases, versionChecks, whole: false, today: '0000-01-01' };
      return judgeDeviations(file, [], options).problems.map(formatProblem);
    });
    expect(problems).toEqual([]);
  });
});
