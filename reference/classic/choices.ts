import type { Group } from './group.js';
import { isAwaitingJoin } from './member.js';
import { winningProtocols } from './protocols.js';

/** Something that Kafka leaves open. `legal` is never empty; Kafka's own choice, if known, leads. */
export interface Choice {
  readonly kind: 'leader' | 'protocol';
  readonly groupId: string;
  readonly generation: number;
  readonly legal: readonly string[];
}

/** Must return one of `choice.legal`. */
export type Choose = (choice: Choice) => string;

/**
 * STATE-06 at a join completion: a leader who is awaiting-join stays. Otherwise, and if the last
 * leader is gone, any member who is awaiting-join may lead.
 */
export function legalLeaders(group: Group): string[] {
  const awaiting = [...group.members.values()].filter(isAwaitingJoin).map((m) => m.memberId);
  const { leader } = group;
  if (leader === null || !awaiting.includes(leader)) return awaiting;
  if (!group.leaderIsStandIn) return [leader];
  return [leader, ...awaiting.filter((memberId) => memberId !== leader)];
}

/** MEMBER-08: the protocols with the most votes, in the order in which Kafka prefers them. */
export function legalProtocols(group: Group): string[] {
  return winningProtocols(group.members.values(), group.members.size, group.support);
}

export function chooseLeader(choose: Choose, group: Group): string {
  return decide(choose, {
    kind: 'leader',
    groupId: group.groupId,
    generation: group.generation + 1,
    legal: legalLeaders(group),
  });
}

export function chooseProtocol(choose: Choose, group: Group): string {
  return decide(choose, {
    kind: 'protocol',
    groupId: group.groupId,
    generation: group.generation,
    legal: legalProtocols(group),
  });
}

/** The default: what Kafka is known to take, else the member that joined first. */
export function chooseFirst({ legal }: Choice): string {
  const [first] = legal;
  if (first === undefined) throw new Error('there is nothing to choose from');
  return first;
}

function decide(choose: Choose, choice: Choice): string {
  const chosen = choose(choice);
  if (!choice.legal.includes(chosen)) {
    throw new Error(
      `${chosen} is no legal ${choice.kind} of group ${choice.groupId}; ` +
        `legal: ${choice.legal.join(', ')}`,
    );
  }
  return chosen;
}
