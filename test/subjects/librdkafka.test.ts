import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kafkajsJoins } from '../../scripts/subjects/kafkajs-joins.js';
import type { Subject } from '../../scripts/subjects/subjects.js';
import { type Certification, certify, resultsWith } from './certify.js';
import { installedSubject } from './installed.js';

const kind = await installedSubject('librdkafka');

/** The mock cluster is good enough for its own tests, yet no conforming coordinator. */
describe.runIf(kind)('the mock cluster of librdkafka', () => {
  let mock: Subject | undefined;
  let certification: Certification | undefined;

  beforeAll(async () => {
    mock = await kind?.start();
  });
  afterAll(() => mock?.stop());

  test('serves a real client before', async () => {
    expect(await kafkajsJoins(running().bootstrap)).toBe(1);
  });

  test('differs', async () => {
    certification = await certify(running().bootstrap);
    expect(certification.exitStatus, certification.stderr).toBe(1);
    expect(certification.report.summary.fail).toBeGreaterThan(0);
  });

  test('is never blamed on the kit', () => {
    expect(resultsWith(certified().report, 'error')).toEqual([]);
  });

  test('takes less than twice its longest case', () => {
    const { report, wallTimeMs } = certified();
    const longestMs = Math.max(...report.results.map(({ durationMs }) => durationMs));
    expect(wallTimeMs).toBeLessThan(2 * longestMs);
  });

  test('serves a real client after', async () => {
    expect(running().whyEnded()).toBeUndefined();
    expect(await kafkajsJoins(running().bootstrap)).toBe(1);
  });

  function running(): Subject {
    if (mock === undefined) throw new Error('the mock cluster did not start');
    return mock;
  }

  function certified(): Certification {
    if (certification === undefined) throw new Error('the run gave no report');
    return certification;
  }
});
