import * as fc from 'fast-check';
import { anyOf, chance, pick } from '../plan/draw.js';
import type { Standing, View } from '../plan/view.js';
import type { GivenFields } from '../sequence.js';
import { type Command, command } from './command.js';
import { assignmentsFor, heartbeat, leave, leaveAs, leaver, request, sync } from './requests.js';

const isLeader = ({ memory }: Standing) => memory?.leads === true;
const isFollower = (standing: Standing) => !isLeader(standing);

const mustSync = (view: View, wanted: (standing: Standing) => boolean) =>
  view.in('must-sync').filter(wanted);

const WORDS = ['left', 'right', ''] as const;

export const SYNCS: readonly Command[] = [
  command({
    name: 'sync-leader',
    apis: ['SyncGroup'],
    weight: (view) => (view.counts['must-sync'] === 0 ? 0 : mustSync(view, isLeader).length * 8),
    picks: fc.tuple(anyOf, fc.nat({ max: 9 }), fc.constantFrom(...WORDS)),
    move: (view, [who, completeness, word]) => {
      const leader = pick(mustSync(view, isLeader), who);
      if (completeness === 0) return sync(leader, []);
      if (completeness === 1) {
        return sync(
          leader,
          assignmentsFor(view, leader, (index) => index % 2 === 0, word),
        );
      }
      const all = assignmentsFor(view, leader, () => true, word);
      if (completeness > 2) return sync(leader, all);
      const stranger: GivenFields = { memberId: 'stranger', assignment: { text: 'stray' } };
      return sync(leader, [...all, stranger]);
    },
  }),
  command({
    name: 'sync-follower',
    apis: ['SyncGroup'],
    weight: (view) =>
      view.counts['must-sync'] === 0 ? 0 : Math.min(mustSync(view, isFollower).length, 3) * 6,
    picks: anyOf,
    move: (view, who) => sync(pick(mustSync(view, isFollower), who), []),
  }),
  command({
    name: 'sync-again',
    apis: ['SyncGroup'],
    weight: (view) =>
      Math.min(1, view.counts.steady + view.counts['parked-sync'] + view.counts['must-rejoin']),
    picks: anyOf,
    move: (view, who) => {
      const some = [...view.in('steady'), ...view.in('parked-sync'), ...view.in('must-rejoin')];
      const standing = pick(some, who);
      return sync(
        standing,
        isLeader(standing) ? assignmentsFor(view, standing, () => true, 'again') : [],
      );
    },
  }),
];

export const HEARTBEATS: readonly Command[] = [
  command({
    name: 'heartbeat',
    apis: ['Heartbeat'],
    weight: (view) => 0.4 + Math.min(3, view.counts.steady),
    picks: fc.tuple(anyOf, chance(30)),
    move: (view, [who, anybody]) => {
      const steady = view.in('steady');
      const some = anybody || steady.length === 0 ? view.known : steady;
      return heartbeat(pick(some.length > 0 ? some : view.everybody, who));
    },
  }),
];

export const LEAVES: readonly Command[] = [
  command({
    name: 'leave',
    apis: ['LeaveGroup'],
    weight: (view) => Math.min(1, view.known.length) * 0.8,
    picks: anyOf,
    move: (view, who) => leave(pick(view.known, who)),
  }),
  command({
    name: 'leave-static',
    apis: ['LeaveGroup'],
    weight: (view) => (view.everybody.some(({ person }) => person.instanceId !== null) ? 0.4 : 0),
    picks: anyOf,
    move: (view, who) => {
      const standing = pick(
        view.everybody.filter(({ person }) => person.instanceId !== null),
        who,
      );
      // As an administrator removes it: by its instance id alone.
      return leaveAs(standing, [{ memberId: '', groupInstanceId: standing.person.instanceId }]);
    },
  }),
  command({
    name: 'leave-batch',
    apis: ['LeaveGroup'],
    weight: (view) => (view.lockStep.versions.LeaveGroup >= 3 && view.known.length > 0 ? 0.5 : 0),
    picks: fc.tuple(anyOf, anyOf),
    move: (view, [who, how]) => {
      const standing = pick(view.known, who);
      const sameGroup = view.known.filter(({ person }) => person.group === standing.person.group);
      const members: GivenFields[] = sameGroup
        .filter((_one, index) => ((how >> index) & 1) === 1)
        .map(leaver);
      if (how % 5 === 0) members.push({ memberId: 'stranger', groupInstanceId: null });
      if (how % 7 === 0) members.push({ memberId: '', groupInstanceId: 'nobody' });
      if (how % 11 === 0) members.push(...members.slice(0, 1));
      return leaveAs(standing, members);
    },
  }),
];

const STATES = [
  'Stable',
  'Empty',
  'PreparingRebalance',
  'CompletingRebalance',
  'Dead',
  'stable',
  'Nonsense',
  ' Stable ',
];
const TYPES = ['classic', 'Classic', 'consumer', 'nonsense', ' classic '];

/** Somebody who is a member of nothing. */
const ADMINISTRATOR = 'Z';

export const ADMINISTRATION: readonly Command[] = [
  command({
    name: 'describe',
    apis: ['DescribeGroups'],
    weight: () => 1,
    picks: fc.tuple(anyOf, fc.nat({ max: 7 })),
    move: (view, [who, how]) => {
      const group = pick(view.scenery.groups, who);
      const groups =
        how === 0
          ? [...view.scenery.groups]
          : how === 1
            ? ['', group]
            : how === 2
              ? ['unknown']
              : [group];
      return request(ADMINISTRATOR, 'DescribeGroups', {
        groups,
        includeAuthorizedOperations: how === 3,
      });
    },
  }),
  command({
    name: 'list',
    apis: ['ListGroups'],
    weight: () => 0.5,
    picks: fc.tuple(fc.subarray(STATES, { maxLength: 2 }), fc.subarray(TYPES, { maxLength: 2 })),
    move: (_view, [states, types]) =>
      request(ADMINISTRATOR, 'ListGroups', { statesFilter: states, typesFilter: types }),
  }),
  command({
    name: 'delete',
    apis: ['DeleteGroups'],
    weight: () => 0.4,
    picks: fc.tuple(anyOf, fc.nat({ max: 9 })),
    move: (view, [who, how]) => {
      const group = pick(view.scenery.groups, who);
      const groupsNames =
        how === 0
          ? [...view.scenery.groups]
          : how === 1
            ? ['', group]
            : how === 2
              ? [group, group]
              : [group];
      return request(ADMINISTRATOR, 'DeleteGroups', { groupsNames });
    },
  }),
];
