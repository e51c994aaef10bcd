import type { Cite } from '../citation.js';
import type { Group } from './group.js';
import { isAwaitingJoin } from './member.js';
import { winningProtocols } from './protocols.js';

/** Something that Kafka leaves open. `legal` is never empty; Kafka's own choice, if known, leads. */
export interface Choice {
  readonly kind: 'leader' | 'protocol';
  readonly groupId: string;
  /** That is being formed, or would be if a static replacement changed the protocol (STATIC-04). */
  readonly generation: number;
  readonly legal: readonly string[];
}

/** Must return one of `choice.legal`. */
export type Choose = (choice: Choice) => string;

/**
 * STATE-06 at a join completion: a leader who is awaiting-join stays. Otherwise, and if the last
 * leader is gone, any member who is awaiting-join may lead.
 */
function legalLeaders(group: Group): string[] {
  const awaiting = [...group.members.values()].filter(isAwaitingJoin).map((m) => m.memberId);
  const leader = awaiting.find((memberId) => memberId === group.leader);
  if (leader === undefined) return awaiting;
  const others = awaiting.filter((memberId) => memberId !== leader);
  return group.leaderIsStandIn ? [leader, ...others] : [leader];
}

/** MEMBER-08: the protocols with the most votes, in the order in which Kafka prefers them. */
function legalProtocols(group: Group): string[] {
  return winningProtocols(group.members.values(), group.members.size, group.support);
}

/** Who decides, and who is told by which rule. */
interface Chooser {
  readonly choose: Choose;
  readonly cite: Cite;
}

/** To be asked before the generation grows, as `chooseProtocol` is. */
export function chooseLeader({ choose, cite }: Chooser, group: Group): string {
  cite('STATE-06');
  return decide(choose, group, 'leader', legalLeaders(group));
}

export function chooseProtocol({ choose, cite }: Chooser, group: Group): string {
  const legal = legalProtocols(group);
  cite('MEMBER-08');
  if (legal.length > 1) cite('MEMBER-09');
  return decide(choose, group, 'protocol', legal);
}

/** The default: what Kafka is known to take, else the member that joined first. */
export function chooseFirst({ legal }: Choice): string {
  const [first] = legal;
  if (first === undefined) throw new Error('there is nothing to choose from');
  return first;
}

function decide(
  choose: Choose,
  { groupId, generation }: Group,
  kind: Choice['kind'],
  legal: readonly string[],
): string {
  const chosen = choose({ kind, groupId, generation: generation + 1, legal });
  if (!legal.includes(chosen)) {
    throw new Error(
      `${chosen} is no legal ${kind} of group ${groupId}; legal: ${legal.join(', ')}`,
    );
  }
  return chosen;
}
