import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Paths are relative to the package, where tests run. */
const SOURCES = ['src', 'reference'].flatMap((directory) =>
  readdirSync(directory, { recursive: true })
    .map((name) => join(directory, String(name)))
    .filter((path) => path.endsWith('.ts')),
);

/** What the kit generates for itself is as long as the messages are. */
const GENERATED = 'src/protocol/generated-messages.ts';

/** Is loaded by who has vitest, and by nothing else of ours. */
const VITEST_HELPER = 'src/vitest';

/** DESIGN §2, from the top of the house to its ground. Floors of one row may use each other. */
const FLOORS: readonly (readonly string[])[] = [
  ['src/cli'],
  ['src/gate'],
  ['src/index.ts', 'src/vitest', 'src/promote.ts', 'src/gate', 'src/mutation', 'src/mutants'],
  ['src/certificate'],
  ['src/certify.ts'],
  ['src/kit.ts'],
  ['src/explore'],
  ['src/report'],
  ['src/deviations'],
  ['src/suite'],
  ['src/implementation'],
  ['src/adapter'],
  ['src/server'],
  ['reference'],
  ['src/protocol'],
  ['src/generate'],
  ['src/spec'],
];

interface Import {
  readonly from: string;
  readonly specifier: string;
  /** Whether it is there when the file is loaded, only for types, or only when it is asked for. */
  readonly when: 'loaded' | 'compiled' | 'asked';
  /** The file behind a relative specifier, otherwise null. */
  readonly target: string | null;
}

const IMPORTS: readonly Import[] = SOURCES.flatMap((from) => {
  const text = readFileSync(from, 'utf8');
  const found = [
    ...text.matchAll(/^(?:import|export)( type)?\b[^'";]*?\bfrom\s+'([^']+)';/gm),
    ...text.matchAll(/^import( type)?\s+'([^']+)';/gm),
    ...text.matchAll(/\b(import|require)\(\s*'([^']+)'\s*\)/g),
  ];
  return found.map(([, word, specifier = '']) => {
    const relative = specifier.startsWith('.');
    const target = relative
      ? normalize(join(dirname(from), specifier.replace(/\.js$/, '.ts')))
      : null;
    const when = word === undefined ? 'loaded' : word === ' type' ? 'compiled' : 'asked';
    return { from, specifier, target, when };
  });
});

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

function floorOf(path: string): number {
  return FLOORS.findIndex((places) => places.some((place) => isWithin(path, place)));
}

const shown = (imports: readonly Import[]) =>
  imports.map(({ from, specifier }) => `${from} imports ${specifier}`);

describe('Imports', () => {
  it('are all found by this test', () => {
    const written = SOURCES.flatMap((path) => readFileSync(path, 'utf8').split('\n')).filter(
      (line) => /^(import|export|\}).* from '[^']+';$|^import '/.test(line),
    );
    expect(written.length).toBeGreaterThan(100);
    expect(IMPORTS.filter(({ when }) => when !== 'asked')).toHaveLength(written.length);
  });

  it('of our own files name files that are there, by their whole names', () => {
    const broken = IMPORTS.filter(({ target }) => target !== null && !SOURCES.includes(target));
    expect(shown(broken)).toEqual([]);
  });

  it('point down, never up', () => {
    const up = IMPORTS.filter(({ from, target }) => {
      if (target === null) return false;
      return floorOf(target) < floorOf(from);
    });
    expect(shown(up)).toEqual([]);
  });

  it('come from files that have a floor', () => {
    expect(SOURCES.filter((path) => floorOf(path) < 0)).toEqual([]);
  });

  it('of the reference are its own files and message types, and nothing of Node or of others', () => {
    const foreign = IMPORTS.filter(({ from, target }) => {
      if (!isWithin(from, 'reference')) return false;
      return target === null || !['reference', 'src/protocol'].some((at) => isWithin(target, at));
    });
    expect(shown(foreign)).toEqual([]);
  });

  it('reach the reference only from where it is wrapped', () => {
    const doors = ['reference', 'src/adapter/reference', 'src/explore', 'src/server'];
    const strangers = IMPORTS.filter(
      ({ from, target }) =>
        target !== null &&
        isWithin(target, 'reference') &&
        !doors.some((door) => isWithin(from, door)),
    );
    expect(shown(strangers)).toEqual([]);
  });

  it('of packages are declared: what is loaded for users, the rest for developers', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
    const { dependencies, devDependencies, peerDependencies } = manifest;
    const packages = (wanted: (one: Import) => boolean) => {
      const foreign = IMPORTS.filter((one) => one.target === null && wanted(one))
        .map(({ specifier }) => specifier)
        .filter((specifier) => !specifier.startsWith('node:'));
      const names = foreign.map((specifier) =>
        specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'),
      );
      return [...new Set(names)].sort();
    };
    const isHelper = ({ from }: Import) => isWithin(from, VITEST_HELPER);
    expect(packages((one) => one.when === 'loaded' && !isHelper(one))).toEqual(
      Object.keys(dependencies).sort(),
    );
    expect(Object.keys(peerDependencies)).toEqual(expect.arrayContaining(packages(isHelper)));
    const declared = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
    expect(packages(() => true).filter((name) => !declared.includes(name))).toEqual([]);
  });
});

describe('The pictures of the house', () => {
  const folders = readdirSync('src')
    .map((name) => join('src', name))
    .concat('reference');

  it.each(['docs/architecture.md', 'CONTRIBUTING.md'])(
    'in %s has every room, on its floor',
    (page) => {
      // Of the page only what is indented.
      const picture = readFileSync(page, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith(' '))
        .join('\n');
      const heights = folders.map((room) => {
        const at = picture.search(
          new RegExp(`(?:^ +|│ )${room.replace('.', '\\.')}(?![\\w.-])`, 'm'),
        );
        return { room, at, floor: floorOf(room) };
      });
      expect(heights.filter(({ at }) => at < 0)).toEqual([]);
      const shownDown = heights.sort((a, b) => a.at - b.at);
      const wrong = shownDown.filter(
        ({ floor }, index) => index > 0 && floor < (shownDown[index - 1]?.floor ?? 0),
      );
      expect(wrong).toEqual([]);
    },
  );
});

describe('Every source file', () => {
  it('has no default export', () => {
    expect(SOURCES.filter((path) => /^export default\b/m.test(codeOf(path)))).toEqual([]);
  });

  it('gives everything a type', () => {
    const loose = SOURCES.filter((path) =>
      /(:|<|\bas|\||,|=>)\s*any\b(?!\s*[:(])|@ts-(ignore|nocheck|expect-error)/.test(codeOf(path)),
    );
    expect(loose).toEqual([]);
  });

  it('is short enough to be read in one go', () => {
    const long = SOURCES.filter(
      (path) => path !== GENERATED && readFileSync(path, 'utf8').split('\n').length > 350,
    );
    expect(long).toEqual([]);
  });

  it('is finished', () => {
    expect(
      SOURCES.filter((path) => /\b(TODO|FIXME|XXX)\b/.test(readFileSync(path, 'utf8'))),
    ).toEqual([]);
  });
});

describe('The reference', () => {
  it('knows no time, chance or surroundings but those it is given', () => {
    const ambient =
      /\b(Date|performance|process|globalThis|setTimeout|setInterval|crypto)\b\s*[.(]|Math\.random|new Date\b/;
    const offenders = SOURCES.filter(
      (path) => isWithin(path, 'reference') && ambient.test(codeOf(path)),
    );
    expect(offenders).toEqual([]);
  });
});

/** Without comments and strings, which may speak of anything. */
function codeOf(path: string): string {
  return readFileSync(path, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|[^:])\/\/.*$/gm, '$1')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''");
}
