import * as fc from 'fast-check';
import { anyOf, pick } from '../plan/draw.js';
import { clientOf } from '../plan/people.js';
import type { Standing, View } from '../plan/view.js';
import type { ExploredApi, Given, GivenFields, RequestMove } from '../sequence.js';
import { type Command, command } from './command.js';
import {
  assignmentsFor,
  heartbeat,
  joinAnew,
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

const BAD_SESSION_TIMEOUTS: readonly Given[] = [
  { duration: 'minSessionTimeout - ε' },
  { duration: 'minSessionTimeout' },
  { duration: 'maxSessionTimeout + ε' },
  { duration: 'maxSessionTimeout' },
  0,
  -1,
];

const BAD_PROTOCOLS: readonly Given[] = [
  [],
  [{ name: 'nonsense', metadata: { text: 'x' } }],
  [{ name: '', metadata: { text: '' } }],
  [{ name: 'range', metadata: { text: 'not a subscription' } }],
  [{ name: 'range', metadata: { text: '' } }],
];

/** Makes one field wrong. */
interface Spoil {
  /** Whoever does not have it cannot get it wrong. */
  readonly field: string;
  readonly value: (view: View, standing: Standing, how: number) => Given;
}

const SPOILS: readonly Spoil[] = [
  { field: 'memberId', value: () => 'stranger' },
  { field: 'memberId', value: () => '' },
  {
    field: 'memberId',
    value: ({ everybody }, _own, how) => ({ idOf: pick(everybody, how).client }),
  },
  {
    field: 'memberId',
    value: (_view, { person }) => ({ idOf: clientOf(person.letter, person.incarnation - 1) }),
  },
  { field: 'groupInstanceId', value: (_view, _own, how) => pick(['nobody', ''], how) },
  {
    field: 'groupInstanceId',
    value: ({ everybody }, _own, how) => pick(everybody, how).person.instanceId,
  },
  { field: 'generationId', value: (_view, { client }, how) => pick(generationsOf(client), how) },
  { field: 'generationId', value: (_view, { client }, how) => pick(generationsOf(client), how) },
  {
    field: 'groupId',
    value: (view, { person }, how) => pick(otherGroups(view, person.group), how),
  },
  {
    field: 'protocolType',
    value: (_view, _own, how) => pick<Given>(['', 'nonsense', 'connect'], how),
  },
  {
    field: 'protocolName',
    value: (_view, _own, how) => pick<Given>(['', 'nonsense', 'sticky', null], how),
  },
  { field: 'protocols', value: (_view, _own, how) => pick(BAD_PROTOCOLS, how) },
  { field: 'sessionTimeoutMs', value: (_view, _own, how) => pick(BAD_SESSION_TIMEOUTS, how) },
  {
    field: 'rebalanceTimeoutMs',
    value: (_view, _own, how) => pick<Given>([-1, 0, { duration: 'ε' }], how),
  },
];

function spoil(
  good: RequestMove,
  view: View,
  standing: Standing,
  what: number,
  how: number,
): RequestMove {
  const { field, value } = pick(spoilsOf(good), what);
  const fields = withWrong(good.fields, field, value(view, standing, how));
  return request(good.client, good.api, fields);
}

function withWrong(fields: GivenFields, field: string, wrong: Given): GivenFields {
  const { members } = fields;
  const spoiled = field in fields ? { ...fields, [field]: wrong } : fields;
  // LeaveGroup names its members in a list from version 3 on, and at the top before.
  const inList = Array.isArray(members) && (field === 'memberId' || field === 'groupInstanceId');
  if (!inList) return spoiled;
  return {
    ...spoiled,
    members: members.map((member: GivenFields) => ({ ...member, [field]: wrong })),
  };
}

/** Of a request that is wrong in two ways the first rule in their order tells (SVC-00, JOIN-00 …). */
function spoilMore(
  spoiled: RequestMove,
  view: View,
  standing: Standing,
  which: number,
  how: number,
): RequestMove {
  return how % 4 === 0 ? spoil(spoiled, view, standing, which >>> 7, how >>> 5) : spoiled;
}

const spoilsByApi = new Map<ExploredApi, readonly Spoil[]>();

/** Good requests of one API all have the same fields. */
function spoilsOf({ api, fields }: RequestMove): readonly Spoil[] {
  let spoils = spoilsByApi.get(api);
  if (spoils === undefined) {
    spoils = SPOILS.filter(({ field }) => mayBeWrong(api, fields, field));
    spoilsByApi.set(api, spoils);
  }
  return spoils;
}

/** The list of LeaveGroup has an instance id even where the fields around it have none. */
function mayBeWrong(api: ExploredApi, fields: GivenFields, field: string): boolean {
  if (field === 'groupInstanceId' && api === 'LeaveGroup') return true;
  return field in fields;
}

function otherGroups({ scenery }: View, own: string): readonly string[] {
  return ['', ' ', 'unknown', ...scenery.groups.filter((group) => group !== own)];
}

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

export const SPOILED: readonly Command[] = [
  command({
    name: 'spoiled',
    apis: ['JoinGroup', 'SyncGroup', 'Heartbeat', 'LeaveGroup'],
    weight: (view) =>
      view.known.length === 0
        ? 0
        : Math.min(view.everybody.length, 4) * view.scenery.wrongShare * 0.06,
    picks: fc.tuple(anyOf, anyOf, anyOf, anyOf),
    move: (view, [who, what, which, how]) => {
      const standing = pick(view.known, who);
      const good = pick(GOOD, what)(view, standing);
      return spoilMore(spoil(good, view, standing, which, how), view, standing, which, how);
    },
  }),
  command({
    name: 'spoiled-first-join',
    apis: ['JoinGroup'],
    weight: (view) => (view.counts.outside === 0 ? 0 : view.scenery.wrongShare * 0.04),
    picks: fc.tuple(anyOf, anyOf, anyOf),
    move: (view, [who, which, how]) => {
      const standing = pick(view.in('outside'), who);
      const good = joinAnew(standing);
      return spoilMore(spoil(good, view, standing, which, how), view, standing, which, how);
    },
  }),
];
