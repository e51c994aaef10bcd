import { type ApiName, apiSchema } from '../../protocol/apis.js';
import { includesVersion } from '../../spec/version-range.js';
import type { ProtocolData } from '../cases/case-types.js';
import { CaseError, UnboundMemberError } from '../cases/vocabulary.js';
import { type Member, type MemberMemory, metadataOf } from '../expand/members.js';
import { conditionHolds, isByVersion } from '../expand/versions.js';
import { isMap } from '../judge/field-values.js';

export interface RequestContext {
  readonly api: ApiName;
  readonly version: number;
  readonly member: Member;
  readonly memory: MemberMemory;
  /** Member id known for a member's name; undefined when it has none yet. */
  memberId(name: string): string | undefined;
  memberOf(name: string): Member;
}

export type RequestFields = Readonly<Record<string, unknown>>;

/** What a case says of a request at one version of the swept API. Nothing where it names others only. */
export function fieldsFor(given: RequestFields, sweptVersion: number): RequestFields {
  if (!isByVersion(given)) return given;
  const found = Object.entries(given).find(([condition]) =>
    conditionHolds(condition, sweptVersion),
  );
  return (found?.[1] ?? {}) as RequestFields;
}

/**
 * The fields of a request as a real client in this member's place would fill them, with what the
 * case says put on top. Short forms of the case format are spelt out on the way.
 */
export function fillRequest(context: RequestContext, given: RequestFields): RequestFields {
  switch (context.api) {
    case 'JoinGroup':
      return fillJoin(context, given);
    case 'SyncGroup':
      return fillSync(context, given);
    case 'Heartbeat':
      return { ...identity(context), ...given };
    case 'LeaveGroup':
      return fillLeave(context, given);
    case 'DescribeGroups':
      return { groups: ['group'], ...given };
    case 'DeleteGroups':
      return { groupsNames: ['group'], ...given };
    default:
      return given;
  }
}

function fillJoin(context: RequestContext, given: RequestFields): RequestFields {
  const { member, memory } = context;
  const offered = listOf<ProtocolData>('protocols', given['protocols'] ?? memory.protocols);
  return {
    groupId: 'group',
    sessionTimeoutMs: member.sessionTimeout,
    ...ifPresent(context, 'rebalanceTimeoutMs', member.rebalanceTimeout),
    memberId: context.memberId(member.name) ?? '',
    ...ifPresent(context, 'groupInstanceId', member.groupInstanceId),
    protocolType: member.protocolType,
    ...given,
    protocols: offered.map((protocol) => {
      const name = typeof protocol === 'string' ? protocol : protocol.name;
      return { name, metadata: metadataOf(member, offered, name) };
    }),
  };
}

function fillSync(context: RequestContext, given: RequestFields): RequestFields {
  const { member, memory } = context;
  const { assignments } = given;
  return {
    ...identity(context),
    ...ifPresent(context, 'protocolType', member.protocolType),
    ...ifPresent(context, 'protocolName', memory.protocolName ?? firstProtocol(member)),
    ...given,
    assignments: isMap(assignments)
      ? Object.entries(assignments).map(([name, assignment]) => ({
          memberId: requireId(context, name),
          assignment,
        }))
      : (assignments ?? []),
  };
}

/** WIRE-04: one member up to version 2, a list from version 3; cases write either for both. */
function fillLeave(context: RequestContext, given: RequestFields): RequestFields {
  const { groupId = 'group', members, memberId, groupInstanceId, reason, ...others } = given;
  const self = {
    memberId: memberId ?? context.memberId(context.member.name) ?? '',
    groupInstanceId:
      groupInstanceId ?? (memberId === undefined ? context.member.groupInstanceId : null),
    ...(reason === undefined ? {} : { reason }),
  };
  if (context.version < 3) {
    if (members !== undefined) {
      throw new CaseError(
        'LeaveGroup takes several members from version 3; add versions: { LeaveGroup: 3+ }',
      );
    }
    return { groupId, memberId: self.memberId, ...others };
  }
  const entries = members === undefined ? [self] : listOf<unknown>('members', members);
  return {
    groupId,
    members: entries.map((entry) =>
      typeof entry === 'string'
        ? {
            memberId: requireId(context, entry),
            groupInstanceId: context.memberOf(entry).groupInstanceId,
          }
        : entry,
    ),
    ...others,
  };
}

/** What Heartbeat and SyncGroup say of their sender. */
function identity(context: RequestContext): Record<string, unknown> {
  return {
    groupId: 'group',
    generationId: context.memory.generationId,
    memberId: context.memberId(context.member.name) ?? '',
    ...ifPresent(context, 'groupInstanceId', context.member.groupInstanceId),
  };
}

function ifPresent(
  context: RequestContext,
  field: string,
  value: unknown,
): Record<string, unknown> {
  return hasField(context.api, context.version, field) ? { [field]: value } : {};
}

const known = new Map<string, boolean>();

/** Whether requests of this version have the field; asked again and again. */
function hasField(api: ApiName, version: number, field: string): boolean {
  const key = `${api} ${version} ${field}`;
  let found = known.get(key);
  if (found === undefined) {
    const schema = apiSchema(api).request.fields.find(({ name }) => name === field);
    found = schema !== undefined && includesVersion(schema.versions, version);
    known.set(key, found);
  }
  return found;
}

export function firstProtocol(member: Member): string {
  const [first] = member.protocols;
  if (first === undefined) return '';
  return typeof first === 'string' ? first : first.name;
}

function listOf<Item>(field: string, value: unknown): readonly Item[] {
  if (Array.isArray(value)) return value;
  throw new CaseError(`'${field}' is a list`);
}

/** `A` is A's member id; anything but a member's name is taken as an id. */
function requireId(context: RequestContext, name: string): string {
  if (!/^[A-Z][0-9]?$/.test(name)) return name;
  const id = context.memberId(name);
  if (id === undefined) throw new UnboundMemberError(name);
  return id;
}
