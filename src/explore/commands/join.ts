import * as fc from 'fast-check';
import { anyOf, pick } from '../plan/draw.js';
import { clientOf, type Offer } from '../plan/people.js';
import type { Phase, Standing, View } from '../plan/view.js';
import type { RequestMove } from '../sequence.js';
import { type Command, command } from './command.js';
import { joinFields, joinWithId, request } from './requests.js';

/** Joins without an id, as a new incarnation if this one has asked before. */
function joinAnew(standing: Standing, protocols?: readonly Offer[]): RequestMove {
  const { person } = standing;
  if (person.asked) person.incarnation++;
  person.asked = true;
  if (protocols !== undefined) person.protocols = protocols;
  return request(clientOf(person), 'JoinGroup', joinFields(standing, '', protocols));
}

/** As real clients may on an upgrade: other metadata, another order, fewer or more protocols. */
const CHANGES: readonly ((offers: readonly Offer[], letter: string) => readonly Offer[])[] = [
  (offers) => offers.map(({ name, metadata }) => ({ name, metadata: `${metadata}-changed` })),
  (offers) => offers.map(({ name, metadata }) => ({ name, metadata: metadata.slice(0, 1) })),
  (offers) => [...offers].reverse(),
  (offers, letter) => [...offers, { name: `extra${offers.length}`, metadata: letter }].slice(-4),
  (offers) => (offers.length > 1 ? offers.slice(1) : offers),
  (offers, letter) => [{ name: 'range', metadata: letter }, ...offers.filter(notRange)],
  // A name that comes twice counts once (MEMBER-06).
  (offers) => [...offers, ...offers.slice(0, 1)].slice(0, 5),
];

function notRange({ name }: Offer): boolean {
  return name !== 'range';
}

function changed({ person }: Standing, change: number): readonly Offer[] {
  return pick(CHANGES, change)(person.protocols, person.letter);
}

const canRestart = ({ person, phase }: Standing) =>
  person.instanceId !== null && phase !== 'outside';

const someone = fc.record({ who: anyOf }, { noNullPrototype: true });
const someoneChanged = fc.record({ who: anyOf, change: anyOf }, { noNullPrototype: true });

const inPhase =
  (phase: Phase, weight: number) =>
  (view: View): number =>
    Math.min(view.count(phase), 2) * weight;

export const JOINS: readonly Command[] = [
  command({
    name: 'join-new',
    apis: ['JoinGroup'],
    weight: (view) => Math.min(view.count('outside'), 3) * 3 + Math.min(view.count('lost'), 2) * 2,
    picks: someone,
    move: (view, { who }) => joinAnew(pick([...view.in('outside'), ...view.in('lost')], who)),
  }),
  command({
    name: 'join-with-id',
    apis: ['JoinGroup'],
    weight: inPhase('handed-id', 12),
    picks: someone,
    move: (view, { who }) => joinWithId(pick(view.in('handed-id'), who)),
  }),
  command({
    name: 'rejoin',
    apis: ['JoinGroup'],
    weight: inPhase('must-rejoin', 10),
    picks: someone,
    move: (view, { who }) => joinWithId(pick(view.in('must-rejoin'), who)),
  }),
  command({
    name: 'rejoin-changed',
    apis: ['JoinGroup'],
    weight: (view) =>
      Math.min(1.5, view.count('steady') + view.count('must-rejoin') + view.count('must-sync')),
    picks: someoneChanged,
    move: (view, { who, change }) => {
      const some = [...view.in('steady'), ...view.in('must-rejoin'), ...view.in('must-sync')];
      const standing = pick(some, who);
      standing.person.protocols = changed(standing, change);
      return joinWithId(standing);
    },
  }),
  command({
    name: 'rejoin-steady',
    apis: ['JoinGroup'],
    weight: (view) => Math.min(1.5, view.count('steady') + view.count('must-sync')),
    picks: someone,
    move: (view, { who }) => joinWithId(pick([...view.in('steady'), ...view.in('must-sync')], who)),
  }),
  command({
    name: 'join-while-parked',
    apis: ['JoinGroup'],
    weight: (view) => Math.min(1, view.count('parked-join') + view.count('parked-sync')) * 0.7,
    picks: someoneChanged,
    move: (view, { who, change }) => {
      const standing = pick([...view.in('parked-join'), ...view.in('parked-sync')], who);
      if (change % 3 === 0) standing.person.protocols = changed(standing, change);
      return standing.memory?.memberId == null ? joinAnew(standing) : joinWithId(standing);
    },
  }),
  command({
    name: 'restart',
    apis: ['JoinGroup'],
    weight: (view) => (view.everybody.some(canRestart) ? 0.8 : 0),
    picks: someone,
    move: (view, { who }) => joinAnew(pick(view.everybody.filter(canRestart), who)),
  }),
  command({
    name: 'restart-changed',
    apis: ['JoinGroup'],
    weight: (view) => (view.everybody.some(canRestart) ? 0.5 : 0),
    picks: someoneChanged,
    move: (view, { who, change }) => {
      const standing = pick(view.everybody.filter(canRestart), who);
      return joinAnew(standing, changed(standing, change));
    },
  }),
];
