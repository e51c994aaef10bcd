import { describe, expect, it } from 'vitest';
import { call } from './command-line.js';

describe('groupspec list', () => {
  it('shows every case with its title, and counts them', async () => {
    const { code, stdout, stderr } = await call('list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(`${lines.length - 1} cases`);
    expect(lines).toContainEqual(
      expect.stringMatching(/^heartbeat\/unknown-group +A heartbeat for a group that does not/),
    );
  });

  it('takes patterns as run does', async () => {
    const { stdout } = await call('list', 'heartbeat/unknown-*', 'static');
    const ids = stdout.trimEnd().split('\n').slice(0, -1);
    expect(ids.length).toBeGreaterThan(1);
    expect(ids.every((line) => /^(heartbeat\/unknown-|static\/)/.test(line))).toBe(true);
    expect(await call('list', 'sttaic')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no case matches 'sttaic'; the nearest are "),
    });
  });

  it('--rules shows every rule with the cases that show it', async () => {
    const { code, stdout } = await call('list', '--rules');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^HB-00 {8}Heartbeat runs its checks .*\n( {13}.*\n)* {13}heartbeat\/unknown-group\n/m,
    );
    const rules = stdout.match(/^[A-Z]+-[A-Z0-9]+ /gm) ?? [];
    expect(stdout).toMatch(
      new RegExp(`\n${rules.length} rules, \\d+ shown by at least one case, `),
    );
  });

  it('--rules with patterns shows only what the selected cases show', async () => {
    const { stdout } = await call('list', '--rules', 'heartbeat/unknown-group');
    expect(stdout).toMatch(/^HB-00 .*\n {13}heartbeat\/unknown-group\n/);
    expect(stdout).toMatch(/\n(\d+) rules, \1 shown by at least one case, /);
  });

  it('--json is for machines', async () => {
    const { stdout } = await call('list', '--json', 'heartbeat/unknown-group');
    expect(JSON.parse(stdout)).toEqual([
      {
        id: 'heartbeat/unknown-group',
        title: 'A heartbeat for a group that does not exist is answered UNKNOWN_MEMBER_ID',
        rules: expect.arrayContaining(['HB-00']),
        sweep: 'Heartbeat',
        needs: [],
      },
    ]);
    const rules = JSON.parse((await call('list', '--rules', '--json')).stdout);
    expect(rules).toContainEqual({
      id: 'HB-00',
      level: 'MUST',
      title: expect.any(String),
      cases: expect.arrayContaining(['heartbeat/unknown-group']),
      mutants: expect.any(Array),
      excused: null,
      owesNothing: null,
    });
  });
});

describe('groupspec explain', () => {
  it('prints a rule: statement, order, level, sources, the cases that show it', async () => {
    const { code, stdout } = await call('explain', 'HB-00');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^HB-00 {2}Heartbeat runs its checks in one fixed order\n/);
    expect(stdout).toMatch(/^ {2}1\. the group is missing: UNKNOWN_MEMBER_ID$/m);
    expect(stdout).toMatch(/^level {8}MUST$/m);
    expect(stdout).toMatch(/^sources {6}\S/m);
    expect(stdout).toMatch(/^shown by\n( {2}.*\n)* {2}heartbeat\/unknown-group {2}A heartbeat/m);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(200);
  });

  it('says so when no case shows a rule yet', async () => {
    const rules: { id: string; cases: string[] }[] = JSON.parse(
      (await call('list', '--rules', '--json')).stdout,
    );
    const unseen = rules.find(({ cases }) => cases.length === 0);
    if (unseen === undefined) return;
    expect((await call('explain', unseen.id)).stdout).toMatch(/\nno case shows it yet\n$/);
  });

  it('prints a case: rules by title, the opening spelt out, and the file itself', async () => {
    const { code, stdout } = await call('explain', 'static/restart-in-stable-keeps-generation');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^static\/restart-in-stable-keeps-generation\nA static follower that /);
    expect(stdout).toMatch(/^ {2}STATIC-01 {3}\S/m);
    expect(stdout).toContain('at every version of JoinGroup\n');
    expect(stdout).toContain("opening 'stable': a stable group, led by the first member;");
    expect(stdout).toContain('  - A, B join, and join again where left behind, until they share');
    expect(stdout).toContain('\ncases/static/restart-in-stable-keeps-generation.yaml\n');
    expect(stdout).toContain('\ngiven: { stable: [A, B] }\n');
  });

  it.each([
    'cases/heartbeat/unknown-group.yaml',
    'heartbeat/unknown-group@Heartbeat.v3',
    'heartbeat/unknown-group',
  ])('finds a case by the ways in which it is written: %s', async (name) => {
    expect((await call('explain', name)).stdout).toMatch(/^heartbeat\/unknown-group\n/);
  });

  it.each([
    ['HB-99', 'HB-0'],
    ['hb-00', 'HB-00'],
    ['STATC-01', 'STATIC-01'],
    ['heartbeat/unknown-grop', 'heartbeat/unknown-group'],
  ])('answers the typo %s with the nearest', async (typo, nearest) => {
    const { code, stdout, stderr } = await call('explain', typo);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(`^groupspec: no rule or case '${typo}'; the nearest are [^\n]+\n$`),
    );
    expect(stderr).toContain(nearest);
  });
});

describe('Help', () => {
  const OPTIONS = {
    certify: ['--adapter', '--reporter', '--jobs', '--seed', '--config', '--cases', '--epsilon'],
    run: ['--answer-timeout', '--connect-timeout', '--longest-case', '--attempts', '--no-color'],
    list: ['--rules', '--json'],
    explain: [],
    validate: [],
  };

  it.each(Object.entries(OPTIONS))(
    'of %s names its options and exit codes',
    async (verb, options) => {
      const { code, stdout, stderr } = await call(verb, '--help');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(`Usage: groupspec ${verb}`);
      for (const option of [...options, '--help']) expect(stdout).toContain(option);
      expect(stdout).toMatch(/Exit code: 0 .*, 3 /);
    },
  );

  it('of the whole names every verb and all exit codes', async () => {
    const { code, stdout } = await call('--help');
    expect(code).toBe(0);
    for (const verb of Object.keys(OPTIONS))
      expect(stdout).toMatch(new RegExp(`^ {2}${verb} `, 'm'));
    for (const exit of ['0 conforms', '1 the', '2 fault', '3 usage'])
      expect(stdout).toContain(exit);
    expect((await call('help', 'run')).stdout).toBe((await call('run', '--help')).stdout);
  });

  it('comes by itself, as a usage error, where nothing is asked', async () => {
    const { code, stdout, stderr } = await call();
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('Usage: groupspec');
  });

  it('--version is that of the package', async () => {
    expect(await call('--version')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });
});
