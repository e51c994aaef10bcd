import * as fc from 'fast-check';
import { anyOf, pick } from '../plan/draw.js';
import { clientOf } from '../plan/people.js';
import type { Standing, View } from '../plan/view.js';
import type { Given, GivenFields, RequestMove } from '../sequence.js';
import { type Command, command } from './command.js';
import {
  assignmentsFor,
  heartbeat,
  joinFields,
  joinWithId,
  leave,
  request,
  sync,
} from './requests.js';

/** A request that would be right, from whoever is anywhere. */
const GOOD: readonly ((view: View, standing: Standing) => RequestMove)[] = [
  (_view, standing) => joinWithId(standing),
  (_view, standing) => heartbeat(standing),
  (view, standing) =>
    sync(standing, standing.memory?.leads ? assignmentsFor(view, standing, () => true, 'x') : []),
  (_view, standing) => leave(standing),
];

type Spoil = (good: GivenFields, view: View, standing: Standing, how: number) => GivenFields;

/** Each makes one thing wrong. */
const SPOILS: readonly Spoil[] = [
  (good) => withMember(good, { memberId: 'stranger' }),
  (good) => withMember(good, { memberId: '' }),
  (good, view, _standing, how) =>
    withMember(good, { memberId: { idOf: pick(view.everybody, how).client } }),
  (good, _view, { person }) => withMember(good, { memberId: { idOf: clientOf(person, 1) } }),
  (good, _view, _standing, how) =>
    withMember(good, { groupInstanceId: how % 2 === 0 ? 'nobody' : '' }),
  (good, view, _standing, how) =>
    withMember(good, { groupInstanceId: pick(view.everybody, how).person.instanceId }),
  (good, _view, { client }, how) => ({ ...good, generationId: pick(generationsOf(client), how) }),
  (good, _view, { client }, how) => ({ ...good, generationId: pick(generationsOf(client), how) }),
  (good, view, { person }, how) => ({
    ...good,
    groupId: pick(
      ['', 'unknown', ...view.scenery.groups.filter((group) => group !== person.group)],
      how,
    ),
  }),
  (good, _view, _standing, how) => ({
    ...good,
    protocolType: pick<Given>(['', 'nonsense', 'connect', null], how),
  }),
  (good, _view, _standing, how) => ({
    ...good,
    protocolName: pick<Given>(['', 'nonsense', 'sticky', null], how),
  }),
  (good, _view, _standing, how) => ({ ...good, protocols: pick(badProtocols(), how) }),
  (good, _view, _standing, how) => ({
    ...good,
    sessionTimeoutMs: pick<Given>(
      [
        { duration: 'minSessionTimeout - ε' },
        { duration: 'minSessionTimeout' },
        { duration: 'maxSessionTimeout + ε' },
        { duration: 'maxSessionTimeout' },
        0,
        -1,
      ],
      how,
    ),
  }),
  (good, _view, _standing, how) => ({
    ...good,
    rebalanceTimeoutMs: pick<Given>([-1, 0, { duration: 'ε' }], how),
  }),
];

function generationsOf(client: string): readonly Given[] {
  return [
    { generationOf: client, plus: -1 },
    { generationOf: client, plus: 1 },
    { generationOf: client, plus: -2 },
    -1,
    0,
    0x7fff_ffff,
  ];
}

function badProtocols(): readonly Given[] {
  return [
    [],
    [{ name: 'nonsense', metadata: { text: 'x' } }],
    [{ name: '', metadata: { text: '' } }],
    [{ name: 'range', metadata: { text: 'not a subscription' } }],
    [{ name: 'range', metadata: { text: '' } }],
  ];
}

/** LeaveGroup names its members in a list from version 3 on, and at the top before. */
function withMember(good: GivenFields, change: GivenFields): GivenFields {
  const spoiled = { ...good, ...change };
  const { members } = good;
  if (!Array.isArray(members)) return spoiled;
  return { ...spoiled, members: members.map((member: GivenFields) => ({ ...member, ...change })) };
}

const known = ({ everybody }: View) =>
  everybody.filter(({ memory }) => (memory?.memberId ?? null) !== null);

export const SPOILED: readonly Command[] = [
  command({
    name: 'spoiled',
    weight: (view) =>
      known(view).length === 0
        ? 0
        : Math.min(view.everybody.length, 4) * view.scenery.wrongShare * 0.06,
    picks: fc.record(
      { who: anyOf, what: anyOf, spoil: anyOf, how: anyOf },
      { noNullPrototype: true },
    ),
    move: (view, { who, what, spoil, how }) => {
      const standing = pick(known(view), who);
      const good = pick(GOOD, what)(view, standing);
      return { ...good, fields: pick(SPOILS, spoil)(good.fields, view, standing, how) };
    },
  }),
  command({
    name: 'spoiled-first-join',
    weight: (view) => (view.in('outside').length === 0 ? 0 : view.scenery.wrongShare * 0.04),
    picks: fc.record({ who: anyOf, spoil: anyOf, how: anyOf }, { noNullPrototype: true }),
    move: (view, { who, spoil, how }) => {
      const standing = pick(view.in('outside'), who);
      const { person } = standing;
      if (person.asked) person.incarnation++;
      person.asked = true;
      const client = clientOf(person);
      const good = joinFields(standing, '');
      return request(client, 'JoinGroup', pick(SPOILS, spoil)(good, view, standing, how));
    },
  }),
];
