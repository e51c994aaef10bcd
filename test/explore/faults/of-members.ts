import { advance, COMPLETING, EMPTY, GROUP, JOINING, join } from '../scene.js';
import { type Fault, member } from './fault.js';

/** Leaders, generations and counts that are wrong. */
export const FAULTS_OF_MEMBERS: readonly Fault[] = [
  {
    when: 'another member leads the same generation',
    before: COMPLETING,
    tamper: (group) => {
      group.leader = member(group, 1).memberId;
    },
    breaks: ['one-leader-a-generation'],
    says: /'group' was led by a-\S+ in generation 1 and is now led by b-\S+ \(STATE-06, STATIC-01\)/,
  },
  {
    when: 'a join phase ends two generations later',
    before: COMPLETING,
    tamper: (group) => {
      group.generation += 2;
    },
    breaks: ['generation-grows-by-one'],
    says: /'group' went from generation 1 to 3 at once \(STATE-03\)/,
  },
  {
    when: 'the generation falls',
    before: [...EMPTY, join('A2')],
    tamper: (group) => {
      group.generation--;
    },
    breaks: ['generation-grows-by-one'],
    says: /went from generation 2 to 1 at once/,
  },
  {
    when: 'the next of several timers finds the generation two later',
    before: JOINING,
    tamper: ({ groupId }, { coordinator, groups }) => {
      coordinator.timer.schedule({ kind: 'session', groupId: 'nobody', memberId: 'x' }, 1);
      const group = groups.get(groupId);
      if (group !== undefined) group.generation = 2;
    },
    next: advance('2 * initialRebalanceDelay'),
    breaks: ['generation-grows-by-one'],
    says: /went from generation 0 to 2 at once/,
  },
  {
    when: 'a new group does not begin at 0',
    before: JOINING,
    tamper: (group, { groups }) => {
      groups.set(GROUP, { ...group, generation: 1 });
    },
    breaks: ['generation-grows-by-one'],
    says: /'group' begins with generation 1 \(STATE-03\)/,
  },
  {
    when: 'a stranger leads',
    before: JOINING,
    tamper: (group) => {
      group.leader = 'stranger';
    },
    breaks: ['leader-is-a-member'],
    says: /'group' is led by stranger, who is not a member \(STATE-06\)/,
  },
  {
    when: 'nobody leads the members',
    before: JOINING,
    tamper: (group) => {
      group.leader = null;
    },
    breaks: ['leader-is-a-member'],
    says: /has 2 members and no leader/,
  },
  {
    when: 'a parked join is not counted',
    before: JOINING,
    tamper: (group) => {
      group.awaitingJoinCount--;
    },
    breaks: ['counts-equal-recounts'],
    says: /counts 1 members who are awaiting-join where there are 2 \(MEMBER-04\)/,
  },
  {
    when: 'a protocol is counted once too often',
    before: JOINING,
    tamper: ({ support }) => {
      support.set('range', 3);
    },
    breaks: ['counts-equal-recounts'],
    says: /counts 3 members who offer protocol 'range' where 2 do \(MEMBER-06\)/,
  },
  {
    when: 'a protocol is not counted',
    before: JOINING,
    tamper: (group) => {
      const offered = [...member(group, 0).protocols, { name: 'new', metadata: new Uint8Array() }];
      member(group, 0).protocols = offered;
    },
    breaks: ['counts-equal-recounts'],
    says: /does not count protocol 'new', which a-\S+ offers/,
  },
  {
    when: 'an instance id is forgotten',
    before: JOINING,
    tamper: ({ staticMembers }) => {
      staticMembers.delete('b');
    },
    breaks: ['counts-equal-recounts', 'counts-equal-recounts'],
    says: /has b-\S+ as member of instance id 'b', which belongs to nobody/,
  },
  {
    when: 'a member is listed under an id that it had',
    before: JOINING,
    tamper: (group) => {
      const second = member(group, 1);
      group.members.delete(second.memberId);
      group.members.set('old id', second);
    },
    breaks: ['counts-equal-recounts'],
    says: /'group' has member b-\S+ under another id than its own \(STATIC-01\)/,
  },
  {
    when: 'a member is pending still',
    before: JOINING,
    tamper: (group) => {
      group.pendingIds.add(member(group, 0).memberId);
    },
    breaks: ['counts-equal-recounts'],
    says: /has a-\S+ both as a member and as a pending id \(MEMBER-03, JOIN-06\)/,
  },
  {
    when: 'somebody has to sync who is no member',
    before: COMPLETING,
    tamper: ({ pendingSync }) => {
      pendingSync.add('gone');
    },
    breaks: ['counts-equal-recounts'],
    says: /waits for the sync of gone, who is neither a member nor a restarted one/,
  },
  {
    when: 'an emptied group keeps a member',
    before: EMPTY,
    tamper: (group, { coordinator }) => {
      const memberId = 'left-over';
      coordinator.timer.schedule({ kind: 'session', groupId: GROUP, memberId }, 1_000);
      group.leader = memberId;
      group.members.set(memberId, {
        memberId,
        groupInstanceId: null,
        clientId: 'L',
        clientHost: '/127.0.0.1',
        sessionTimeoutMs: 1_000,
        rebalanceTimeoutMs: 1_000,
        protocols: [],
        assignment: new Uint8Array(),
        isNew: false,
        parkedJoin: null,
        parkedSync: null,
      });
    },
    breaks: ['counts-equal-recounts', 'log-tells-the-group'],
    says: /'group' is Empty and has the member left-over/,
  },
];
