import * as fc from 'fast-check';
import { anyOf, pick } from '../plan/draw.js';
import { type Offer, offer } from '../plan/people.js';
import type { Phase, Standing, View } from '../plan/view.js';
import { type Command, command } from './command.js';
import { joinAnew, joinWithId } from './requests.js';

/** As real clients may on an upgrade: other metadata, another order, fewer or more protocols. */
const CHANGES: readonly ((offers: readonly Offer[], letter: string) => readonly Offer[])[] = [
  (offers) => offers.map(({ name, metadata }) => offer(name, `${metadata.subscription}-changed`)),
  (offers) => offers.map(({ name, metadata }) => offer(name, metadata.subscription.slice(0, 1))),
  (offers) => [...offers].reverse(),
  (offers, letter) => [...offers, offer(`extra${offers.length}`, letter)].slice(-4),
  (offers) => (offers.length > 1 ? offers.slice(1) : offers),
  (offers, letter) => [offer('range', letter), ...offers.filter(notRange)],
  // A name that comes twice counts once (MEMBER-06).
  (offers) => [...offers, ...offers.slice(0, 1)].slice(0, 5),
];

function notRange({ name }: Offer): boolean {
  return name !== 'range';
}

function changeOffers({ person }: Standing, change: number): void {
  person.protocols = pick(CHANGES, change)(person.protocols, person.letter);
}

const canRestart = ({ person, phase }: Standing) =>
  person.instanceId !== null && phase !== 'outside';

const someoneChanged = fc.tuple(anyOf, anyOf);

const inPhase =
  (phase: Phase, weight: number) =>
  (view: View): number =>
    Math.min(view.counts[phase], 2) * weight;

export const JOINS: readonly Command[] = [
  command({
    name: 'join-new',
    apis: ['JoinGroup'],
    weight: (view) => Math.min(view.counts.outside, 3) * 3 + Math.min(view.counts.lost, 2) * 2,
    picks: anyOf,
    move: (view, who) => joinAnew(pick([...view.in('outside'), ...view.in('lost')], who)),
  }),
  command({
    name: 'join-with-id',
    apis: ['JoinGroup'],
    weight: inPhase('handed-id', 12),
    picks: anyOf,
    move: (view, who) => joinWithId(pick(view.in('handed-id'), who)),
  }),
  command({
    name: 'rejoin',
    apis: ['JoinGroup'],
    weight: inPhase('must-rejoin', 10),
    picks: anyOf,
    move: (view, who) => joinWithId(pick(view.in('must-rejoin'), who)),
  }),
  command({
    name: 'rejoin-changed',
    apis: ['JoinGroup'],
    weight: (view) =>
      Math.min(1.5, view.counts.steady + view.counts['must-rejoin'] + view.counts['must-sync']),
    picks: someoneChanged,
    move: (view, [who, change]) => {
      const some = [...view.in('steady'), ...view.in('must-rejoin'), ...view.in('must-sync')];
      const standing = pick(some, who);
      changeOffers(standing, change);
      return joinWithId(standing);
    },
  }),
  command({
    name: 'rejoin-steady',
    apis: ['JoinGroup'],
    weight: (view) => Math.min(1.5, view.counts.steady + view.counts['must-sync']),
    picks: anyOf,
    move: (view, who) => joinWithId(pick([...view.in('steady'), ...view.in('must-sync')], who)),
  }),
  command({
    name: 'join-while-parked',
    apis: ['JoinGroup'],
    weight: (view) => Math.min(1, view.counts['parked-join'] + view.counts['parked-sync']) * 0.7,
    picks: someoneChanged,
    move: (view, [who, change]) => {
      const standing = pick([...view.in('parked-join'), ...view.in('parked-sync')], who);
      if (change % 3 === 0) changeOffers(standing, change);
      return standing.memory?.memberId == null ? joinAnew(standing) : joinWithId(standing);
    },
  }),
  command({
    name: 'restart',
    apis: ['JoinGroup'],
    weight: (view) => (view.everybody.some(canRestart) ? 0.8 : 0),
    picks: anyOf,
    move: (view, who) => joinAnew(pick(view.everybody.filter(canRestart), who)),
  }),
  command({
    name: 'restart-changed',
    apis: ['JoinGroup'],
    weight: (view) => (view.everybody.some(canRestart) ? 0.5 : 0),
    picks: someoneChanged,
    move: (view, [who, change]) => {
      const standing = pick(view.everybody.filter(canRestart), who);
      changeOffers(standing, change);
      return joinAnew(standing);
    },
  }),
];
