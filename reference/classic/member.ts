import type {
  JoinGroupResponse,
  SyncGroupResponse,
} from '../../src/protocol/generated-messages.js';
import type { Protocol } from './protocols.js';

export type AnswerJoin = (body: JoinGroupResponse) => void;
export type AnswerSync = (body: SyncGroupResponse) => void;

export interface Member {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly clientId: string;
  readonly clientHost: string;
  sessionTimeoutMs: number;
  rebalanceTimeoutMs: number;
  /** As sent: the member's own order is its order of preference. */
  protocols: readonly Protocol[];
  assignment: Uint8Array;
  /** MEMBER-05: added, but not yet part of a completed join. */
  isNew: boolean;
  /** A parked JoinGroup: the member is awaiting-join. */
  parkedJoin: AnswerJoin | null;
  /** A parked SyncGroup: the member is awaiting-sync. */
  parkedSync: AnswerSync | null;
}

export const NO_BYTES = new Uint8Array(0);

export function isStatic(member: Member): boolean {
  return member.groupInstanceId !== null;
}

export function isAwaitingJoin(member: Member): boolean {
  return member.parkedJoin !== null;
}

export function isAwaitingSync(member: Member): boolean {
  return member.parkedSync !== null;
}

/** Metadata that the member offered for a protocol; the first one if the name came twice. */
export function metadataFor(member: Member, protocolName: string): Uint8Array {
  const protocol = member.protocols.find(({ name }) => name === protocolName);
  if (protocol === undefined) {
    throw new Error(`member ${member.memberId} does not offer protocol ${protocolName}`);
  }
  return protocol.metadata;
}
