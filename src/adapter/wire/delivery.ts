import type { ApiName } from '../../protocol/apis.js';
import type { MessageBody, MessageValue } from '../../protocol/message-body.js';
import { errorName } from '../../spec/errors.js';
import { AdapterError, type OutgoingRequest } from '../adapter.js';
import type { WireAddress } from './address.js';
import { type DecodedOutcome, decodeOutcome } from './channel.js';
import type { NamedConnections } from './named-connections.js';
import { groupOf, type Router } from './routing.js';

export interface DeliveryEvents {
  /** A part of the request is about to go there. */
  sending(address: WireAddress): void;
  /** Once, unless `send` rejects. */
  settle(outcome: DecodedOutcome): void;
}

/** Requests as a cluster takes them: each to the broker, or the brokers, that can answer it. */
export interface Delivery {
  /** Resolves when everything is written. Rejects with AdapterError. */
  send(request: OutgoingRequest, events: DeliveryEvents): Promise<void>;
}

/** What one broker gets of a request. */
interface Part {
  readonly address: WireAddress;
  readonly body: MessageBody;
}

/** Requests about several groups or all of them, the field that names them, and that of their answers. */
const SHARED: Readonly<
  Partial<Record<ApiName, { readonly groups: string | null; readonly answers: string }>>
> = {
  ListGroups: { groups: null, answers: 'groups' },
  DescribeGroups: { groups: 'groups', answers: 'groups' },
  DeleteGroups: { groups: 'groupsNames', answers: 'results' },
};

/** Coordinators move one after the other when a broker goes; more often than this they go in circles. */
const MAX_FOLLOWED = 3;

export function createDelivery(named: NamedConnections, router: Router): Delivery {
  /**
   * Sends to a coordinator. One that answers NOT_COORDINATOR is believed when a fresh lookup names
   * another broker, as clients do; a broker that the cluster still names has to answer for itself.
   */
  function sendToCoordinator(
    request: OutgoingRequest,
    known: WireAddress | undefined,
    events: DeliveryEvents,
  ): Promise<void> {
    const groupId = groupOf(request.body);
    let followed = 0;
    let address: WireAddress | undefined;
    const attempt = (find: () => Promise<WireAddress>): Promise<void> =>
      named.send(request, find, {
        sending(to) {
          address = to;
          events.sending(to);
        },
        settle(outcome) {
          const decoded = decodeOutcome(request.api, request.version, outcome);
          const refused = isNotCoordinator(request.api, decoded);
          if (!refused || groupId === undefined || address === undefined) {
            events.settle(decoded);
            return;
          }
          follow(groupId, address).then(
            (moved) => (moved ? undefined : events.settle(decoded)),
            (error: unknown) => {
              if (!(error instanceof AdapterError)) throw error;
              events.settle(decoded);
            },
          );
        },
      });
    const follow = async (group: string, from: WireAddress): Promise<boolean> => {
      if (followed === MAX_FOLLOWED) return false;
      followed++;
      const next = await router.movedTo(group, from);
      if (next === undefined) return false;
      await attempt(() => Promise.resolve(next));
      return true;
    };
    return attempt(async () => known ?? router.addressFor(request.body));
  }

  async function sendInParts(
    request: OutgoingRequest,
    parts: readonly Part[],
    answers: string,
    events: DeliveryEvents,
  ): Promise<void> {
    const outcomes = new Map<Part, DecodedOutcome>();
    const settlePart = (part: Part, outcome: DecodedOutcome) => {
      outcomes.set(part, outcome);
      if (outcomes.size < parts.length) return;
      events.settle(
        merged(
          parts.flatMap((one) => outcomes.get(one) ?? []),
          answers,
        ),
      );
    };
    for (const part of parts) {
      await named.send({ ...request, body: part.body }, () => Promise.resolve(part.address), {
        sending: events.sending,
        settle: (outcome) => settlePart(part, decodeOutcome(request.api, request.version, outcome)),
      });
    }
  }

  async function partsOf(body: MessageBody, groups: string | null): Promise<Part[]> {
    if (groups === null) return router.everyAddress().map((address) => ({ address, body }));
    const byAddress = new Map<WireAddress, MessageValue[]>();
    for (const groupId of listOf(body[groups])) {
      const address = await router.coordinatorOf(String(groupId));
      byAddress.set(address, [...(byAddress.get(address) ?? []), groupId]);
    }
    return [...byAddress].map(([address, own]) => ({ address, body: { ...body, [groups]: own } }));
  }

  return {
    async send(request, events) {
      const shared = SHARED[request.api];
      if (shared !== undefined && router.onlyAddress() === undefined) {
        const parts = await partsOf(request.body, shared.groups);
        if (parts.length > 1) return sendInParts(request, parts, shared.answers, events);
        const [only] = parts;
        if (only !== undefined) return sendToCoordinator(request, only.address, events);
      }
      return sendToCoordinator(request, undefined, events);
    },
  };
}

/** The first that is no answer, or an error as a whole; else all of them as one. */
function merged(outcomes: readonly DecodedOutcome[], answers: string): DecodedOutcome {
  const bodies: MessageBody[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind !== 'response' || Number(outcome.body['errorCode'] ?? 0) !== 0) return outcome;
    bodies.push(outcome.body);
  }
  const all = bodies.flatMap((body) => listOf(body[answers]));
  return { kind: 'response', body: { ...bodies[0], [answers]: all } };
}

function isNotCoordinator(api: ApiName, outcome: DecodedOutcome): boolean {
  if (outcome.kind !== 'response') return false;
  const { body } = outcome;
  const answers = SHARED[api]?.answers;
  const judged = answers === undefined ? [body] : listOf(body[answers]);
  return (
    judged.length > 0 &&
    judged.every(
      (one) => errorName(Number((one as MessageBody)['errorCode'] ?? 0)) === 'NOT_COORDINATOR',
    )
  );
}

function listOf(value: MessageValue | undefined): readonly MessageValue[] {
  return Array.isArray(value) ? (value as readonly MessageValue[]) : [];
}
