import type { Choice } from '../../../reference/classic/choices.js';
import type { Group } from '../../../reference/classic/group.js';
import { errorCode } from '../../../reference/errors.js';
import type { Answer } from '../../adapter/adapter.js';
import type { MessageBody } from '../../protocol/message-body.js';
import type { Identities } from './identities.js';

/** Something that the implementation chose and must not. */
export interface IllegalChoice {
  readonly kind: Choice['kind'];
  readonly groupId: string;
  /** Ids and names as the model has them, where they are known. */
  readonly chosen: string;
  readonly legal: readonly string[];
}

const NONE = errorCode('NONE');

/** What the implementation told of a generation that it formed in this step. */
interface Formed {
  readonly leader: string;
  readonly protocol: string;
}

/**
 * The implementation chooses first (docs/design.md §4). What its answers tell of the generations
 * it formed is kept for the moment when the model has to choose.
 */
export interface Adoption {
  /** Takes in the answers of a step. `requestOf` tells who asked what, by request id. */
  prepare(
    answers: readonly Answer[],
    requestOf: (requestId: number) => JoinRequest | undefined,
  ): void;
  /** The model's choice: the implementation's if it is legal. */
  choose(choice: Choice): string;
  /** Groups in which it chose for itself, because the implementation told nobody what it chose. */
  readonly unseen: ReadonlySet<string>;
  /** Illegal choices of this step. */
  takeIllegal(): readonly IllegalChoice[];
}

export interface JoinRequest {
  readonly client: string;
  /** As the model calls it. */
  readonly group: string;
}

/** What the model knows of a group that it chooses for. */
export type GroupAtChoice = Pick<Group, 'state' | 'generation' | 'protocolName'>;

/** @param mayWait whether an answer that is due may be held back, as by a commit */
export function createAdoption(
  identities: Identities,
  groupOf: (groupId: string) => GroupAtChoice | undefined,
  mayWait: () => boolean = () => false,
): Adoption {
  const formed = new Map<string, Formed>();
  /** Groups of which a JoinGroup was refused. */
  const refused = new Set<string>();
  /** By the implementation's member id, the request whose sender was told it as its own. */
  const told = new Map<string, number>();
  let illegal: IllegalChoice[] = [];
  const unseen = new Set<string>();

  const leaderAmong = (
    groupId: string,
    legal: readonly string[],
    leader: string,
  ): string | undefined => {
    const known = identities.toModel(leader);
    if (known !== undefined) return legal.find((memberId) => memberId === known);
    // Ids that came with a log are the same on both sides.
    if (legal.includes(leader)) return leader;
    const requestId = told.get(leader);
    if (requestId !== undefined) {
      return legal.find((memberId) => identities.requestOf(memberId) === requestId);
    }
    // Its join was answered before the join completed (JOIN-13), so nobody has been told its id.
    const nameless = legal.filter((memberId) => identities.toImplementation(memberId) === memberId);
    if (nameless.length > 1) unseen.add(groupId);
    return nameless[0];
  };

  /**
   * STATIC-02, STATIC-04: nothing is formed if the election would keep the protocol of a stable
   * group. Who restarted is then told so at once, or that it could not be written down (STATIC-03);
   * silence means a rebalance, unless an answer may wait. Undefined where that cannot be told.
   */
  const kept = (
    groupId: string,
    { generation, protocolName }: GroupAtChoice,
    legal: readonly string[],
  ): string | undefined => {
    if (formed.has(`${groupId} ${generation}`)) return legal.find((name) => name === protocolName);
    if (formed.has(`${groupId} ${generation + 1}`)) {
      return legal.find((name) => name !== protocolName);
    }
    if (refused.has(groupId)) return legal.find((name) => name === protocolName);
    if (!mayWait()) return legal.find((name) => name !== protocolName);
    if (legal.length > 1) unseen.add(groupId);
    return undefined;
  };

  return {
    unseen,
    prepare(answers, requestOf) {
      // Hardly a step fills them, and clearing makes even an empty one anew.
      if (formed.size > 0) formed.clear();
      if (told.size > 0) told.clear();
      if (refused.size > 0) refused.clear();
      for (const answer of answers) {
        if (answer.kind !== 'response') continue;
        const request = requestOf(answer.requestId);
        if (request === undefined) continue;
        const { body } = answer;
        if (body['errorCode'] !== NONE) {
          refused.add(request.group);
          continue;
        }
        told.set(String(body['memberId']), answer.requestId);
        formed.set(keyOf(request.group, body), {
          leader: String(body['leader']),
          protocol: String(body['protocolName'] ?? ''),
        });
      }
    },

    choose({ kind, groupId, generation, legal }) {
      const [first] = legal;
      if (first === undefined) throw new Error('there is nothing to choose from');
      const group = groupOf(groupId);
      if (kind === 'protocol' && group?.state === 'Stable')
        return kept(groupId, group, legal) ?? first;
      const choice = formed.get(`${groupId} ${generation}`);
      if (choice === undefined) {
        if (legal.length > 1) unseen.add(groupId);
        return first;
      }
      const adopted =
        kind === 'leader'
          ? leaderAmong(groupId, legal, choice.leader)
          : legal.find((name) => name === choice.protocol);
      if (adopted !== undefined) return adopted;
      const chosen =
        kind === 'leader' ? (identities.toModel(choice.leader) ?? choice.leader) : choice.protocol;
      illegal.push({ kind, groupId, chosen, legal });
      return first;
    },

    takeIllegal() {
      const taken = illegal;
      illegal = [];
      return taken;
    },
  };
}

function keyOf(group: string, body: MessageBody): string {
  return `${group} ${String(body['generationId'])}`;
}
