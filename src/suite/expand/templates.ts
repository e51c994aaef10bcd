import type { ApiName } from '../../protocol/apis.js';
import type { ExpectationData } from '../cases/case-types.js';
import { CaseError } from '../cases/vocabulary.js';
import { isMap } from '../judge/field-values.js';
import { conditionHolds, isByVersion } from './versions.js';

/** What a template may ask about the sender and the other members of a case. */
export interface TemplateContext {
  readonly api: ApiName;
  readonly version: number;
  /** Version of the swept API, which version conditions are about. */
  readonly sweptVersion: number;
  readonly sender: string;
  member(name: string): {
    readonly groupInstanceId: string | null;
    readonly clientId: string | null;
    readonly protocolType: string;
    /** First protocol it offers. */
    readonly protocol: string;
    readonly sessionTimeout: string | number;
    readonly rebalanceTimeout: string | number;
    /** Text form of what it offers under a protocol. */
    metadata(protocol: string): string;
  };
}

export type ExpandedExpectation =
  | { readonly kind: 'parked' }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, unknown>> };

/** Spells an expectation out as fields of the answer. */
export function expandExpectation(
  context: TemplateContext,
  data: ExpectationData,
): ExpandedExpectation {
  if (data === 'parked') return { kind: 'parked' };
  if (typeof data === 'string') return { kind: 'fields', fields: { errorCode: data } };
  if (isByVersion(data)) {
    for (const [condition, value] of Object.entries(data)) {
      if (conditionHolds(condition, context.sweptVersion)) {
        return expandExpectation(context, value as ExpectationData);
      }
    }
    throw new CaseError(
      `no expectation for version ${context.sweptVersion}; conditions: ${Object.keys(data).join(', ')}`,
    );
  }
  const [name, ...rest] = Object.keys(data);
  const template = name === undefined || rest.length > 0 ? undefined : TEMPLATES[name];
  if (template === undefined || name === undefined) return { kind: 'fields', fields: data };
  if (template.api !== context.api) {
    throw new CaseError(`'${name}' describes an answer of ${template.api}, not of ${context.api}`);
  }
  return { kind: 'fields', fields: template.expand(context, data[name]) };
}

interface Template {
  readonly api: ApiName;
  readonly expand: (context: TemplateContext, argument: unknown) => Record<string, unknown>;
}

/** The answers that most cases expect; explained for authors in docs/cases.md. */
const TEMPLATES: Readonly<Record<string, Template>> = {
  joined: { api: 'JoinGroup', expand: joined },
  synced: { api: 'SyncGroup', expand: synced },
  left: { api: 'LeaveGroup', expand: left },
  described: { api: 'DescribeGroups', expand: described },
  listed: { api: 'ListGroups', expand: listed },
  deleted: { api: 'DeleteGroups', expand: deleted },
};

/** COMPLETE-06: only the leader is told the members. */
function joined(context: TemplateContext, argument: unknown): Record<string, unknown> {
  const given = fieldsOf('joined', argument, [
    'generation',
    'leader',
    'members',
    'protocol',
    'protocolType',
    'skipAssignment',
  ]);
  const sender = context.member(context.sender);
  const protocol = (given['protocol'] as string | undefined) ?? sender.protocol;
  const leader = String(given['leader']);
  const members = given['members'];
  if (
    given['generation'] === undefined ||
    given['leader'] === undefined ||
    !Array.isArray(members)
  ) {
    throw new CaseError(
      "'joined' takes generation, leader and members, e.g. { generation: 1, leader: A, members: [A] }",
    );
  }
  return {
    errorCode: 'NONE',
    generationId: given['generation'],
    protocolType: given['protocolType'] ?? sender.protocolType,
    protocolName: protocol,
    leader: asSymbol(leader),
    skipAssignment: given['skipAssignment'] ?? false,
    memberId: `$${context.sender}`,
    members:
      leader === context.sender
        ? members.map((name) => joinedMember(context, String(name), protocol))
        : [],
  };
}

function joinedMember(
  context: TemplateContext,
  name: string,
  protocol: string,
): Record<string, unknown> {
  const member = context.member(name);
  return {
    memberId: `$${name}`,
    groupInstanceId: member.groupInstanceId,
    metadata: member.metadata(protocol),
  };
}

/** WIRE-03: success repeats the group's type and name. */
function synced(context: TemplateContext, argument: unknown): Record<string, unknown> {
  const given = isMap(argument)
    ? fieldsOf('synced', argument, ['assignment', 'protocol', 'protocolType'])
    : { assignment: argument };
  const sender = context.member(context.sender);
  return {
    errorCode: 'NONE',
    protocolType: given['protocolType'] ?? sender.protocolType,
    protocolName: given['protocol'] ?? sender.protocol,
    assignment: given['assignment'] ?? '',
  };
}

/** WIRE-04: one code up to version 2, an entry per member from version 3. */
function left(context: TemplateContext, argument: unknown): Record<string, unknown> {
  if (!isMap(argument))
    throw new CaseError("'left' takes members and their errors, e.g. { A: NONE }");
  const entries = Object.entries(argument);
  if (context.version < 3) return { errorCode: entries[0]?.[1] };
  return {
    errorCode: 'NONE',
    members: entries.map(([name, errorCode]) => ({
      memberId: asSymbol(name),
      groupInstanceId: context.member(name).groupInstanceId,
      errorCode,
    })),
  };
}

/** DESC-02 for Stable; elsewhere what is stored is implementation-defined (DESC-03). */
function described(context: TemplateContext, argument: unknown): Record<string, unknown> {
  const given = fieldsOf('described', argument, ['state', 'members', 'protocol', 'protocolType']);
  const state = String(given['state']);
  const members = isMap(given['members']) ? given['members'] : {};
  const stable = state === 'Stable';
  const first = context.member(Object.keys(members)[0] ?? context.sender);
  const protocol = String(given['protocol'] ?? first.protocol);
  return {
    groups: [
      {
        groupId: 'group',
        groupState: state,
        protocolType: given['protocolType'] ?? first.protocolType,
        protocolData: stable ? protocol : '',
        members: Object.entries(members).map(([name, own]) => {
          const member = context.member(name);
          return {
            memberId: `$${name}`,
            groupInstanceId: member.groupInstanceId,
            clientId: member.clientId ?? '',
            memberMetadata: stable ? member.metadata(protocol) : '',
            memberAssignment: stable ? '' : { anything: true },
            ...(isMap(own) ? own : {}),
          };
        }),
      },
    ],
  };
}

/** LIST-01. Other groups of a shared broker are nobody's business. */
function listed(context: TemplateContext, argument: unknown): Record<string, unknown> {
  if (argument === 'absent') {
    const anything = { anything: true };
    const entry = { protocolType: anything, groupState: anything, groupType: anything };
    return { groups: { lacking: [{ groupId: 'group', ...entry }] } };
  }
  const given = fieldsOf('listed', argument, ['state', 'protocolType']);
  const sender = context.member(context.sender);
  return {
    groups: {
      containing: [
        {
          groupId: 'group',
          protocolType: given['protocolType'] ?? sender.protocolType,
          groupState: given['state'],
          groupType: 'classic',
        },
      ],
    },
  };
}

function deleted(_context: TemplateContext, argument: unknown): Record<string, unknown> {
  return { results: [{ groupId: 'group', errorCode: argument }] };
}

function asSymbol(name: string): string {
  return /^[A-Z][0-9]?$/.test(name) ? `$${name}` : name;
}

function fieldsOf(
  template: string,
  argument: unknown,
  known: readonly string[],
): Record<string, unknown> {
  if (!isMap(argument)) throw new CaseError(`'${template}' takes a map of ${known.join(', ')}`);
  for (const name of Object.keys(argument)) {
    if (!known.includes(name)) {
      throw new CaseError(`'${template}' has no '${name}'; it takes ${known.join(', ')}`);
    }
  }
  return { ...argument };
}
