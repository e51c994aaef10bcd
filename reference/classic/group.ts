import type {
  JoinGroupResponse,
  SyncGroupResponse,
} from '../../src/protocol/generated-messages.js';
import type { Citing } from '../citation.js';
import { type AnswerJoin, isAwaitingJoin, type Member } from './member.js';
import { countProtocols, type Protocol, type ProtocolSupport } from './protocols.js';
import type { StateOfGroup } from './states.js';
import type { SubscribedTopics } from './subscriptions.js';

export interface Group extends StateOfGroup {
  /** STATE-03. */
  generation: number;
  /** STATE-04; null while the group never had a member. */
  protocolType: string | null;
  /** STATE-05. */
  protocolName: string | null;
  /** STATE-06. */
  leader: string | null;
  /** The last leader was removed and `leader` is only a stand-in until the join completes. */
  leaderIsStandIn: boolean;
  /** In the order of joining. */
  readonly members: Map<string, Member>;
  /** Instance id → member id. */
  readonly staticMembers: Map<string, string>;
  /** Ids handed out with MEMBER_ID_REQUIRED and not yet used (MEMBER-03). */
  readonly pendingIds: Set<string>;
  /** Member ids that still have to sync; may hold the id of a replaced member (STATIC-06). */
  readonly pendingSync: Set<string>;
  /** MEMBER-04: number of members with a parked join, kept by the functions of this file. */
  awaitingJoinCount: number;
  /** MEMBER-06: kept by the functions of this file. */
  readonly support: ProtocolSupport;
  /** MEMBER-11: as of the last join completion or load. */
  subscribedTopics: SubscribedTopics;
  /** EXTEND-01, EXTEND-03. */
  newMemberAdded: boolean;
  /** The running window of an initial rebalance (EXTEND-02); null when none runs. */
  joinWindow: { readonly delayMs: number; readonly remainingMs: number } | null;
}

export function createGroup(groupId: string, now: number): Group {
  return {
    groupId,
    state: 'Empty',
    previousState: 'Dead',
    stateTimestamp: now,
    generation: 0,
    protocolType: null,
    protocolName: null,
    leader: null,
    leaderIsStandIn: false,
    members: new Map(),
    staticMembers: new Map(),
    pendingIds: new Set(),
    pendingSync: new Set(),
    awaitingJoinCount: 0,
    support: new Map(),
    subscribedTopics: null,
    newMemberAdded: false,
    joinWindow: null,
  };
}

/** MEMBER-04. */
export function allJoined(group: Group): boolean {
  return group.awaitingJoinCount === group.members.size && group.pendingIds.size === 0;
}

/** Rmax: the greatest rebalance timeout of the current members in ms, at least 0. */
export function rebalanceTimeout({ cite }: Citing, group: Group): number {
  cite('MEMBER-10');
  let greatest = 0;
  for (const { rebalanceTimeoutMs } of group.members.values()) {
    greatest = Math.max(greatest, rebalanceTimeoutMs);
  }
  return greatest;
}

/** The protocol of the current generation; there is one from a join completion until Empty. */
export function selectedProtocol(group: Group): string {
  if (group.protocolName === null) throw new Error(`group ${group.groupId} has no protocol yet`);
  return group.protocolName;
}

/** MEMBER-06. */
export function supportsProtocols(
  group: Group,
  protocolType: string,
  protocols: readonly Protocol[],
): boolean {
  if (group.state === 'Empty') return protocolType !== '' && protocols.length > 0;
  return (
    protocolType === group.protocolType &&
    protocols.some(({ name }) => (group.support.get(name) ?? 0) === group.members.size)
  );
}

/** Takes in a member that is not yet one, with its join parked. Its id is pending no longer. */
export function addMember(group: Group, member: Member, protocolType: string): void {
  if (group.members.size === 0) group.protocolType = protocolType;
  group.leader ??= member.memberId;
  group.members.set(member.memberId, member);
  if (member.groupInstanceId !== null) {
    group.staticMembers.set(member.groupInstanceId, member.memberId);
  }
  countProtocols(group.support, member.protocols, 1);
  if (isAwaitingJoin(member)) group.awaitingJoinCount++;
  group.pendingIds.delete(member.memberId);
}

/** Forgets an id in every role, be it a member's, a pending one or unknown. Answers nothing. */
export function removeMember({ cite }: Citing, group: Group, memberId: string): void {
  const member = group.members.get(memberId);
  if (member !== undefined) {
    group.members.delete(memberId);
    if (member.groupInstanceId !== null) group.staticMembers.delete(member.groupInstanceId);
    countProtocols(group.support, member.protocols, -1);
    if (isAwaitingJoin(member)) group.awaitingJoinCount--;
  }
  if (group.leader === memberId) {
    cite('STATE-06');
    const [standIn = null] = group.members.keys();
    group.leader = standIn;
    group.leaderIsStandIn = standIn !== null;
  }
  group.pendingIds.delete(memberId);
  group.pendingSync.delete(memberId);
}

/**
 * UPD-01: an earlier parked join of the member is orphaned (JOIN-09). Null: its join is not parked
 * any more (STATIC-03).
 */
export function updateMember(
  group: Group,
  member: Member,
  update: Pick<Member, 'protocols' | 'rebalanceTimeoutMs' | 'sessionTimeoutMs'>,
  parkedJoin: AnswerJoin | null,
): void {
  countProtocols(group.support, member.protocols, -1);
  countProtocols(group.support, update.protocols, 1);
  member.protocols = update.protocols;
  member.rebalanceTimeoutMs = update.rebalanceTimeoutMs;
  member.sessionTimeoutMs = update.sessionTimeoutMs;
  if (isAwaitingJoin(member)) group.awaitingJoinCount--;
  member.parkedJoin = parkedJoin;
  if (isAwaitingJoin(member)) group.awaitingJoinCount++;
}

/**
 * STATIC-01: a new id takes over the entry of a static member, who must not have a parked request
 * any more. The old id keeps its place among those who still have to sync (STATIC-06).
 */
export function replaceMemberId(group: Group, old: Member, memberId: string): Member {
  const replacement: Member = { ...old, memberId, isNew: false };
  group.members.delete(old.memberId);
  group.members.set(memberId, replacement);
  if (old.groupInstanceId !== null) group.staticMembers.set(old.groupInstanceId, memberId);
  if (group.leader === old.memberId) group.leader = memberId;
  return replacement;
}

/** Answers the parked join of a member; without one, nothing happens and no body is made. */
export function answerParkedJoin(
  group: Group,
  member: Member,
  body: () => JoinGroupResponse,
): void {
  const answer = member.parkedJoin;
  if (answer === null) return;
  const response = body();
  member.parkedJoin = null;
  group.awaitingJoinCount--;
  answer(response);
}

/** Answers the parked sync of a member and tells whether there was one; if not, no body is made. */
export function answerParkedSync(member: Member, body: () => SyncGroupResponse): boolean {
  const answer = member.parkedSync;
  if (answer === null) return false;
  const response = body();
  member.parkedSync = null;
  answer(response);
  return true;
}
