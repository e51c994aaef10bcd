import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildKafkaAdapter, missingTools } from '../../scripts/kafka/build.js';
import { RELEASES } from '../../scripts/kafka/releases.js';
import type { Adapter } from '../../src/adapter/adapter.js';
import { createChildProcessAdapter } from '../../src/adapter/child-process/index.js';
import { certify } from '../../src/certify.js';
import { loadKit } from '../../src/kit.js';
import { loadLedger } from '../../src/spec/ledger.js';
import { LEDGER_FAULTS, ledgerFaultCases } from '../fakes/ledger-faults.js';
import { PATIENT } from '../fakes/patient.js';

const missing = await missingTools();
if (missing.length > 0) process.stdout.write(`SKIPPED Apache Kafka: ${missing.join('; ')}\n`);

const kit = loadKit(ledgerFaultCases());

describe.runIf(missing.length === 0).each(RELEASES)(
  'A fault of the ledger still shows in Apache Kafka $version',
  ({ version, profile }) => {
    let adapter: Adapter;

    beforeAll(async () => {
      const command = await buildKafkaAdapter(version);
      adapter = createChildProcessAdapter({ command, ...PATIENT });
    });
    afterAll(() => adapter?.close());

    test.each(Object.entries(LEDGER_FAULTS))('%s', async (id, { differs }) => {
      const entry = loadLedger(loadKit().spec).find((one) => one.id === id);
      expect(entry?.releases).toContain(version);
      const cases = kit.cases.filter((own) => own.id === id);
      const { results } = await certify(kit, adapter, { profile, cases });
      expect(results.length).toBeGreaterThan(0);
      for (const { failure } of results) expect(failure?.summary).toContain(differs);
    });
  },
);
