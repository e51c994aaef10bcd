import * as fc from 'fast-check';
import { LOG_ERRORS } from '../../../reference/errors.js';
import type { Capability, Configuration } from '../../adapter/adapter.js';
import { anyOf, pick } from '../plan/draw.js';
import { askAnew, type Person } from '../plan/people.js';
import type { View } from '../plan/view.js';
import type { ControlMove, GivenFields, LoggedRecord } from '../sequence.js';
import { type Command, command } from './command.js';

const deed = (what: ControlMove['deed']): ControlMove => ({ kind: 'control', deed: what });

const can = ({ scenery }: View, capability: Capability) => scenery.capabilities.has(capability);

/** What a log says more often than anything else when it refuses. */
const USUAL_ERRORS = [
  'NOT_ENOUGH_REPLICAS',
  'NOT_LEADER_OR_FOLLOWER',
  'REQUEST_TIMED_OUT',
] as const;

/** What only a coordinator says, no log does. */
const OF_GROUPS = /MEMBER|GENERATION|REBALANCE|GROUP|INSTANCE|SESSION/;

function isOfTheLog(error: string): boolean {
  return !OF_GROUPS.test(error);
}

const CHANGES_ON_LOAD: readonly Configuration[] = [
  {},
  {},
  { 'group.max.size': 1 },
  { 'group.max.size': 2 },
  { 'group.initial.rebalance.delay.ms': 0 },
];

export const LOG_FAULTS: readonly Command[] = [
  command({
    name: 'fail-next-append',
    apis: [],
    weight: (view) =>
      can(view, 'failing-appends') && view.partition.failuresWaiting === 0 ? 0.5 : 0,
    picks: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...USUAL_ERRORS) },
      { weight: 3, arbitrary: fc.constantFrom(...LOG_ERRORS.filter(isOfTheLog)) },
    ),
    move: (_view, error) => deed({ kind: 'fail-next-append', error }),
  }),
  command({
    name: 'hold-commits',
    apis: [],
    weight: (view) => (can(view, 'held-commits') && !view.partition.commitsHeld ? 0.4 : 0),
    picks: fc.constant(null),
    move: () => deed({ kind: 'hold-commits' }),
  }),
  command({
    name: 'release-commits',
    apis: [],
    weight: (view) => (view.partition.commitsHeld ? 1.5 : 0),
    picks: fc.constant(null),
    move: () => deed({ kind: 'release-commits' }),
  }),
];

const whenServed = (weight: number) => (view: View) =>
  can(view, 'reload') && view.partition.is === 'served' ? weight : 0;

const configurationOnLoad = anyOf.map((choice) => pick(CHANGES_ON_LOAD, choice));

export const RELOADS: readonly Command[] = [
  command({
    name: 'unload',
    apis: [],
    weight: whenServed(0.25),
    picks: fc.constant(null),
    move: () => deed({ kind: 'unload' }),
  }),
  command({
    name: 'start-load',
    apis: [],
    weight: ({ partition }) => (partition.is === 'unloaded' ? 12 : 0),
    picks: configurationOnLoad,
    move: (view, configuration) =>
      deed({
        kind: 'start-load',
        log: null,
        configuration: can(view, 'configure') ? configuration : {},
      }),
  }),
  command({
    name: 'load-made-up',
    apis: [],
    weight: ({ partition }) => (partition.is === 'unloaded' ? 4 : 0),
    picks: fc.tuple(configurationOnLoad, anyOf, fc.array(anyOf, { maxLength: 4 })),
    move: (view, [configuration, how, shapes]) =>
      deed({
        kind: 'start-load',
        log: view.scenery.groups.flatMap((group, index) =>
          madeUpLog(view, group, how + index, shapes),
        ),
        configuration: can(view, 'configure') ? configuration : {},
      }),
  }),
  command({
    name: 'finish-load',
    apis: [],
    weight: ({ partition }) => (partition.is === 'loading' ? 12 : 0),
    picks: fc.constant(null),
    move: () => deed({ kind: 'finish-load' }),
  }),
];

/** What a log may say of a group: members, none, an end, offsets, in any order. */
function madeUpLog(
  view: View,
  group: string,
  how: number,
  shapes: readonly number[],
): readonly LoggedRecord[] {
  const people = view.scenery.people.filter((person) => person.group === group);
  return shapes.map((shape): LoggedRecord => {
    switch (shape % 6) {
      case 0:
        return { kind: 'tombstone', group };
      case 1:
        return { kind: 'offset', group, partition: Math.floor(shape / 6) % 3 };
      case 2:
        return loggedGroup(group, how, []);
      default:
        return loggedGroup(
          group,
          how,
          people.filter((_person, index) => ((shape >> index) & 8) !== 0),
        );
    }
  });
}

function loggedGroup(group: string, how: number, people: readonly Person[]): LoggedRecord {
  const members = withDistinctInstances(people).map((person) => {
    // One who has an id already has it here too.
    askAnew(person);
    return loggedMember(person, how);
  });
  const [leader] = people;
  const withoutMembers = leader === undefined;
  return {
    kind: 'group',
    group,
    valueVersion: how % 5 === 0 ? how % 4 : 3,
    fields: {
      protocolType: how % 13 === 0 && withoutMembers ? '' : 'consumer',
      generation: 1 + (how % 9),
      protocol: withoutMembers ? null : (leader.protocols[0]?.name ?? null),
      leader: withoutMembers ? null : { idOf: leader.client },
      currentStateTimestamp: 0,
      members,
    },
  };
}

/** No coordinator writes two members with one instance id. */
function withDistinctInstances(people: readonly Person[]): readonly Person[] {
  const taken = new Set<string>();
  return people.filter(({ instanceId }) => {
    if (instanceId === null) return true;
    if (taken.has(instanceId)) return false;
    taken.add(instanceId);
    return true;
  });
}

function loggedMember(person: Person, how: number): GivenFields {
  const [first] = person.protocols;
  return {
    memberId: { idOf: person.client },
    groupInstanceId: person.instanceId,
    clientId: person.letter,
    clientHost: '/127.0.0.1',
    rebalanceTimeout: { duration: 'rebalanceTimeout' },
    sessionTimeout: { duration: 'sessionTimeout' },
    subscription: first?.metadata ?? { subscription: person.letter },
    assignment: { text: how % 3 === 0 ? '' : `logged-${person.letter}` },
  };
}
