import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAddress } from '../../src/adapter/spawn/first-line.js';
import { type RunningProcess, startProcess } from '../../src/adapter/spawn/process.js';
import { type Certification, certify, resultsWith, runCases, verdictsById } from './certify.js';

/** Short times, so that the longest case is. */
const SETTINGS = [
  'group.initial.rebalance.delay.ms=1000',
  'group.min.session.timeout.ms=100',
  'group.max.size=4',
].flatMap((setting) => ['--config', setting]);

/** What keeps a case from being run over the wire; nothing of it is about the server. */
const NOT_OVER_THE_WIRE =
  /^the adapter lacks |^it needs \S+=|^it takes \d+ s of real time|^it is about kafka-/;

describe('groupspec serve', () => {
  let server: RunningProcess | undefined;
  let wire: Certification;
  let inProcess: Certification;

  beforeAll(async () => {
    const args = ['bin/groupspec', 'serve', '--port', '0', ...SETTINGS];
    server = await startProcess({
      text: 'groupspec serve',
      program: process.execPath,
      args,
      directory: undefined,
    });
    const { host, port } = await readAddress(server, 60_000);
    wire = await certify(`tcp:${host}:${port}`);
    inProcess = await certify('reference', ...SETTINGS);
  });
  afterAll(() => server?.stop());

  test('conforms over the wire', () => {
    expect(resultsWith(wire.report, 'fail', 'error', 'inconclusive')).toEqual([]);
    expect(wire.exitStatus, wire.stderr).toBe(0);
  });

  test('gets the verdict of the reference in process from every case that can be run', () => {
    const expected = verdictsById(inProcess.report);
    const run = wire.report.results.filter(({ verdict }) => verdict !== 'skip');
    const differing = run.filter(({ id, verdict }) => expected[id] !== verdict);
    expect(differing.map(({ id, verdict }) => ({ id, verdict, inProcess: expected[id] }))).toEqual(
      [],
    );
    expect(run.length).toBeGreaterThan(2_000);
  });

  test('skips no case for a reason of its own', () => {
    const skipped = wire.report.results.filter(({ verdict }) => verdict === 'skip');
    expect(skipped.filter(({ reason }) => !NOT_OVER_THE_WIRE.test(reason ?? ''))).toEqual([]);
    // Every case is there, in one way or the other.
    const cases = (report: Certification['report']) =>
      [...new Set(report.results.map((result) => result.case))].sort();
    expect(cases(wire.report)).toEqual(cases(inProcess.report));
  });

  test('is as good when every case has a server of its own', async () => {
    const command = `spawn:'${process.execPath}' bin/groupspec serve --port 0 ${SETTINGS.join(' ')}`;
    const { exitStatus, report, stderr } = await runCases(command, 'heartbeat', 'leave');
    expect(resultsWith(report, 'fail', 'error', 'inconclusive')).toEqual([]);
    expect(exitStatus, stderr).toBe(0);
  });
});
