import { type ApiName, completeResponse, type ResponseOf } from '../../../protocol/apis.js';
import type { MessageBody } from '../../../protocol/message-body.js';
import { AdapterError } from '../../adapter.js';
import { formatAddress, type WireAddress } from '../address.js';
import { type Channel, decodeOutcome, type Outcome } from '../channel.js';
import { CLIENT_ID } from '../client-id.js';
import type { Authenticate, SaslAsk } from './sasl.js';

/** The authentication of one connection, kept valid (KIP-368). */
export interface Authentication {
  /**
   * Resolves at once as long as the session has time left; else when the connection has been
   * authenticated to again. Rejects with AdapterError.
   *
   * @param busy whether a request waits for its answer: behind one that is parked the renewal would
   *   be parked too, so it is put off
   */
  renewed(busy: boolean): Promise<void>;
}

/** Of the lifetime that a listener grants; clients renew a while before its end, too. */
const USED_OF_LIFETIME = 0.8;

/** Authenticates a new connection. Rejects with AdapterError, and then has ended the connection. */
export async function startAuthentication(
  address: WireAddress,
  channel: Channel,
  authenticate: Authenticate,
  timeoutMs: number,
): Promise<Authentication> {
  const ask = askerOn(address, channel, timeoutMs);
  let renewAt = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    const startedAt = performance.now();
    try {
      const lifetimeMs = await authenticate(address, ask);
      renewAt =
        lifetimeMs > 0 ? startedAt + USED_OF_LIFETIME * lifetimeMs : Number.POSITIVE_INFINITY;
    } catch (error) {
      channel.abandon({ kind: 'closed', reason: 'its authentication failed' });
      throw error;
    }
  }

  await run();
  return {
    renewed(busy) {
      if (running !== undefined) return running;
      // A connection that is over has its own reason to tell.
      if (busy || channel.end() !== undefined || performance.now() < renewAt) {
        return Promise.resolve();
      }
      running = run().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

function askerOn(address: WireAddress, channel: Channel, timeoutMs: number): SaslAsk {
  const where = formatAddress(address);
  return async <Api extends ApiName>(api: Api, version: number, body: MessageBody) => {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new AdapterError(`${where} did not answer ${api} within ${timeoutMs} ms`));
      }, timeoutMs);
      const settle = (settled: Outcome) => {
        clearTimeout(timer);
        resolve(settled);
      };
      channel.send({ clientId: CLIENT_ID, api, version, body }, settle).catch((error: unknown) => {
        clearTimeout(timer);
        reject(error);
      });
    });
    const answer = decodeOutcome(api, version, outcome);
    switch (answer.kind) {
      case 'response':
        return completeResponse(api, answer.body) as ResponseOf<Api>;
      case 'undecodable':
        throw new AdapterError(
          `${where} did not answer ${api} version ${version} as Kafka does: ${answer.reason}`,
        );
      case 'connection-closed':
        throw new AdapterError(
          `${where} did not answer ${api} version ${version}: ${answer.reason}; is it a listener with SASL? Does it want --tls?`,
        );
    }
  };
}
