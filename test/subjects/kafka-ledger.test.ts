import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildKafkaAdapter, missingTools } from '../../scripts/kafka/build.js';
import { RELEASES } from '../../scripts/kafka/releases.js';
import type { Adapter } from '../../src/adapter/adapter.js';
import { createChildProcessAdapter } from '../../src/adapter/child-process/index.js';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { certify } from '../../src/certify.js';
import { loadKit } from '../../src/kit.js';
import { loadLedger } from '../../src/spec/ledger.js';
import { caseFiles } from '../fakes/case-files.js';
import { PATIENT } from '../fakes/patient.js';

const missing = await missingTools();
if (missing.length > 0) process.stdout.write(`SKIPPED Apache Kafka: ${missing.join('; ')}\n`);

/** By ids of the ledger: what would hold without the fault, and how Apache Kafka differs from it. */
const FAULTS = {
  'duplicate-protocol-names': {
    text: `title: A protocol that is named twice counts once
rules: [MEMBER-06]
sweep: JoinGroup
members:
  A: { groupInstanceId: a, protocols: [range, sticky, range] }
steps:
  - { A: JoinGroup, expect: parked }
  - advance: initialRebalanceDelay
    releases: { A: { joined: { generation: 1, leader: A, members: [A] } } }
`,
    differs: 'A: protocolName: expected range, got sticky',
  },
  'counters-after-rolled-back-replacement': {
    text: `title: Undoing the replacement of a member that is gone spoils no count
rules: [STATIC-03]
sweep: JoinGroup
configuration: { offsets.commit.timeout.ms: 5000 }
members:
  A: { protocols: [range, sticky] }
  B: { groupInstanceId: b, protocols: [range, sticky] }
  D: { groupInstanceId: d, protocols: [sticky] }
given: { stable: [A, B] }
steps:
  - commits: held
  - B2: JoinGroup
    with: { protocols: [range] }
    expect: parked
  - C: LeaveGroup
    with: { members: [{ memberId: '', groupInstanceId: b }] }
    expect: parked
    releases: { B2: UNKNOWN_MEMBER_ID }
  - advance: 5000
    releases: { C: COORDINATOR_NOT_AVAILABLE }
  - commits: released
  - A: JoinGroup
    expect: { joined: { generation: $generation + 1, leader: A, members: [A] } }
  - { D: JoinGroup, expect: parked }
`,
    differs:
      'D: JoinGroup: expected no answer: the request is parked, got errorCode: INCONSISTENT_GROUP_PROTOCOL',
  },
  'group-listed-twice': {
    text: `title: A group whose tombstone cannot be appended is listed once
rules: [LIST-01]
given: { empty: [A] }
steps:
  - fail-next-append: NOT_ENOUGH_REPLICAS
  - A: DeleteGroups
    expect: { deleted: COORDINATOR_NOT_AVAILABLE }
  - B: ListGroups
    expect:
      groups:
        - { groupId: group, protocolType: consumer, groupState: Empty, groupType: classic }
`,
    differs: 'B: groups: expected 1 entry',
  },
  'generation-raised-by-old-timer': {
    text: `title: The timer of a group that could not be written leaves the generation of the next one alone
rules: [JOIN-13]
sweep: JoinGroup
members:
  A: { groupInstanceId: a }
steps:
  - fail-next-append: NOT_ENOUGH_REPLICAS
  - { A: JoinGroup, expect: COORDINATOR_NOT_AVAILABLE }
  - { B: JoinGroup, expect: { errorCode: MEMBER_ID_REQUIRED, memberId: $B } }
  - advance: initialRebalanceDelay
  - { B: JoinGroup, expect: parked }
  - advance: initialRebalanceDelay
    releases: { B: { joined: { generation: 1, leader: B, members: [B] } } }
`,
    differs: 'B: generationId: expected 1, got 2',
  },
} as const;

const kit = loadKit(
  caseFiles(
    Object.fromEntries(Object.entries(FAULTS).map(([id, { text }]) => [`${id}.yaml`, text])),
  ),
);

test('What the ledger calls faults the reference does not have', async () => {
  const { verdict, results } = await certify(kit, createReferenceAdapter(kit.defaults));
  expect(results.filter((result) => result.verdict !== 'pass')).toEqual([]);
  expect(verdict).toBe('pass');
});

describe.runIf(missing.length === 0).each(RELEASES)(
  'A fault of the ledger still shows in Apache Kafka $version',
  ({ version, profile }) => {
    let adapter: Adapter;

    beforeAll(async () => {
      const command = await buildKafkaAdapter(version);
      adapter = createChildProcessAdapter({ command, ...PATIENT });
    });
    afterAll(() => adapter?.close());

    test.each(Object.entries(FAULTS))('%s', async (id, { differs }) => {
      const entry = loadLedger(loadKit().spec).find((one) => one.id === id);
      expect(entry?.releases).toContain(version);
      const cases = kit.cases.filter((own) => own.id === id);
      const { results } = await certify(kit, adapter, { profile, cases });
      expect(results.length).toBeGreaterThan(0);
      for (const { failure } of results) expect(failure?.summary).toContain(differs);
    });
  },
);
