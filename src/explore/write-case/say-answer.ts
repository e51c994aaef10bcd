import { apiSchema } from '../../protocol/apis.js';
import type { MessageBody } from '../../protocol/message-body.js';
import type { ExpectationData } from '../../suite/cases/case-types.js';
import { CaseError } from '../../suite/cases/vocabulary.js';
import { expandExpectation } from '../../suite/expand/templates.js';
import type { Outstanding } from '../lock-step/lock-step.js';
import type { Recollection } from './recollection.js';
import { tellApart } from './told-apart.js';
import { type MessageForm, meanSame, type Said, sayBody, type Words } from './words.js';

export interface AnswerContext {
  readonly words: Words;
  readonly recollection: Recollection;
  /** Groups that the case is about, by their local names. */
  readonly groups: readonly string[];
  /** Names of the members of a generation, where its leader has been told. */
  membersOf(group: string, generation: number): readonly string[] | undefined;
}

/** The shortest expectation that says all of an answer. */
export function sayAnswer(
  context: AnswerContext,
  sender: string,
  { api, version, body: asked }: Outstanding,
  body: MessageBody,
): ExpectationData {
  const { words, recollection, groups } = context;
  const form: MessageForm = { schema: apiSchema(api).response, version };
  const known = new Set(recollection.bound);
  const said = sayBody(words, form, body);
  if (api === 'ListGroups') return sayListing(said, groups);
  const wanted = api === 'DescribeGroups' ? withFreedoms(said) : said;
  for (const list of [wanted, ...((wanted['groups'] ?? []) as readonly Said[])]) {
    tellApart(list['members'], known);
  }
  const template = recollection.templateContext(sender, api, version);
  const group = String(asked['groupId'] ?? '');
  for (const candidate of candidates(context, api, sender, group, wanted)) {
    try {
      const expanded = expandExpectation(template, candidate);
      if (expanded.kind === 'fields' && meanSame(words, form, expanded.fields, wanted)) {
        return candidate;
      }
    } catch (error) {
      if (!(error instanceof CaseError)) throw error;
    }
  }
  return Object.keys(wanted).length > 0 ? wanted : emptyAnswer(api);
}

function emptyAnswer(api: string): ExpectationData {
  if (api === 'DescribeGroups') return { groups: [] };
  if (api === 'DeleteGroups') return { results: [] };
  return 'NONE';
}

/** DESC-03: outside Stable what is stored as assignment is implementation-defined. */
function withFreedoms(said: Said): Said {
  const groups = (said['groups'] ?? []) as readonly Said[];
  return {
    ...said,
    groups: groups.map((group) => {
      const { members } = group;
      if (group['groupState'] === 'Stable' || !Array.isArray(members)) return group;
      return {
        ...group,
        members: members.map((member: Said) => ({
          ...member,
          memberAssignment: { anything: true },
        })),
      };
    }),
  };
}

function* candidates(
  context: AnswerContext,
  api: string,
  sender: string,
  group: string,
  wanted: Said,
): Generator<ExpectationData> {
  const { errorCode, ...others } = wanted;
  if (Object.keys(others).length === 0) yield String(errorCode ?? 'NONE');
  switch (api) {
    case 'JoinGroup':
      if (errorCode === undefined) yield* joins(context, sender, group, wanted);
      break;
    case 'SyncGroup':
      if (errorCode === undefined) yield* syncs(wanted);
      break;
    case 'LeaveGroup':
      yield* leaves(wanted);
      break;
    case 'DescribeGroups':
      yield* descriptions(wanted);
      break;
    case 'DeleteGroups': {
      const [result] = (wanted['results'] ?? []) as readonly Said[];
      if (result !== undefined) yield { deleted: result['errorCode'] ?? 'NONE' };
      break;
    }
  }
}

/** `$A` as the name that templates take. */
function asName(id: unknown): string {
  return String(id ?? '').replace(/^\$/, '');
}

function* joins(
  context: AnswerContext,
  sender: string,
  group: string,
  wanted: Said,
): Generator<ExpectationData> {
  const generation = Number(wanted['generationId'] ?? -1);
  const told = (wanted['members'] ?? []) as readonly Said[];
  const leader = asName(wanted['leader']);
  const members =
    leader === sender
      ? told.map(({ memberId }) => asName(memberId))
      : (context.membersOf(group, generation) ?? []);
  const joined = {
    generation,
    leader,
    members,
    ...(wanted['skipAssignment'] === true ? { skipAssignment: true } : {}),
  };
  for (const extra of extras(wanted)) yield { joined: { ...joined, ...extra } };
}

/** Type and name of the protocol go without saying where they are the sender's own. */
function extras(wanted: Said): readonly Said[] {
  const protocol = { protocol: wanted['protocolName'] };
  const protocolType = { protocolType: wanted['protocolType'] };
  return [{}, protocol, protocolType, { ...protocol, ...protocolType }];
}

function* syncs(wanted: Said): Generator<ExpectationData> {
  const assignment = wanted['assignment'] ?? '';
  yield { synced: assignment };
  for (const extra of extras(wanted)) yield { synced: { assignment, ...extra } };
}

function* leaves(wanted: Said): Generator<ExpectationData> {
  const members = (wanted['members'] ?? []) as readonly Said[];
  if (members.length === 0) return;
  const entries: Record<string, unknown> = {};
  for (const { memberId, errorCode = 'NONE' } of members) {
    const name = asName(memberId);
    if (name === '' || name in entries) return;
    entries[name] = errorCode;
  }
  yield { left: entries };
}

function* descriptions(wanted: Said): Generator<ExpectationData> {
  const [group, ...more] = (wanted['groups'] ?? []) as readonly Said[];
  if (group === undefined || more.length > 0 || group['groupId'] !== 'group') return;
  const members: Record<string, Said> = {};
  const own = (group['members'] ?? []) as readonly Said[];
  for (const { memberId, memberAssignment } of own) {
    const stored = group['groupState'] === 'Stable' && memberAssignment !== undefined;
    members[asName(memberId)] = stored ? { memberAssignment } : {};
  }
  const described = { state: group['groupState'], members };
  const protocol = { protocol: group['protocolData'] };
  const protocolType = { protocolType: group['protocolType'] };
  for (const extra of [{}, protocol, protocolType, { ...protocol, ...protocolType }]) {
    yield { described: { ...described, ...extra } };
  }
}

const ANYTHING = { anything: true };

/** LIST-01: among whatever other groups there are, those of the case are listed, or are not. */
function sayListing(said: Said, groups: readonly string[]): ExpectationData {
  const { groups: listed = [], ...others } = said;
  const containing = listed as readonly Said[];
  const lacking = groups
    .filter((name) => containing.every(({ groupId }) => groupId !== name))
    .map((groupId) => ({
      groupId,
      protocolType: ANYTHING,
      groupState: ANYTHING,
      groupType: ANYTHING,
    }));
  if (Object.keys(others).length === 0 && groups.length === 1 && groups[0] === 'group') {
    const [only] = containing;
    if (only === undefined) return { listed: 'absent' };
    if (only['groupState'] !== undefined && only['protocolType'] === 'consumer') {
      return { listed: { state: only['groupState'] } };
    }
  }
  const among = {
    ...(containing.length > 0 ? { containing } : {}),
    ...(lacking.length > 0 ? { lacking } : {}),
  };
  if (typeof others['errorCode'] === 'string') return others;
  return { ...others, groups: Object.keys(among).length > 0 ? among : ANYTHING };
}
