import type { MessageBody } from '../../protocol/message-body.js';
import type { MemberSettings, ProtocolData } from '../cases/case-types.js';

/** What a member of a case is set to; the usual client unless the case says otherwise. */
export interface Member {
  readonly name: string;
  readonly clientId: string | null;
  readonly groupInstanceId: string | null;
  readonly protocolType: string;
  readonly protocols: readonly ProtocolData[];
  readonly sessionTimeout: string | number;
  readonly rebalanceTimeout: string | number;
}

/**
 * What a member has learnt and said, as a real client remembers it. Later requests are filled
 * from it, so that a case only writes what it is about.
 */
export interface MemberMemory {
  memberId: string | null;
  generationId: number;
  protocolName: string | null;
  leader: string | null;
  /** Offered in the last join that was not refused. */
  protocols: readonly ProtocolData[];
}

/** `A2` is A restarted: it has A's settings unless it is given its own. */
export function describeMember(
  name: string,
  settings: Readonly<Record<string, MemberSettings>>,
): Member {
  const letter = name.slice(0, 1);
  const own: MemberSettings = { ...settings[letter], ...settings[name] };
  return {
    name,
    clientId: own.clientId === undefined ? letter : own.clientId,
    groupInstanceId: own.groupInstanceId ?? null,
    protocolType: own.protocolType ?? 'consumer',
    protocols: own.protocols ?? ['range'],
    sessionTimeout: own.sessionTimeout ?? 'sessionTimeout',
    rebalanceTimeout: own.rebalanceTimeout ?? 'rebalanceTimeout',
  };
}

export function freshMemory(member: Member): MemberMemory {
  return {
    memberId: null,
    generationId: -1,
    protocolName: null,
    leader: null,
    protocols: member.protocols,
  };
}

/** Learns from a JoinGroup answer; ids are bound once and for all by the case's symbols. */
export function rememberJoin(memory: MemberMemory, answer: MessageBody): void {
  memory.generationId = Number(answer['generationId'] ?? -1);
  memory.protocolName = (answer['protocolName'] as string | null | undefined) ?? null;
  memory.leader = (answer['leader'] as string | undefined) ?? null;
}

/** Text form of the metadata a member offers for a protocol: its own letter unless given. */
export function metadataOf(
  member: Member,
  protocols: readonly ProtocolData[],
  name: string,
): string {
  for (const protocol of protocols) {
    if (typeof protocol === 'string') {
      if (protocol === name) return member.name.slice(0, 1);
    } else if (protocol.name === name) {
      return protocol.metadata ?? member.name.slice(0, 1);
    }
  }
  return member.name.slice(0, 1);
}
