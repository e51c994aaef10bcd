import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kafkajsJoins } from '../../scripts/subjects/kafkajs-joins.js';
import type { Subject } from '../../scripts/subjects/subjects.js';
import { type Certification, certify, resultsWith, verdictsById } from './certify.js';
import { expectGone } from './gone.js';
import { installedSubject } from './installed.js';

/** The one case that takes five minutes is left to `npm run subject:NAME`. */
const BRIEF = ['--longest-case', '60'];

/** Whether a broker of Apache Kafka conforms, three times running, and leaves nothing behind. */
export async function describeKafka(name: string): Promise<void> {
  const kind = await installedSubject(name);
  const file = new URL(`../../implementations/${name}.yaml`, import.meta.url);
  const known = ['--implementation', fileURLToPath(file), ...BRIEF];

  describe.runIf(kind)(`Apache Kafka as ${name}`, () => {
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
      first = await certify(`tcp:${running().bootstrap}`, ...known);
      expect(resultsWith(first.report, 'fail', 'error', 'inconclusive')).toEqual([]);
      expect(first.exitStatus, first.stderr).toBe(0);
      expect(first.report.summary.pass).toBeGreaterThan(0);
    });

    test('shows the records that it writes', () => {
      const { results } = first?.report ?? { results: [] };
      const written = results.filter((result) => result.case.startsWith('record/'));
      expect(written.some(({ verdict }) => verdict === 'pass')).toBe(true);
      expect(results.filter(({ reason }) => reason?.includes('a view of the records'))).toEqual([]);
    });

    test('gets the same verdicts from two more runs', async () => {
      if (first === undefined) throw new Error('the first run gave no report');
      for (const _ of [2, 3]) {
        const again = await certify(`tcp:${running().bootstrap}`, ...known);
        expect(verdictsById(again.report)).toEqual(verdictsById(first.report));
      }
    });

    test('runs on, and is gone with all its processes when stopped', async () => {
      expect(running().whyEnded()).toBeUndefined();
      await running().stop();
      await expectGone(running().processGroup);
    });

    function running(): Subject {
      if (kafka === undefined) throw new Error(`${name} did not start`);
      return kafka;
    }
  });
}
