import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { encodeToken } from '../../src/explore/token.js';
import { join as joinGroup, sequence } from '../explore/exploring.js';
import { caseFiles } from '../fakes/case-files.js';
import { startScriptedBroker } from '../fakes/scripted-broker.js';
import { call, outcomeOf, start } from './command-line.js';

const HEARTBEAT = `title: A heartbeat of nobody is refused
rules: [HB-00]
steps:
  - A: Heartbeat
    with: { memberId: nobody }
    expect: UNKNOWN_MEMBER_ID
`;
const cases = caseFiles({
  'good.yaml': HEARTBEAT,
  'bad.yaml': HEARTBEAT.replace('UNKNOWN_MEMBER_ID', 'NONE'),
});

const directory = mkdtempSync(join(tmpdir(), 'groupspec-reporters-'));
afterAll(() => rmSync(directory, { recursive: true }));
const inDirectory = (name: string) => join(directory, name);
const run = (...words: readonly string[]) => call('run', '--cases', cases, ...words);

describe('--reporter NAME=FILE', () => {
  it('writes a file each, and what people read to standard output', async () => {
    const [json, pretty] = [inDirectory('a.json'), inDirectory('a.txt')];
    const { code, stdout } = await run('-r', `json=${json}`, '-r', `pretty=${pretty}`);
    expect(code).toBe(1);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ verdict: 'fail' });
    expect(stdout).toMatch(/\n✘ reference differs: 1 passed, 1 failed in /);
    expect(readFileSync(pretty, 'utf8')).toBe(stdout);
  });

  it('leaves standard output to the one that names no file', async () => {
    const { stdout } = await run('-r', 'json', '-r', `pretty=${inDirectory('b.txt')}`);
    expect(JSON.parse(stdout)).toMatchObject({ format: 'groupspec-report' });
    expect(readFileSync(inDirectory('b.txt'), 'utf8')).toContain('✘ reference differs');
  });

  it('replaces a file and leaves nothing beside it', async () => {
    const file = inDirectory('c.json');
    writeFileSync(file, 'before');
    await run('good', '-r', `json=${file}`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ verdict: 'pass' });
    expect(readdirSync(directory).filter((name) => name.includes('c.json'))).toEqual(['c.json']);
  });

  it('writes to where a link leads', async () => {
    const [file, link] = [inDirectory('led.json'), inDirectory('link.json')];
    writeFileSync(file, 'before');
    symlinkSync(file, link);
    await run('good', '-r', `json=${link}`);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ verdict: 'pass' });
  });

  it('is refused before anything is run, and leaves no file then', async () => {
    const missing = inDirectory('missing/report.json');
    const outcome = await run('-r', `pretty=${inDirectory('d.txt')}`, '-r', `json=${missing}`);
    expect(outcome).toEqual({
      code: 3,
      stdout: '',
      stderr: `groupspec: ${missing} cannot be written: there is no directory ${inDirectory('missing')}\n`,
    });
    expect(existsSync(inDirectory('d.txt'))).toBe(false);
  });

  it('ends with 2 where the file can no longer be written after the run, with all else written', async () => {
    const going = mkdtempSync(join(directory, 'going-'));
    const broker = await startScriptedBroker();
    const child = start(
      ...[
        'run',
        '--cases',
        caseFiles({ 'join.yaml': PARKED }),
        '-a',
        `tcp:127.0.0.1:${broker.port}`,
      ],
      ...['-r', `json=${join(going, 'e.json')}`, '-r', `json=${inDirectory('e.json')}`],
    );
    const outcome = outcomeOf(child);
    await broker.next('JoinGroup');
    rmSync(going, { recursive: true });
    child.kill('SIGINT');
    const { code, stdout, stderr } = await outcome;
    await broker.close();
    expect(code).toBe(2);
    expect(stdout).toContain('ERROR stopped before the end');
    expect(stderr).toBe(
      `groupspec: ${join(going, 'e.json')} cannot be written: there is no directory ${going}\n`,
    );
    expect(JSON.parse(readFileSync(inDirectory('e.json'), 'utf8'))).toMatchObject({
      interrupted: true,
    });
  });
});

const PARKED = `title: The first join of a new group stays parked
rules: [EXTEND-01]
steps:
  - A: join
    expect: parked
`;

describe('groupspec report', () => {
  it('shows a saved report as the run itself did', async () => {
    const file = inDirectory('f.json');
    const { stdout } = await run('-r', `json=${file}`);
    const shown = await call('report', file);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toBe(stdout.replace(/ in \d+\.\d s\n$/, '\n'));
    expect((await call('report', file, '-r', 'json')).stdout).toBe(readFileSync(file, 'utf8'));
  });

  it('writes nothing to standard output where files are asked for', async () => {
    const [file, copy] = [inDirectory('g.json'), inDirectory('g-copy.json')];
    await run('-r', `json=${file}`);
    expect(await call('report', file, '-r', `json=${copy}`)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(readFileSync(copy, 'utf8')).toBe(readFileSync(file, 'utf8'));
  });

  it('takes several reports where the reporter can show them', async () => {
    const [good, bad] = [inDirectory('h-good.json'), inDirectory('h-bad.json')];
    await run('good', '-r', `json=${good}`);
    await run('bad', '-r', `json=${bad}`);
    const { code, stdout } = await call('report', good, bad);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /✔ reference conforms: 1 passed\n[\s\S]*✘ reference differs: 0 passed, 1 failed\n$/,
    );
    expect(await call('report', good, bad, '-r', 'json')).toEqual({
      code: 3,
      stdout: '',
      stderr: 'groupspec: json shows one report, and there are 2; name one of them\n',
    });
  });

  it('says with 3 what is no report', async () => {
    expect(await call('report', 'package.json')).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('package.json:1:1: has another format'),
    });
  });
});

describe('groupspec explore --reporter NAME=FILE', () => {
  it('writes files as a run does, of explorations and of replays', async () => {
    const [json, pretty] = [inDirectory('explored.json'), inDirectory('explored.txt')];
    const words = ['--reporter', `json=${json}`, '--reporter', `pretty=${pretty}`];
    const explored = await call('explore', '--runs', '5', ...words);
    expect(explored).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ runs: 5, failures: [] });
    expect(readFileSync(pretty, 'utf8')).toBe(explored.stdout);
    const token = encodeToken(sequence(joinGroup('A', '')));
    const replayed = await call('explore', '--replay', token, ...words);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual({ failure: null, excuse: null });
    expect(readFileSync(pretty, 'utf8')).toBe(replayed.stdout);
  });

  it('can be shown again later', async () => {
    const file = inDirectory('later.json');
    const { stdout } = await call('explore', '--runs', '5', '--reporter', `json=${file}`);
    const shown = await call('report', file);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(stdout.replace(/, \d+ steps a second/, '')).toBe(shown.stdout);
    expect((await call('report', file, '-r', 'json')).stdout).toBe(readFileSync(file, 'utf8'));
    expect(await call('report', file, file)).toMatchObject({
      code: 3,
      stderr: 'groupspec: pretty shows one report, and there are 2; name one of them\n',
    });
    expect(await call('report', file, '-r', 'junit')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("there is no reporter 'junit'"),
    });
  });

  it('writes what is known by then when it is stopped', async () => {
    const file = inDirectory('stopped.json');
    const broker = await startScriptedBroker();
    const child = start(
      ...['explore', '--jobs', '1', '-a', `tcp:127.0.0.1:${broker.port}`],
      ...['--reporter', `json=${file}`],
    );
    const outcome = outcomeOf(child);
    await broker.next('JoinGroup');
    child.kill('SIGINT');
    const { code, stderr } = await outcome;
    await broker.close();
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ interrupted: true });
  });

  it('is refused as that of a run is', async () => {
    expect(await call('explore', '--reporter', 'junit')).toEqual({
      code: 3,
      stdout: '',
      stderr:
        "groupspec: there is no reporter 'junit'; did you mean json? There are pretty, json\n",
    });
  });
});
