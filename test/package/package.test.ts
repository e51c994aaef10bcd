import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Installed,
  install,
  type Packed,
  pack,
  servedBy,
  temporaryFolder,
} from './installed.js';

const MANIFEST = JSON.parse(readFileSync('package.json', 'utf8'));
const BYTES_AT_MOST = 2_000_000;

let folder: string;
let packed: Packed;
let outcome: Installed | string;

beforeAll(async () => {
  folder = temporaryFolder();
  packed = await pack(folder);
  outcome = await install(packed, join(folder, 'somebody'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('The package', () => {
  it('is small', () => {
    expect(packed.size).toBeLessThan(BYTES_AT_MOST);
  });

  it('holds the kit, its data and its pages, and nothing of its workshop', () => {
    const places = new Set(packed.files.map((path) => path.replace(/\/.*/, '')));
    expect([...places].sort()).toEqual(
      [
        ...['LICENSE', 'README.md', 'package.json', 'bin', 'dist', 'docs', 'src'],
        ...['cases', 'mutants', 'reference', 'spec'],
      ].sort(),
    );
    const unfit = packed.files.filter(
      (path) =>
        /\.map$|(^|\/)(test|node_modules|adapters|results)\//.test(path) ||
        /^(cases\/confirmed\.json|mutants\/survivors\.yaml)$/.test(path) ||
        (path.startsWith('src/') && !path.startsWith('src/adapter/reference/')),
    );
    expect(unfit).toEqual([]);
  });

  it('lacks no case, no rule and no mutant', () => {
    const there = new Set(packed.files);
    const own = ['cases', 'spec', 'mutants'].flatMap((directory) =>
      readdirSync(directory, { recursive: true })
        .map((name) => join(directory, String(name)))
        .filter((path) => path.endsWith('.yaml') && path !== 'mutants/survivors.yaml'),
    );
    expect(own.filter((path) => !there.has(path))).toEqual([]);
  });
});

describe('Installed into an empty folder', () => {
  let somebody: Installed;

  beforeEach(({ skip }) => {
    if (typeof outcome === 'string') skip(outcome);
    else somebody = outcome;
  });

  it('brings what it needs and no tool of its developers', () => {
    const modules = join(somebody.folder, 'node_modules');
    const there = (name: string) => existsSync(join(modules, name));
    expect(Object.keys(MANIFEST.dependencies).filter((name) => !there(name))).toEqual([]);
    expect(Object.keys(MANIFEST.devDependencies).filter(there)).toEqual([]);
  });

  it('is put together as Node and TypeScript want packages to be', async () => {
    const { messages, pkg } = await publint({
      pkgDir: join(somebody.folder, 'node_modules', 'groupspec'),
      pack: false,
      strict: true,
    });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  });

  it('certifies the reference', async () => {
    const { code, stdout, stderr } = await somebody.npx('groupspec', 'certify', '-r', 'json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { verdict, results } = JSON.parse(stdout);
    expect(verdict).toBe('pass');
    expect(results.length).toBeGreaterThan(4_000);
  });

  it('certifies a port', async () => {
    const served = await servedBy(
      somebody,
      ...['--config', 'group.initial.rebalance.delay.ms=1000'],
      ...['--config', 'group.min.session.timeout.ms=100'],
    );
    try {
      const { code, stdout } = await somebody.npx(
        ...[
          'groupspec',
          'run',
          'heartbeat/unknown-group',
          'extend/first-join-waits-for-initial-delay',
        ],
        ...['--adapter', `tcp:${served.address}`, '-r', 'json'],
        // On a busy machine some tries are too late to be trusted.
        ...['--attempts', '30'],
      );
      const { verdict, results } = JSON.parse(stdout);
      const others = results.filter((one: { verdict: string }) => one.verdict !== 'pass');
      expect({ code, verdict, others }).toEqual({ code: 0, verdict: 'pass', others: [] });
    } finally {
      await served.stop();
    }
  });

  it('explains rules and cases, and lists what breaks them', async () => {
    const explained = await somebody.groupspec('explain', 'heartbeat/unknown-group');
    expect(explained).toMatchObject({ code: 0, stderr: '' });
    expect(explained.stdout).toContain('steps:');
    const listed = await somebody.groupspec('list', '--rules', 'heartbeat');
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toContain('mutant heartbeat_in_completing_rebalance_is_refused');
  });

  it('has types, and does what they say', async () => {
    writeFileSync(join(somebody.folder, 'judge.ts'), JUDGE);
    const compiled = await somebody.run(
      resolve('node_modules/.bin/tsc'),
      ...['--strict', '--exactOptionalPropertyTypes', '--target', 'ES2023'],
      ...['--module', 'nodenext', '--moduleResolution', 'nodenext'],
      ...['--types', 'node', '--typeRoots', resolve('node_modules/@types'), 'judge.ts'],
    );
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
    const judged = await somebody.run('node', 'judge.js');
    expect(judged).toEqual({
      code: 0,
      stdout: 'fail UNKNOWN_MEMBER_ID GROUP_ID_NOT_FOUND\n',
      stderr: '',
    });
  });

  it('defines tests for vitest, where that is installed beside it', async () => {
    const test = `import { createReferenceAdapter, loadKit } from 'groupspec';
import { testCoordinator } from 'groupspec/vitest';
testCoordinator(() => createReferenceAdapter(loadKit().defaults), { patterns: ['heartbeat/*-group'] });
`;
    writeFileSync(join(somebody.folder, 'coordinator.test.js'), test);
    const unlink = somebody.link('vitest');
    try {
      const { code, stdout } = await somebody.run('node', 'node_modules/vitest/vitest.mjs', 'run');
      expect(stdout).toContain(' Tests  1 passed (1)');
      expect(code).toBe(0);
    } finally {
      unlink();
    }
  });

  it('says which commands only a checkout has', async () => {
    for (const verb of ['gate', 'mutation']) {
      expect(await somebody.groupspec(verb)).toEqual({
        code: 2,
        stdout: '',
        stderr: `groupspec: groupspec ${verb} works in a checkout of groupspec only, with its development dependencies; this is an installed package\n`,
      });
    }
  });

  it('writes no cases into itself', async () => {
    const refused = {
      code: 3,
      stdout: '',
      stderr: 'groupspec: an installed groupspec keeps no cases of yours; say where with --out\n',
    };
    expect(await somebody.groupspec('generate', '--runs', '1')).toEqual(refused);
    const told = await somebody.groupspec('generate', '--runs', '1', '--out', 'found');
    expect(told).toMatchObject({ code: 0, stderr: '' });
  });

  it('makes mutants where esbuild is installed beside it, and says so where it is not', async () => {
    const serve = [
      'serve',
      '--port',
      '0',
      '--mutant',
      'heartbeat_in_completing_rebalance_is_refused',
    ];
    const missing = await somebody.groupspec(...serve);
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toContain('npm install esbuild, beside groupspec');
    const unlink = somebody.link('esbuild');
    try {
      const served = await somebody.groupspec(...serve);
      expect(served.code, served.stderr).toBe(0);
      expect(served.stderr).toContain(
        'with the mistake heartbeat_in_completing_rebalance_is_refused',
      );
    } finally {
      unlink();
    }
  });
});

/** An implementation of somebody's, which is the reference with a mistake. */
const JUDGE = `import {
  type Adapter,
  certify,
  createReferenceAdapter,
  loadKit,
  type Report,
  selectCases,
} from 'groupspec';

const kit = loadKit();
const right = createReferenceAdapter(kit.defaults);
const wrong: Adapter = {
  ...right,
  async open(options) {
    const session = await right.open(options);
    return {
      ...session,
      takeAnswers: () =>
        session.takeAnswers().map((answer) =>
          answer.kind === 'response' && answer.body['errorCode'] === 25
            ? { ...answer, body: { ...answer.body, errorCode: 69 } }
            : answer,
        ),
    };
  },
};
const cases = selectCases(kit.cases, ['heartbeat/unknown-group']);
const report: Report = await certify(kit, wrong, { cases });
const [difference] = report.results[0]?.failure?.differences ?? [];
console.log(report.verdict, difference?.expected, difference?.actual);

// @ts-expect-error: types that let everything pass would let this pass, too.
export const never: Report = { verdict: 'perhaps' };
`;
