import { caseFiles } from './case-files.js';

/** By ids of the ledger: what would hold without the fault, and how Apache Kafka differs from it. */
export const LEDGER_FAULTS = {
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
  'rolled-back-replacement-without-common-protocol': {
    text: `title: A group goes on after a replacement that was undone when it had another protocol
rules: [STATIC-03]
sweep: SyncGroup
versions: { JoinGroup: 9+, SyncGroup: 5+ }
configuration: { offsets.commit.timeout.ms: 5000 }
members:
  A: { protocols: [sticky, range] }
  B: { groupInstanceId: b, protocols: [sticky] }
given: { stable: [A, B] }
steps:
  - commits: held
  - B2: JoinGroup
    with: { protocols: [sticky, range] }
    expect: parked
  - A: JoinGroup
    with: { protocols: [range] }
    expect: { joined: { generation: $generation + 1, leader: A, members: [A, B2], protocol: range } }
    releases:
      B2: { joined: { generation: $generation + 1, leader: A, members: [], protocol: range } }
  - advance: 5000
  - commits: released
  - A: SyncGroup
    with: { protocolName: range, assignments: { A: left } }
    expect: { errorCode: NONE, protocolType: consumer, protocolName: range, assignment: left }
`,
    differs: 'A: errorCode: expected NONE, got UNKNOWN_SERVER_ERROR',
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

/** A directory with their cases; the id of each is that of the ledger. */
export function ledgerFaultCases(): string {
  const files = Object.entries(LEDGER_FAULTS).map(([id, { text }]) => [`${id}.yaml`, text]);
  return caseFiles(Object.fromEntries(files));
}
