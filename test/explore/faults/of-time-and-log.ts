import { createGroup } from '../../../reference/classic/group.js';
import type { Move } from '../../../src/explore/sequence.js';
import {
  COMPLETING,
  control,
  describeGroup,
  dynamic,
  EMPTY,
  GROUP,
  heartbeat,
  JOINING,
  join,
  leave,
  type Scene,
  STABLE,
  sync,
} from '../scene.js';
import { type Fault, member } from './fault.js';

function cancelWrites({ coordinator: { timer } }: Scene): void {
  for (const { key } of timer.armed()) if (key.kind === 'write') timer.cancel(key);
}

const HELD: Move = control({ kind: 'hold-commits' });
const OTHER: Move = dynamic('Z', { groupId: 'other' });

/** Waits without an end, timers that are missing, and groups other than in the log. */
export const FAULTS_OF_TIME_AND_LOG: readonly Fault[] = [
  {
    when: 'a join phase has no timer',
    before: JOINING,
    tamper: (_group, { coordinator }) => {
      coordinator.timer.cancel({ kind: 'join', groupId: GROUP });
    },
    breaks: ['parked-requests-are-bounded', 'parked-requests-are-bounded'],
    says: /is PreparingRebalance and has a JoinGroup of a-\S+ parked that no timer ends/,
  },
  {
    when: 'a join stays parked after its phase',
    before: COMPLETING,
    tamper: (group) => {
      member(group, 1).parkedJoin = () => {};
      group.awaitingJoinCount++;
    },
    breaks: ['parked-requests-are-bounded'],
    says: /is CompletingRebalance and has a JoinGroup of b-\S+ parked that no timer ends/,
  },
  {
    when: 'everybody is said to have synced while a follower waits for its leader',
    before: [...COMPLETING, sync('B')],
    tamper: ({ pendingSync }) => {
      pendingSync.clear();
    },
    breaks: ['parked-requests-are-bounded'],
    says: /has a SyncGroup of b-\S+ parked that no timer ends \(EXPIRE-05, SYNC-03, RT-03\)/,
  },
  {
    when: 'nothing ends the wait for the record of a restart',
    before: [...STABLE, HELD, join('B2')],
    tamper: (_group, scene) => cancelWrites(scene),
    next: heartbeat('A'),
    breaks: ['parked-requests-are-bounded'],
    says: /is Stable and has a JoinGroup of b-\S+ parked that no timer ends \(STATIC-02, RT-03\)/,
  },
  {
    when: 'nothing ends the wait for the record of the leader',
    before: [...COMPLETING, HELD, sync('B'), sync('A')],
    tamper: (_group, scene) => cancelWrites(scene),
    breaks: ['parked-requests-are-bounded', 'parked-requests-are-bounded'],
    says: /has a SyncGroup of a-\S+ parked that no timer ends/,
  },
  {
    when: 'nothing ends the wait of a Heartbeat for earlier commits',
    before: [...STABLE, HELD, OTHER, heartbeat('A')],
    tamper: (_group, scene) => cancelWrites(scene),
    next: describeGroup,
    breaks: ['parked-requests-are-bounded'],
    says: /^the partition has 1 requests that wait for commits and 0 timers that end that/,
  },
  {
    when: 'a member has other bytes than its leader has sent',
    before: STABLE,
    tamper: (group) => {
      member(group, 1).assignment = new Uint8Array([7]);
    },
    breaks: ['assignments-are-recorded', 'log-tells-the-group'],
    says: /is Stable and b-\S+ has another assignment than its leader has sent \(SYNC-04, RECORD-04\)/,
  },
  {
    when: 'the second assignments of one leader take effect, not the first',
    before: [
      ...COMPLETING,
      HELD,
      sync('A', { A: 'first' }),
      sync('A', { A: 'second' }),
      control({ kind: 'release-commits' }),
    ],
    tamper: (group, { coordinator }) => {
      const last = coordinator.log.records.at(-1);
      if (last?.keyVersion !== 2) throw new Error('the leader has written nothing');
      member(group, 0).assignment = last.value?.members[0]?.assignment ?? new Uint8Array();
    },
    breaks: ['assignments-are-recorded'],
    says: /a-\S+ has another assignment than its leader has sent/,
  },
  {
    when: 'a group is stable that nobody has assigned anything',
    before: COMPLETING,
    tamper: (group) => {
      group.state = 'Stable';
    },
    breaks: ['assignments-are-recorded', 'log-tells-the-group'],
    says: /is Stable in generation 1, of which the log has no record \(SYNC-03, SYNC-04\)/,
  },
  {
    when: 'a stable group has a member that generation does not know',
    before: STABLE,
    tamper: (group, { coordinator }) => {
      const added = { ...member(group, 1), memberId: 'added', groupInstanceId: null };
      coordinator.timer.schedule({ kind: 'session', groupId: GROUP, memberId: 'added' }, 1_000);
      group.members.set('added', added);
      group.support.set('range', 3);
    },
    breaks: ['assignments-are-recorded', 'log-tells-the-group'],
    says: /is Stable with member added, to whom generation 1 assigns nothing/,
  },
  {
    when: 'a stable member changes its session timeout unrecorded',
    before: STABLE,
    tamper: (group) => {
      member(group, 0).sessionTimeoutMs++;
    },
    breaks: ['log-tells-the-group'],
    says: /is Stable in generation 1 and the log has another session timeout of member a-\S+/,
  },
  {
    when: 'a stable member changes its rebalance timeout unrecorded',
    before: STABLE,
    tamper: (group) => {
      member(group, 0).rebalanceTimeoutMs++;
    },
    breaks: ['log-tells-the-group'],
    says: /another rebalance timeout of member a-\S+ \(RECORD-04, LOAD-01\)/,
  },
  {
    when: 'an emptied group is dated from another time',
    before: EMPTY,
    tamper: (group) => {
      group.stateTimestamp++;
    },
    breaks: ['log-tells-the-group'],
    says: /is Empty in generation 2 with time of emptying .* \(RECORD-03, LOAD-01\)/,
  },
  {
    when: 'an emptied group forgets its protocol type',
    before: EMPTY,
    tamper: (group) => {
      group.protocolType = null;
    },
    breaks: ['log-tells-the-group'],
    says: /with protocol type none, and the log gives consumer/,
  },
  {
    when: 'a group vanishes that was not deleted',
    before: EMPTY,
    tamper: (_group, { groups }) => groups.delete(GROUP),
    breaks: ['log-tells-the-group'],
    says: /'group' is gone, and the log has it \(DEL-01, RT-04\)/,
  },
  {
    when: 'a group is there that was never written',
    before: [],
    tamper: (_group, { groups }) => groups.set(GROUP, createGroup(GROUP, 0)),
    breaks: ['log-tells-the-group'],
    says: /'group' is Empty, and the log does not have it \(JOIN-13, RT-04\)/,
  },
  {
    when: 'a member has no session timer',
    before: STABLE,
    tamper: (_group, { coordinator, id }) => {
      coordinator.timer.cancel({ kind: 'session', groupId: GROUP, memberId: id('A') });
    },
    breaks: ['timers-run'],
    says: /'group' has no session timer for member a-\S+ \(EXPIRE-01\)/,
  },
  {
    when: 'a parked newcomer has no session timer',
    before: JOINING,
    tamper: (group, { coordinator }) => {
      const { memberId } = member(group, 0);
      coordinator.timer.cancel({ kind: 'session', groupId: GROUP, memberId });
    },
    breaks: ['timers-run'],
    says: /has no session timer for member a-\S+/,
  },
  {
    when: 'a pending id has no timer',
    before: [...STABLE, dynamic('C')],
    tamper: (_group, { coordinator, id }) => {
      coordinator.timer.cancel({ kind: 'session', groupId: GROUP, memberId: id('C') });
    },
    breaks: ['timers-run'],
    says: /has no session timer for pending id C-\S+ \(JOIN-03, EXPIRE-01\)/,
  },
  {
    when: 'a member may sync as late as it likes',
    before: COMPLETING,
    tamper: (_group, { coordinator }) => {
      coordinator.timer.cancel({ kind: 'sync', groupId: GROUP });
    },
    breaks: ['timers-run'],
    says: /has no sync timer and a-\S+ has not synced \(COMPLETE-07, EXPIRE-05\)/,
  },
  {
    when: 'a deserted join phase has no end',
    before: [dynamic('A'), dynamic('A', { memberId: { idOf: 'A' } }), leave('A')],
    tamper: (_group, { coordinator }) => {
      coordinator.timer.cancel({ kind: 'join', groupId: GROUP });
    },
    breaks: ['timers-run'],
    says: /is deserted and has no join timer \(EXTEND-01, PREP-04\)/,
  },
];
