import type { Citing } from '../citation.js';
import { type Group, selectedProtocol } from './group.js';
import type { Member } from './member.js';
import { countProtocols, type Protocol } from './protocols.js';

type Settings = Pick<Member, 'protocols' | 'rebalanceTimeoutMs' | 'sessionTimeoutMs'>;

/**
 * STATIC-03: what a static member has again once its replacement is undone. Where its protocols would
 * leave the group without a common one, those of the replacement stay; Kafka 4.4.0 gives them back
 * all the same, and fails at the next record or join completion.
 */
export function settingsToGiveBack(
  { cite }: Citing,
  group: Group,
  replacement: Member,
  owner: Member,
): Settings {
  const { rebalanceTimeoutMs, sessionTimeoutMs } = owner;
  if (haveCommonProtocol(group, replacement, owner.protocols)) return owner;
  cite('MEMBER-06');
  return { protocols: replacement.protocols, rebalanceTimeoutMs, sessionTimeoutMs };
}

/** MEMBER-06, MEMBER-08: that of the generation, while it is in force. */
function haveCommonProtocol(
  group: Group,
  { protocols }: Member,
  instead: readonly Protocol[],
): boolean {
  const support = new Map(group.support);
  countProtocols(support, protocols, -1);
  countProtocols(support, instead, 1);
  const everybody = group.members.size;
  return group.state === 'PreparingRebalance'
    ? [...support.values()].includes(everybody)
    : support.get(selectedProtocol(group)) === everybody;
}
