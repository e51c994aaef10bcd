import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildKafkaAdapter, missingTools } from '../../scripts/kafka/build.js';
import { RELEASES } from '../../scripts/kafka/releases.js';
import type { Adapter } from '../../src/adapter/adapter.js';
import { createChildProcessAdapter } from '../../src/adapter/child-process/index.js';
import { type ExploreOptions, explore } from '../../src/explore/explore.js';
import { loadKitSpec } from '../../src/kit.js';
import { loadMutants } from '../../src/mutants/load-mutants.js';
import { mutantCoordinator } from '../../src/mutants/mutant-coordinator.js';
import { PATIENT } from '../fakes/patient.js';

const missing = await missingTools();
if (missing.length > 0) process.stdout.write(`SKIPPED Apache Kafka: ${missing.join('; ')}\n`);

const kit = loadKitSpec();
const version = RELEASES[0]?.version ?? '';

/** Each is a mistake that the reference might have. */
const FIVE = [
  'changed_metadata_is_no_change',
  'emptied_group_starts_over_at_generation_zero',
  'identity_outranks_room',
  'instance_id_that_nobody_has_is_fenced',
  'other_order_of_protocols_is_no_change',
];

describe.runIf(missing.length === 0)(`Exploring Apache Kafka ${version}`, () => {
  let adapter: Adapter;

  beforeAll(async () => {
    const command = await buildKafkaAdapter(version);
    adapter = createChildProcessAdapter({ command, ...PATIENT });
  });
  afterAll(() => adapter?.close());

  const exploring = async (changes: Partial<ExploreOptions> = {}) =>
    explore({
      adapter,
      implementation: await adapter.describe(),
      configuration: { ...kit.defaults, ...(await adapter.describe()).configuration },
      comparison: kit.comparison,
      seed: 1,
      runs: 500,
      steps: 50,
      jobs: 64,
      exact: true,
      kafkaFaults: true,
      realTime: { toleranceMs: 0, answerTimeoutMs: 0 },
      quirks: new Set(),
      runToken: '',
      ...changes,
    });

  test('shows no divergence of the reference', async () => {
    const { failures, steps } = await exploring();
    expect(failures).toEqual([]);
    expect(steps).toBeGreaterThan(20_000);
  });

  test.each(FIVE)('shows a reference with the mistake %s to be wrong', async (name) => {
    const mutant = loadMutants({ ruleIds: kit.known.ruleIds }).find((one) => one.name === name);
    if (mutant === undefined) throw new Error(`there is no mutant ${name}`);
    const { failures } = await exploring({
      createCoordinator: await mutantCoordinator(mutant),
      runs: 2_000,
      shrinkLimitMs: 0,
    });
    expect(failures).toHaveLength(1);
    // Kafka contradicts it; its own invariants alone would prove nothing about Kafka.
    expect(failures.map(({ divergence }) => divergence.kind)).not.toContain('violation');
  });
});
