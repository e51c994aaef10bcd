import type { Member } from './member.js';

export interface Protocol {
  readonly name: string;
  readonly metadata: Uint8Array;
}

/** How many members offer each protocol; names that nobody offers are absent. */
export type ProtocolSupport = Map<string, number>;

/**
 * MEMBER-06: counts the protocols of one member in (+1) or out (−1). A name sent twice counts once;
 * Kafka 4.4.0 counts it twice and then refuses valid members.
 */
export function countProtocols(
  support: ProtocolSupport,
  protocols: readonly Protocol[],
  change: 1 | -1,
): void {
  for (const name of new Set(protocols.map((protocol) => protocol.name))) {
    const count = (support.get(name) ?? 0) + change;
    if (count === 0) support.delete(name);
    else support.set(name, count);
  }
}

/** MEMBER-07: same names and metadata bytes in the same order. */
export function sameProtocols(one: readonly Protocol[], other: readonly Protocol[]): boolean {
  return (
    one.length === other.length &&
    one.every((protocol, position) => {
      const counterpart = other[position];
      return (
        counterpart !== undefined &&
        protocol.name === counterpart.name &&
        sameBytes(protocol.metadata, counterpart.metadata)
      );
    })
  );
}

/** A loop, since members by the thousands compare what they offer at every rebalance. */
function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let position = 0;
  for (const byte of one) if (byte !== other[position++]) return false;
  return true;
}

/**
 * MEMBER-08 and MEMBER-09: every member votes for its first protocol that all members support.
 * Returns the names with the most votes, first the one that Kafka takes.
 *
 * @param members at least one
 */
export function winningProtocols(
  members: Iterable<Member>,
  memberCount: number,
  support: ProtocolSupport,
): string[] {
  const votes = new Map<string, number>();
  for (const member of members) {
    const vote = member.protocols.find(({ name }) => support.get(name) === memberCount);
    if (vote === undefined) throw new Error(`member ${member.memberId} supports no candidate`);
    votes.set(vote.name, (votes.get(vote.name) ?? 0) + 1);
  }
  const most = Math.max(...votes.values());
  return inJavaHashOrder([...votes.keys()]).filter((name) => votes.get(name) === most);
}

/** Iteration order of a java.util.HashMap into which the names went in the given order. */
function inJavaHashOrder(names: readonly string[]): string[] {
  let buckets = 16;
  while (names.length > buckets * 0.75) buckets *= 2;
  const bucketOf = (name: string): number => {
    const hash = javaHashCode(name);
    return (hash ^ (hash >>> 16)) & (buckets - 1);
  };
  return [...names].sort((one, other) => bucketOf(one) - bucketOf(other));
}

/** java.lang.String.hashCode: 31-polynomial over UTF-16 units, in 32 bits. */
function javaHashCode(text: string): number {
  let hash = 0;
  for (let position = 0; position < text.length; position++) {
    hash = (Math.imul(31, hash) + text.charCodeAt(position)) | 0;
  }
  return hash;
}
