import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadKitSpec } from '../src/kit.js';
import { parseYamlSource } from '../src/spec/yaml-source.js';
import { readCase } from '../src/suite/cases/load-cases.js';
import { loadOpenings } from '../src/suite/cases/openings.js';

/**
 * Documentation is executed. A ```bash block is run line by line from the package; each line has
 * to exit with 0, or with N where it ends in `# exits N`. `groupspec` stands for the built command,
 * and `npm ci && ` is taken as done. A block that cannot run here has `<!-- not run: reason -->`
 * on the line above it, and one that is run as a whole `<!-- one script -->`. A ```yaml block that begins as a case does has to be a valid one.
 */
const PAGES = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...['docs', 'docs/rules'].flatMap((directory) =>
    readdirSync(directory).map((name) => join(directory, name)),
  ),
].filter((name) => name.endsWith('.md'));

/** A busy machine must not fail a test. */
const HANGS_AFTER_MS = 240_000;

interface Block {
  readonly page: string;
  /** 1-based line of its first content. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  readonly notRun: string | null;
  readonly isScript: boolean;
}

function blocksOf(page: string, text: string): Block[] {
  return [
    ...text.matchAll(
      /(?:^<!-- (?:not run: ([^\n]+)|(one script)) -->\n+)?^```(\w+)\n([\s\S]*?)^```$/gm,
    ),
  ].map(({ index, 0: whole, 1: notRun, 2: script, 3: language = '', 4: content = '' }) => ({
    page,
    line: text.slice(0, index + whole.indexOf(content)).split('\n').length,
    language,
    text: content,
    notRun: notRun ?? null,
    isScript: script !== undefined,
  }));
}

interface Command {
  readonly at: string;
  readonly shown: string;
  readonly run: string;
  readonly exits: number;
}

function commandsOf(block: Block): Command[] {
  return block.text.split('\n').flatMap((written, index) => {
    const line = written.trim();
    if (line === '' || line.startsWith('#')) return [];
    const exits = /#\s*exits (\d+)\s*$/.exec(line);
    return [
      {
        at: `${block.page}:${block.line + index}`,
        shown: line,
        run: line
          .replace(/^npm ci && /, '')
          .replaceAll(/(^|\| )groupspec\b/g, '$1node bin/groupspec'),
        exits: exits === null ? 0 : Number(exits[1]),
      },
    ];
  });
}

function runInShell(command: string): Promise<{ code: number | string; stderr: string }> {
  return new Promise((resolve) => {
    execFile('bash', ['-c', command], { timeout: HANGS_AFTER_MS }, (error, _stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? error.signal ?? 'killed'), stderr });
    });
  });
}

const BLOCKS = PAGES.flatMap((page) => blocksOf(page, readFileSync(page, 'utf8')));
const RUN = BLOCKS.filter(({ language, notRun }) => language === 'bash' && notRun === null);
const COMMANDS = RUN.filter(({ isScript }) => !isScript).flatMap(commandsOf);
const SCRIPTS = RUN.filter(({ isScript }) => isScript).map(({ page, line, text }) => ({
  at: `${page}:${line}`,
  text,
}));

/** Scripts may use what most machines have, and are not run on others. */
async function missingTool(script: string): Promise<string | undefined> {
  if (!script.includes('curl ')) return undefined;
  const { code } = await runInShell('command -v curl');
  return code === 0 ? undefined : 'curl is not installed';
}
const CASES = BLOCKS.filter(
  ({ language, text }) =>
    language === 'yaml' && /^(title:|# yaml-language-server: .*case\.schema\.json)/.test(text),
);

describe('The documentation', () => {
  it('is read as this test describes it', () => {
    const page = [
      'Text',
      '```bash',
      'groupspec list   # exits 2',
      '',
      '# a remark',
      'npm ci && node x',
      '```',
      '<!-- not run: needs a broker -->',
      '',
      '```bash',
      'groupspec certify',
      '```',
      '```yaml',
      'title: x',
      '```',
      '<!-- one script -->',
      '```bash',
      'a=1',
      '```',
    ].join('\n');
    const [first, second, third, fourth, ...others] = blocksOf('p.md', page);
    expect(others).toEqual([]);
    expect(fourth).toMatchObject({ text: 'a=1\n', notRun: null, isScript: true });
    expect(first).toMatchObject({ notRun: null, isScript: false });
    expect(second).toMatchObject({ notRun: 'needs a broker', text: 'groupspec certify\n' });
    expect(third).toMatchObject({ language: 'yaml', line: 14, text: 'title: x\n', notRun: null });
    expect(first === undefined ? [] : commandsOf(first)).toEqual([
      {
        at: 'p.md:3',
        shown: 'groupspec list   # exits 2',
        run: 'node bin/groupspec list   # exits 2',
        exits: 2,
      },
      { at: 'p.md:6', shown: 'npm ci && node x', run: 'node x', exits: 0 },
    ]);
  });

  it('has commands and cases to check', () => {
    expect(COMMANDS.length).toBeGreaterThan(0);
    expect(CASES.length).toBeGreaterThan(0);
  });

  it('runs nothing that installs, tests or writes into the package', () => {
    const unfit = COMMANDS.filter(({ run }) => /\bnpm\b|[^|&>]>\s*[^&/\s]/.test(run));
    expect(unfit.map(({ at, shown }) => `${at}: ${shown}`)).toEqual([]);
  });

  it('has every page in its index', () => {
    const index = readFileSync('docs/README.md', 'utf8');
    const own = PAGES.filter((page) => dirname(page) === 'docs' && page !== 'docs/README.md');
    expect(own.filter((page) => !index.includes(`](${basename(page)}`))).toEqual([]);
  });

  it('links to files that are there', () => {
    const broken = PAGES.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g)]
        .map(([, target = '']) => join(dirname(page), target))
        .filter((target) => !existsSync(target))
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });
});

describe.concurrent('A documented command does what it is documented to do', () => {
  it.each(COMMANDS)(
    '$at: $shown',
    async ({ run, exits }) => {
      const { code, stderr } = await runInShell(run);
      expect({ code, stderr: code === exits ? '' : stderr }).toEqual({ code: exits, stderr: '' });
    },
    2 * HANGS_AFTER_MS,
  );
});

describe('A documented script does what it is documented to do', () => {
  it.each(SCRIPTS)(
    '$at',
    async ({ text }) => {
      const missing = await missingTool(text);
      if (missing !== undefined) {
        process.stdout.write(`SKIPPED a script: ${missing}\n`);
        return;
      }
      const begin = 'set -euo pipefail; groupspec() { node bin/groupspec "$@"; }\n';
      const { code, stderr } = await runInShell(begin + text);
      expect(code, stderr).toBe(0);
    },
    2 * HANGS_AFTER_MS,
  );
});

describe('A documented case is valid', () => {
  it.each(CASES.map((block) => ({ at: `${block.page}:${block.line}`, block })))(
    '$at',
    ({ at, block }) => {
      const source = parseYamlSource(at, block.text);
      expect(readCase('documented', source, loadOpenings(), loadKitSpec().known).found).toEqual([]);
    },
  );
});
