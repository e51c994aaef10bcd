import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kafkajsJoins } from '../../scripts/subjects/kafkajs-joins.js';
import type { Subject } from '../../scripts/subjects/subjects.js';
import { type Certification, certify, resultsWith, runCases } from './certify.js';
import { installedSubject } from './installed.js';

const kind = await installedSubject('librdkafka-2.0');

/** The mock cluster is good enough for its own tests, yet no conforming coordinator. */
describe.runIf(kind)('the mock cluster of librdkafka, one for each case', () => {
  let certification: Certification | undefined;

  test('differs', async () => {
    certification = await certify(`spawn:${await kind?.spawnCommand?.()}`);
    expect(certification.exitStatus, certification.stderr).toBe(1);
  });

  test('is never blamed on the kit', () => {
    expect(resultsWith(certified().report, 'error')).toEqual([]);
  });

  test('tells its wall time beside that of its longest case', () => {
    const { timing, results } = certified().report;
    const longest = Math.max(...results.map(({ spentMs }) => spentMs));
    expect(timing).toMatchObject({ longest: { ms: longest }, ratio: expect.any(Number) });
  });

  test.each([
    ['hands out no member id first', 'JOIN-03', /expected .*MEMBER_ID_REQUIRED/],
    ['refuses SyncGroup in Stable', 'SYNC-07', /SyncGroup: expected an answer with NONE/],
    ['refuses Heartbeat while completing', 'HB-03', /expected NONE, got REBALANCE_IN_PROGRESS/],
    [
      'has an error of its own for unknown groups',
      'TYPE-04',
      /expected UNKNOWN_MEMBER_ID, got GROUP_ID_NOT_FOUND/,
    ],
    [
      'aborts when its members differ in their first protocol',
      'MEMBER-08',
      /killed by SIGABRT; .*elect_leader: Assertion/,
    ],
  ])('%s, a finding on %s', (_finding, rule, summary) => {
    const findings = certified()
      .report.results.flatMap(({ failure }) => failure ?? [])
      .filter(({ rules }) => rules.includes(rule))
      .map((failure) => failure.summary);
    expect(findings).toContainEqual(expect.stringMatching(summary));
  });

  function certified(): Certification {
    if (certification === undefined) throw new Error('the run gave no report');
    return certification;
  }
});

describe.runIf(kind)('one mock cluster of librdkafka for several cases', () => {
  let mock: Subject | undefined;

  beforeAll(async () => {
    mock = await kind?.start();
  });
  afterAll(() => mock?.stop());

  test('serves a real client before', async () => {
    expect(await kafkajsJoins(running().bootstrap)).toBe(1);
  });

  test('differs in what does not crash it', async () => {
    const { exitStatus, report, stderr } = await runCases(
      `tcp:${running().bootstrap}`,
      'heartbeat',
      'leave',
    );
    expect(exitStatus, stderr).toBe(1);
    expect(resultsWith(report, 'error')).toEqual([]);
    expect(report.summary.pass).toBeGreaterThan(0);
    expect(report.summary.fail).toBeGreaterThan(0);
  });

  test('serves a real client after', async () => {
    expect(running().whyEnded()).toBeUndefined();
    expect(await kafkajsJoins(running().bootstrap)).toBe(1);
  });

  function running(): Subject {
    if (mock === undefined) throw new Error('the mock cluster did not start');
    return mock;
  }
});
