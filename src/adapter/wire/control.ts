import { type ApiName, completeResponse, type ResponseOf } from '../../protocol/apis.js';
import { AdapterError } from '../adapter.js';
import { formatAddress, type WireAddress } from './address.js';
import {
  type Channel,
  decodeOutcome,
  type Outcome,
  openChannel,
  type WireRequest,
} from './channel.js';
import { CLIENT_ID } from './client-id.js';
import type { Connections } from './connection.js';

export interface ControlRequest<Api extends ApiName = ApiName>
  extends Omit<WireRequest, 'clientId'> {
  readonly api: Api;
}

/** The broker answered with bytes that cannot be read, or by cutting the connection. */
export class UnreadableAnswerError extends AdapterError {}

/** The adapter's own requests to one address, each with a time limit, over one connection. */
export interface Control {
  readonly address: WireAddress;
  /**
   * What came back, undecoded. Rejects with AdapterError when nothing did in time or when there is
   * no connection.
   */
  exchange(request: ControlRequest): Promise<Outcome>;
  /**
   * The same, decoded; fields that the version lacks have their default. Rejects with
   * UnreadableAnswerError, too.
   */
  ask<Api extends ApiName>(request: ControlRequest<Api>): Promise<ResponseOf<Api>>;
}

/**
 * Connects with the first request, and again with the first request after the connection was lost
 * or a request got no answer: what is stuck behind it must not stop the rest.
 */
export function createControl(
  connections: Connections,
  address: WireAddress,
  timeoutMs: number,
): Control {
  const where = formatAddress(address);
  let current: Promise<Channel> | undefined;

  async function channel(): Promise<Channel> {
    for (;;) {
      const opening = current ?? openChannel(connections, address);
      current = opening;
      try {
        const opened = await opening;
        if (opened.end() === undefined) return opened;
      } catch (error) {
        if (current === opening) current = undefined;
        throw error;
      }
      if (current === opening) current = undefined;
    }
  }

  async function exchange(request: ControlRequest): Promise<Outcome> {
    const opened = await channel();
    return new Promise<Outcome>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(
          new AdapterError(
            `${where} accepts connections but did not answer ${request.api} within ${timeoutMs} ms; is it the listener of a Kafka broker?`,
          ),
        );
        opened.abandon({
          kind: 'closed',
          reason: `${request.api} was not answered within ${timeoutMs} ms`,
        });
      }, timeoutMs);
      const settle = (outcome: Outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      opened.send({ ...request, clientId: CLIENT_ID }, settle).catch((error: unknown) => {
        clearTimeout(timer);
        reject(error);
      });
    });
  }

  return {
    address,
    exchange,
    async ask(request) {
      const outcome = decodeOutcome(request.api, request.version, await exchange(request));
      if (outcome.kind === 'response') return completeResponse(request.api, outcome.body);
      throw new UnreadableAnswerError(unanswered(where, request, outcome));
    },
  };
}

/** One sentence on why a request of the adapter itself has no readable answer. */
export function unanswered(
  where: string,
  request: ControlRequest,
  outcome: { readonly kind: 'undecodable' | 'connection-closed'; readonly reason: string },
): string {
  return outcome.kind === 'undecodable'
    ? `${where} did not answer ${request.api} version ${request.version} as Kafka does: ${outcome.reason}`
    : `${where} did not answer ${request.api} version ${request.version}: ${outcome.reason}`;
}
