import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { caseFiles } from '../fakes/case-files.js';
import { call } from './command-line.js';

const HEARTBEAT = `title: A heartbeat of nobody is refused
rules: [HB-00]
steps:
  - A: Heartbeat
    with: { memberId: nobody }
    expect: UNKNOWN_MEMBER_ID
`;
const cases = caseFiles({
  'good/one.yaml': HEARTBEAT,
  'good/two.yaml': HEARTBEAT,
  'bad.yaml': HEARTBEAT.replace('UNKNOWN_MEMBER_ID', 'NONE'),
  'large.yaml': `configuration: { group.max.size: 4 }\n${HEARTBEAT}`,
});

describe('groupspec run', () => {
  it('ends with 0 where the implementation conforms', async () => {
    const { code, stdout, stderr } = await call('run', 'good', '--cases', cases);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^groupspec \d.* · reference · virtual clock · capabilities: .*\n/);
    expect(stdout).toMatch(/\n✔ reference conforms: 2 passed in \d+\.\d s\n$/);
  });

  it('ends with 1 where it differs, and names the line of the case', async () => {
    const { code, stdout } = await call('run', '--cases', cases);
    expect(code).toBe(1);
    expect(stdout).toContain(
      `  ${join(cases, 'bad.yaml')}:4 step 1: A sends Heartbeat v4 [HB-00]\n`,
    );
    expect(stdout).toMatch(/\n✘ reference differs: 3 passed, 1 failed in \d+\.\d s\n$/);
  });

  it('prints no colour codes where nobody watches', async () => {
    const { stdout } = await call('run', '--cases', cases);
    expect(stdout).not.toContain(String.fromCharCode(27));
  });

  it('ends with 2 and the nearest ids where a pattern matches nothing', async () => {
    expect(await call('run', 'god/one', 'good', '--cases', cases)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        "groupspec: no case matches 'god/one'; the nearest are good/one, good/two, bad (groupspec list shows all)\n",
    });
    expect(await call('run', 'no/such/case')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^groupspec: no case matches 'no\/such\/case'; the nearest are \S+, \S+, \S+ \(/,
      ),
    });
  });

  it('tells in its report how a case is run again as it ran', async () => {
    const options = ['--cases', cases, '--seed', '7', '--no-records', '--jobs', '2'];
    const settings = ['--config', 'group.max.size=4', '--config', 'offsets.commit.timeout.ms=9'];
    const { stdout } = await call('run', 'good', ...options, ...settings, '--reporter', 'json');
    const { replay, results } = JSON.parse(stdout) as Report;
    expect(replay).toEqual([
      ...['--adapter', 'reference', '--seed', '7', ...settings, '--cases', cases, '--no-records'],
    ]);
    const again = await call(
      'run',
      results[0]?.case ?? '',
      ...(replay ?? []),
      '--reporter',
      'json',
    );
    expect((JSON.parse(again.stdout) as Report).results).toEqual(results.slice(0, 1));
  });

  it('takes broker settings from --config into account', async () => {
    const { stdout } = await call(
      'run',
      'large',
      '--cases',
      cases,
      '-r',
      'json',
      '--config',
      'group.max.size=9',
    );
    expect(JSON.parse(stdout)).toMatchObject({
      summary: { pass: 1 },
      implementation: { configuration: { 'group.max.size': 9 } },
    });
  });
});

describe('A wrong command line ends with 3 and one sentence:', () => {
  it.each<[string, string[], string]>([
    [
      'an unknown adapter',
      ['-a', 'redis:1'],
      "unknown adapter 'redis:1'; use reference, tcp:HOST:PORT",
    ],
    [
      'an adapter without a command',
      ['-a', 'jsonrpc:'],
      '--adapter jsonrpc: the command that starts the implementation is missing',
    ],
    [
      'a port that cannot be one',
      ['-a', 'tcp:localhost:99999'],
      "port '99999' is not a number from 1 to 65535; write tcp:HOST:PORT",
    ],
    [
      'a missing port',
      ['-a', 'tcp:localhost'],
      "'tcp:localhost' names no port; write tcp:HOST:PORT",
    ],
    [
      'an unknown setting',
      ['--config', 'group.max.sise=4'],
      "--config group.max.sise=4: unknown setting 'group.max.sise'; did you mean group.max.size? Known: ",
    ],
    [
      'a setting without a value',
      ['--config', 'group.max.size'],
      '--config group.max.size: write NAME=INTEGER',
    ],
    [
      'a setting with two values',
      ['--config', 'group.max.size=1=2'],
      '--config group.max.size=1=2: write NAME=INTEGER',
    ],
    [
      'a value that is no integer',
      ['--config', 'group.max.size=4.5'],
      '--config group.max.size=4.5: write NAME=INTEGER',
    ],
    [
      'a value that no broker takes',
      ['--config', 'group.initial.rebalance.delay.ms=-1'],
      '--config group.initial.rebalance.delay.ms=-1: Kafka takes 0 to ',
    ],
    [
      'a setting given twice',
      ['--config', 'group.max.size=4', '--config', 'group.max.size=5'],
      "--config group.max.size=5: 'group.max.size' is given twice",
    ],
    [
      'an unknown reporter',
      ['-r', 'jsno=x'],
      "there is no reporter 'jsno'; did you mean json? There are pretty, json",
    ],
    [
      'a reporter whose file has no name',
      ['-r', 'json='],
      '--reporter json=: the name of the file is missing',
    ],
    [
      'two reporters on standard output',
      ['-r', 'json', '-r', 'pretty'],
      'only one reporter can write to standard output, not json, pretty; give the others files, e.g. --reporter pretty=report.txt',
    ],
    [
      'two reporters in one file',
      ['-r', 'json=package.json', '-r', 'pretty=./package.json'],
      'two reporters cannot both write ./package.json',
    ],
    [
      'a report in a directory that is not there',
      ['-r', 'json=no/such/report.json'],
      'no/such/report.json cannot be written: there is no directory no/such',
    ],
    [
      'a report below a file',
      ['-r', 'json=package.json/report.json'],
      'package.json/report.json cannot be written: package.json is not a directory',
    ],
    [
      'a report in place of a directory',
      ['-r', 'json=src'],
      'src cannot be written: it is a directory',
    ],
    [
      'a constant of the protocol',
      ['--config', 'new.member.join.timeout.ms=5'],
      "--config new.member.join.timeout.ms=5: 'new.member.join.timeout.ms' cannot be set; known: ",
    ],
  ])('%s', async (_what, options, sentence) => {
    const { code, stdout, stderr } = await call('run', '--cases', cases, ...options);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^groupspec: [^\n]+\n$/);
    expect(stderr.slice('groupspec: '.length, 'groupspec: '.length + sentence.length)).toBe(
      sentence,
    );
  });

  it.each<[string, string[], string]>([
    [
      'an unknown option',
      ['--jbos', '2'],
      "error: unknown option '--jbos'\n(Did you mean --jobs?)\n",
    ],
    [
      'a number that is none',
      ['--jobs', 'many'],
      "error: option '-j, --jobs <n>' argument 'many' is invalid. a positive integer is needed.\n",
    ],
    [
      'no attempts at all',
      ['--attempts', '0'],
      "error: option '--attempts <n>' argument '0' is invalid. a positive integer is needed.\n",
    ],
    [
      'a missing argument',
      ['--adapter'],
      "error: option '-a, --adapter <adapter>' argument missing\n",
    ],
  ])('%s', async (_what, options, sentence) => {
    expect(await call('run', ...options)).toEqual({
      code: 3,
      stdout: '',
      stderr: `${sentence}(groupspec --help teaches the rest)\n`,
    });
  });

  it('an unknown verb', async () => {
    expect(await call('certfy')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("error: unknown command 'certfy'\n(Did you mean certify?)\n"),
    });
  });

  it('a directory of cases that is not there, or whose cases are wrong', async () => {
    expect(await call('run', '--cases', join(cases, 'missing'))).toEqual({
      code: 3,
      stdout: '',
      stderr: `${join(cases, 'missing')}:1:1: is not a directory of cases\n1 problem\n`,
    });
    const wrong = caseFiles({ 'x.yaml': `${HEARTBEAT}sweeep: Heartbeat\n` });
    expect(await call('run', '--cases', wrong)).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/x\.yaml:7:1: unknown field 'sweeep' .*\n1 problem\n$/),
    });
  });
});
