import type {
  ControlMove,
  Given,
  GivenFields,
  Move,
  Sequence,
} from '../../src/explore/sequence.js';
import { heartbeat, join, sequence, toDeadline } from './exploring.js';

const request = (client: string, api: 'SyncGroup' | 'LeaveGroup', fields: GivenFields): Move => ({
  kind: 'request',
  client,
  api,
  fields: { groupId: 'group', ...fields },
});

export const administer = (
  api: 'DescribeGroups' | 'DeleteGroups' | 'ListGroups',
  fields: GivenFields,
): Move => ({ kind: 'request', client: 'Z', api, fields });

const describe = administer('DescribeGroups', { groups: ['group'] });

const deed = (what: ControlMove['deed']): Move => ({ kind: 'control', deed: what });

const wait = (duration: string): Move => ({ kind: 'advance', by: { duration } });

export function withFields(move: Move, fields: GivenFields): Move {
  return move.kind === 'request' ? { ...move, fields: { ...move.fields, ...fields } } : move;
}

const asStatic = (move: Move, groupInstanceId: string) => withFields(move, { groupInstanceId });
const inGroup = (move: Move, groupId: string) => withFields(move, { groupId });

export function sync(client: string, ...assigned: readonly string[]): Move {
  return request(client, 'SyncGroup', {
    generationId: { generationOf: client, plus: 0 },
    memberId: { idOf: client },
    protocolType: 'consumer',
    protocolName: 'range',
    assignments: assigned.map((member) => ({
      memberId: { idOf: member },
      assignment: { text: `for-${member}` },
    })),
  });
}

function leave(client: string, ...members: readonly Given[]): Move {
  const entries = members.length === 0 ? [{ idOf: client }] : members;
  return request(client, 'LeaveGroup', {
    memberId: entries[0] ?? '',
    members: entries.map((memberId) => ({ memberId })),
  });
}

const joined = (client: string): readonly Move[] => [
  join(client, ''),
  join(client, { idOf: client }),
];

/** A stable group of dynamic members, led by the first. */
export function stable(...clients: readonly string[]): readonly Move[] {
  const [leader = 'A', ...followers] = clients;
  return [
    ...clients.flatMap(joined),
    toDeadline,
    ...(followers.length > 0 ? [toDeadline] : []),
    sync(leader, ...clients),
    ...followers.map((client) => sync(client)),
  ];
}

const staticGroup: readonly Move[] = [
  asStatic(join('A', ''), 'a'),
  toDeadline,
  asStatic(sync('A', 'A'), 'a'),
];

/** What sequences of different kinds look like, each with a mutant that its case has to notice. */
export const HAND_WRITTEN: readonly {
  readonly what: string;
  readonly sequence: Sequence;
  readonly records?: boolean;
  readonly mutant: string;
}[] = [
  {
    what: 'a heartbeat of a stale generation',
    sequence: sequence(...stable('A'), heartbeat('A', -1)),
    mutant: 'heartbeat_of_a_past_generation_is_accepted',
  },
  {
    what: 'a static restart',
    sequence: sequence(
      ...staticGroup,
      asStatic(join('A2', ''), 'a'),
      asStatic(heartbeat('A'), 'a'),
      describe,
    ),
    mutant: 'restart_loses_the_assignment',
  },
  {
    what: 'an append that fails',
    sequence: sequence(
      ...joined('A'),
      toDeadline,
      deed({ kind: 'fail-next-append', error: 'NOT_ENOUGH_REPLICAS' }),
      sync('A', 'A'),
      describe,
    ),
    records: true,
    mutant: 'failed_assignment_makes_the_group_stable_all_the_same',
  },
  {
    what: 'held commits',
    sequence: sequence(
      ...joined('A'),
      toDeadline,
      deed({ kind: 'hold-commits' }),
      sync('A', 'A'),
      heartbeat('A'),
      deed({ kind: 'release-commits' }),
    ),
    mutant: 'syncs_are_answered_before_the_assignment_is_committed',
  },
  {
    what: 'a log that is made up',
    sequence: sequence(
      deed({ kind: 'unload' }),
      deed({
        kind: 'start-load',
        configuration: {},
        log: [
          {
            kind: 'group',
            group: 'group',
            valueVersion: 3,
            fields: {
              protocolType: 'consumer',
              generation: 7,
              protocol: 'range',
              leader: { idOf: 'A' },
              members: [
                {
                  memberId: { idOf: 'A' },
                  clientId: 'A',
                  clientHost: '/127.0.0.1',
                  rebalanceTimeout: { duration: 'rebalanceTimeout' },
                  sessionTimeout: { duration: 'sessionTimeout' },
                  subscription: { subscription: 'A' },
                  assignment: { text: 'recorded' },
                },
              ],
            },
          },
          { kind: 'offset', group: 'other', partition: 1 },
        ],
      }),
      deed({ kind: 'finish-load' }),
      heartbeat('A'),
      describe,
    ),
    mutant: 'loaded_assignments_are_lost',
  },
  {
    what: 'an expired session',
    sequence: sequence(
      ...stable('A'),
      wait('sessionTimeout - ε'),
      heartbeat('A'),
      toDeadline,
      describe,
    ),
    records: true,
    mutant: 'expiry_of_the_last_member_is_not_recorded',
  },
  {
    what: 'a leave of several members',
    sequence: sequence(
      ...stable('A', 'B'),
      leave('A', { idOf: 'B' }, 'stranger', { idOf: 'B' }),
      heartbeat('A'),
    ),
    mutant: 'member_named_twice_leaves_twice',
  },
  {
    what: 'several groups',
    sequence: sequence(
      inGroup(join('A', ''), 'other'),
      inGroup(leave('A'), 'other'),
      ...joined('B'),
      administer('ListGroups', { statesFilter: ['Empty'], typesFilter: [] }),
      administer('DeleteGroups', { groupsNames: ['group', 'other', 'third'] }),
      administer('ListGroups', {}),
    ),
    records: true,
    mutant: 'one_group_that_stays_keeps_the_others',
  },
  {
    what: 'a second request while the first is parked',
    sequence: sequence(...joined('A'), join('A', { idOf: 'A' }), toDeadline),
    mutant: 'superseded_join_succeeds_too',
  },
  {
    what: 'a full group',
    sequence: {
      ...sequence(...joined('A'), join('B', ''), toDeadline, ...joined('C')),
      configuration: { 'group.max.size': 1 },
    },
    mutant: 'join_phase_may_exceed_the_maximum_by_one',
  },
  {
    what: 'a rejoin with other metadata',
    sequence: sequence(
      ...stable('A', 'B'),
      withFields(join('B', { idOf: 'B' }), {
        protocols: [{ name: 'range', metadata: { subscription: 'changed' } }],
      }),
      heartbeat('A'),
      join('A', { idOf: 'A' }),
    ),
    mutant: 'rejoin_keeps_the_metadata_of_the_first_join',
  },
  {
    what: 'an unload while a follower waits',
    sequence: sequence(
      ...joined('A'),
      ...joined('B'),
      toDeadline,
      toDeadline,
      sync('B'),
      deed({ kind: 'unload' }),
      heartbeat('A'),
    ),
    mutant: 'unload_leaves_parked_syncs_unanswered',
  },
  {
    what: 'an old version that hands out no id',
    sequence: {
      ...sequence(join('A', ''), toDeadline, heartbeat('A', 1)),
      versions: { ...sequence().versions, JoinGroup: 2, Heartbeat: 0 },
    },
    mutant: 'clients_of_version_3_are_asked_to_come_back_with_an_id',
  },
];
