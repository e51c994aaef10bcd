import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kafkajsJoins } from '../../scripts/subjects/kafkajs-joins.js';
import type { Subject } from '../../scripts/subjects/subjects.js';
import { type Certification, certify, resultsWith, verdictsById } from './certify.js';
import { installedSubject } from './installed.js';

const kind = await installedSubject('kafka');

describe.runIf(kind)('Apache Kafka', () => {
  let kafka: Subject | undefined;
  let first: Certification | undefined;

  beforeAll(async () => {
    kafka = await kind?.start();
  });
  afterAll(() => kafka?.stop());

  test('serves a real client', async () => {
    expect(await kafkajsJoins(running().bootstrap)).toBe(1);
  });

  test('conforms', async () => {
    first = await certify(`tcp:${running().bootstrap}`);
    expect(resultsWith(first.report, 'fail', 'error', 'inconclusive')).toEqual([]);
    expect(first.exitStatus, first.stderr).toBe(0);
    expect(first.report.summary.pass).toBeGreaterThan(0);
  });

  test('shows the records that it writes', () => {
    const { results } = first?.report ?? { results: [] };
    const written = results.filter((result) => result.case.startsWith('record/'));
    expect(written.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(50);
    expect(results.filter(({ reason }) => reason?.includes('a view of the records'))).toEqual([]);
  });

  test('gets the same verdicts from two more runs', async () => {
    if (first === undefined) throw new Error('the first run gave no report');
    for (const _ of [2, 3]) {
      const again = await certify(`tcp:${running().bootstrap}`);
      expect(verdictsById(again.report)).toEqual(verdictsById(first.report));
    }
  });

  test('runs on', () => {
    expect(running().whyEnded()).toBeUndefined();
  });

  function running(): Subject {
    if (kafka === undefined) throw new Error('Apache Kafka did not start');
    return kafka;
  }
});
