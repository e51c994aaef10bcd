import type { Adapter } from '../../src/adapter/adapter.js';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { type CertifyOptions, certify } from '../../src/certify.js';
import { type Kit, loadKit } from '../../src/kit.js';
import type { Report } from '../../src/report/report.js';
import type { Result } from '../../src/suite/verdict.js';
import { caseFiles } from './case-files.js';

const CASES = {
  'first-join.yaml': `title: The first join stays parked for the initial rebalance delay
rules: [EXTEND-01, COMPLETE-06]
steps:
  - A: join
    expect: parked
  - advance: initialRebalanceDelay - ε
  - advance: ε
    releases:
      A: { joined: { generation: 1, leader: A, members: [A] } }
`,
  'parked.yaml': `title: A first join is parked for a while
rules: [EXTEND-01]
steps:
  - A: join
    expect: parked
`,
  'heartbeat.yaml': `title: A heartbeat for a missing group is refused
rules: [HB-00]
steps:
  - A: Heartbeat
    with: { memberId: nobody, generationId: 1 }
    expect: UNKNOWN_MEMBER_ID
`,
  'id.yaml': `title: A new member is first handed an id of its own
rules: [JOIN-03]
steps:
  - A: JoinGroup
    expect: { errorCode: MEMBER_ID_REQUIRED, memberId: $A }
  - B: JoinGroup
    expect: { errorCode: MEMBER_ID_REQUIRED, memberId: $B }
`,
  'session.yaml': `title: A member in time is known, and a silent one is not any more
rules: [EXPIRE-03]
given: { stable: [A] }
steps:
  - A: Heartbeat
    expect: NONE
  - advance: sessionTimeout - ε
  - A: Heartbeat
    expect: NONE
  - advance: sessionTimeout + ε
  - A: Heartbeat
    expect: UNKNOWN_MEMBER_ID
`,
  'sync-order.yaml': `title: A follower waits for its leader
rules: [SYNC-02]
given: { completing: [A, B] }
steps:
  - B: SyncGroup
    expect: parked
`,
  'sync.yaml': `title: The leader's sync releases the follower and is written down
rules: [SYNC-03, RECORD-04]
given: { completing: [A, B] }
steps:
  - B: SyncGroup
    expect: parked
  - A: SyncGroup
    with: { assignments: { A: left, B: right } }
    expect: { synced: left }
    releases: { B: { synced: right } }
  - records:
      - group:
          generation: $generation
          leader: $A
          members: { A: { assignment: left }, B: { assignment: right } }
`,
  'untrue.yaml': `title: A heartbeat for a missing group is accepted, which is not so
rules: [HB-00]
steps:
  - A: Heartbeat
    with: { memberId: nobody, generationId: 1 }
    expect: NONE
`,
  'versions.yaml': `title: A heartbeat is refused at every version
rules: [HB-00]
sweep: Heartbeat
steps:
  - A: Heartbeat
    with: { memberId: nobody }
    expect: UNKNOWN_MEMBER_ID
`,
};

export type CaseName =
  | 'first-join'
  | 'heartbeat'
  | 'id'
  | 'parked'
  | 'session'
  | 'sync'
  | 'sync-order'
  | 'untrue'
  | 'versions';

export interface SmallKit {
  readonly kit: Kit;
  /** Passes every case but the untrue one. */
  readonly reference: Adapter;
  judge(adapter: Adapter, names: readonly CaseName[], options?: CertifyOptions): Promise<Report>;
  /** The one result of a case that sweeps nothing. */
  resultOf(adapter: Adapter, name: CaseName, options?: CertifyOptions): Promise<Result>;
}

/** The kit with a few cases of its own, so that tests do not hang on the built-in ones. */
export function smallKit(): SmallKit {
  const kit = loadKit(caseFiles(CASES));
  const judge: SmallKit['judge'] = (adapter, names, options = {}) => {
    const cases = kit.cases.filter(({ id }) => (names as readonly string[]).includes(id));
    return certify(kit, adapter, { ...options, cases });
  };
  return {
    kit,
    reference: createReferenceAdapter(kit.defaults),
    judge,
    async resultOf(adapter, name, options) {
      const { results } = await judge(adapter, [name], options);
      const [result] = results;
      if (result === undefined || results.length > 1) throw new Error(`${results.length} results`);
      return result;
    },
  };
}
