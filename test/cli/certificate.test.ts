import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseFiles } from '../fakes/case-files.js';
import { call } from './command-line.js';

const DEVIANT = 'jsonrpc:node test/fakes/deviant-adapter.js Heartbeat:25=69';

const directory = caseFiles({
  'known.yaml': `deviations:
  - title: A heartbeat for a group that does not exist has an error of its own
    rules: [TYPE-04]
    reason: It looks for the group first
    fails:
      - actual: { A errorCode: GROUP_ID_NOT_FOUND }
        where: { heartbeat/unknown-group@Heartbeat.v0-4: step 1 }
`,
});
const path = (name: string) => join(directory, name);

const run = (adapter: string, ...more: readonly string[]) =>
  call(
    ...['run', 'heartbeat/unknown-group', '--adapter', adapter, '--reporter', 'json'],
    // A busy machine takes its time to start a process.
    ...['--connect-timeout', '90000', ...more],
  );

async function saved(name: string, outcome: Promise<{ readonly stdout: string }>): Promise<string> {
  const { stdout } = await outcome;
  writeFileSync(path(name), stdout);
  return path(name);
}

const known = ['--deviations', path('known.yaml')];

describe('groupspec certificate', () => {
  it('certifies a report, and verifies what it has certified', async () => {
    const report = await saved('report.json', run(DEVIANT, ...known));
    const created = await call('certificate', report, '--date', '2026-11-30');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(created.stdout)).toMatchObject({
      date: '2026-11-30',
      verdict: 'deviates',
      deviations: [{ results: 5 }],
    });
    const certificate = await saved('certificate.json', Promise.resolve(created));
    const same = { code: 0, stdout: 'the certificate is that of the report\n', stderr: '' };
    expect(await call('certificate', 'verify', certificate, report)).toEqual(same);
    expect(await call('certificate', 'verify', certificate, report, ...known)).toEqual(same);
  });

  it('says of a level that was not run as a whole that it was not', async () => {
    const { stdout } = await call('certificate', path('report.json'), '--format', 'markdown');
    expect(stdout).toContain('| records | What is written to the log, and when | not run |');
    expect(stdout).toMatch(/\n- \d+ cases: the run did not select it\n/);
    expect(stdout).not.toMatch(/\| granted/);
  });

  it('says what is not as certified, with exit code 1', async () => {
    const text = readFileSync(path('certificate.json'), 'utf8');
    writeFileSync(
      path('forged.json'),
      text.replace('"outcome": "not run"', '"outcome": "granted"'),
    );
    const { code, stdout } = await call(
      ...['certificate', 'verify', path('forged.json'), path('report.json')],
    );
    expect(code).toBe(1);
    expect(stdout).toBe('levels[0].outcome: certified "granted", but it is "not run"\n');
  });

  it('says when other deviations are known than certified', async () => {
    writeFileSync(
      path('other.yaml'),
      readFileSync(path('known.yaml'), 'utf8').replace('It looks', 'He looks'),
    );
    const { code, stdout } = await call(
      ...['certificate', 'verify', path('certificate.json'), path('report.json')],
      ...['--deviations', path('other.yaml')],
    );
    expect(code).toBe(1);
    expect(stdout).toBe(
      'deviations[0].reason: certified "It looks for the group first", but it is "He looks for the group first"\n',
    );
  });

  it('gives none to a run that fails, with exit code 1 and the reason', async () => {
    const report = await saved('failed.json', run(DEVIANT));
    expect(await call('certificate', report)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'groupspec: not certified: 5 failures beyond the known deviations (groupspec deviations --help)\n',
    });
    const verified = await call('certificate', 'verify', path('certificate.json'), report);
    expect(verified).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not certified: 5'),
    });
  });

  it('gives none to a run of other cases than the kit’s own', async () => {
    const cases = caseFiles({
      'one.yaml': `title: A heartbeat of nobody is refused
rules: [HB-00]
steps:
  - A: Heartbeat
    with: { memberId: nobody }
    expect: UNKNOWN_MEMBER_ID
`,
    });
    const report = await saved('foreign.json', call('run', '--cases', cases, '--reporter', 'json'));
    expect(await call('certificate', report)).toMatchObject({
      code: 1,
      stderr: 'groupspec: not certified: the report was made with other cases; run it again\n',
    });
  });

  it('shows a certificate as a page or a badge', async () => {
    const show = (format: string) =>
      call('certificate', 'show', path('certificate.json'), '--format', format);
    expect((await show('markdown')).stdout).toMatch(/^# reference\n/);
    expect((await show('svg')).stdout).toMatch(/^<svg /);
    expect(JSON.parse((await show('shields')).stdout)).toEqual({
      schemaVersion: 1,
      label: 'groupspec',
      message: 'no level',
      color: 'lightgrey',
    });
    expect((await show('json')).stdout).toBe(readFileSync(path('certificate.json'), 'utf8'));
  });

  it.each([
    [
      'a file that is no certificate',
      'report.json',
      /is a groupspec-report; a groupspec-certificate is needed\n/,
    ],
    ['a file that is not there', 'missing.json', /cannot be read/],
    [
      'a certificate of another format',
      'newer.json',
      /has version 2 of its format; this groupspec reads version 1\n/,
    ],
    ['a certificate that lacks something', 'short.json', /must have required property 'date'\n/],
  ])('ends with 3 for %s', async (_what, name, message) => {
    const text = readFileSync(path('certificate.json'), 'utf8');
    writeFileSync(path('newer.json'), text.replace('"formatVersion": 1', '"formatVersion": 2'));
    writeFileSync(path('short.json'), text.replace('"date": "2026-11-30",', ''));
    const { code, stderr } = await call('certificate', 'show', path(name));
    expect(code).toBe(3);
    expect(stderr).toMatch(message);
  });

  it('ends with 3 for a day that does not exist', async () => {
    const { code, stderr } = await call(
      ...['certificate', path('report.json'), '--date', '2026-02-30'],
    );
    expect({ code, stderr }).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('a day such as 2027-01-31 is needed'),
    });
  });
});
