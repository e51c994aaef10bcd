import { apiSchema } from '../../protocol/apis.js';
import type { MessageBody } from '../../protocol/message-body.js';
import type { MemberSettings, ProtocolData } from '../../suite/cases/case-types.js';
import {
  describeMember,
  freshMemory,
  type Member,
  type MemberMemory,
  metadataOf,
  rememberJoin,
} from '../../suite/expand/members.js';
import type { TemplateContext } from '../../suite/expand/templates.js';
import { firstProtocol, type RequestContext } from '../../suite/run/requests.js';
import type { ExploredApi } from '../sequence.js';

/** What the members of a case remember while it runs, so that it need not be written. */
export interface Recollection {
  readonly settings: Readonly<Record<string, MemberSettings>>;
  /** Members whose ids are known by now. */
  readonly bound: Set<string>;
  member(name: string): Member;
  memory(name: string): MemberMemory;
  requestContext(sender: string, api: ExploredApi, version: number): RequestContext;
  templateContext(sender: string, api: ExploredApi, version: number): TemplateContext;
  /** What a JoinGroup offers is remembered unless it is refused. */
  offer(sender: string, requestId: number, protocols: readonly ProtocolData[] | undefined): void;
  /** @param name of the error */
  learnJoin(sender: string, requestId: number, error: string, body: MessageBody): void;
}

export function createRecollection(
  settings: Readonly<Record<string, MemberSettings>>,
): Recollection {
  const members = new Map<string, Member>();
  const memories = new Map<string, MemberMemory>();
  const before = new Map<number, readonly ProtocolData[]>();
  const bound = new Set<string>();
  const member = (name: string): Member => {
    let found = members.get(name);
    if (found === undefined) {
      found = describeMember(name, settings);
      members.set(name, found);
    }
    return found;
  };
  const memory = (name: string): MemberMemory => {
    let found = memories.get(name);
    if (found === undefined) {
      found = freshMemory(member(name));
      memories.set(name, found);
    }
    return found;
  };
  return {
    settings,
    bound,
    member,
    memory,
    requestContext: (sender, api, version) => ({
      api,
      version,
      member: member(sender),
      memory: memory(sender),
      memberId: (name) => (bound.has(name) ? `$${name}` : undefined),
      memberOf: member,
    }),
    templateContext: (sender, api, version) => ({
      api: apiSchema(api).name as ExploredApi,
      version,
      sweptVersion: version,
      sender,
      member(name) {
        const described = member(name);
        const { protocols } = memory(name);
        return {
          ...described,
          protocol: firstProtocol({ ...described, protocols }),
          metadata: (protocol) => metadataOf(described, protocols, protocol),
        };
      },
    }),
    offer(sender, requestId, protocols) {
      const own = memory(sender);
      before.set(requestId, own.protocols);
      if (protocols !== undefined) own.protocols = protocols;
    },
    learnJoin(sender, requestId, error, body) {
      const own = memory(sender);
      if (error !== 'NONE' && error !== 'MEMBER_ID_REQUIRED') {
        own.protocols = before.get(requestId) ?? own.protocols;
        return;
      }
      if (body['memberId'] !== '') bound.add(sender);
      if (error === 'NONE') rememberJoin(own, body);
    },
  };
}
