import { API_NAMES, type ApiName, type RequestOf } from '../protocol/apis.js';
import type { MessageBody } from '../protocol/message-body.js';

/** What is known of whoever sent a request. */
export interface Peer {
  /** As DescribeGroups tells it (WIRE-06). */
  readonly clientHost: string;
  /** At which the client reached this server, for it to come back to. */
  readonly localHost: string;
  /** Calls back when the connection is over. Returns how to stop waiting for that. */
  onGone(listener: () => void): () => void;
}

/** One request on its way to its answer. Just one of the last three is called, once. */
export interface Exchange<Api extends ApiName> {
  readonly api: Api;
  readonly version: number;
  readonly clientId: string | null;
  readonly peer: Peer;
  /** In complete form. */
  readonly body: RequestOf<Api>;
  /** In complete form or less: fields that the version lacks are dropped. */
  answer(body: MessageBody): void;
  /** The request is one that is not answered; the next one of the connection has its turn. */
  answerNothing(): void;
  /** Closes the connection, which is what Kafka does with a request that it cannot answer. */
  giveUp(reason: string): void;
}

/** What serves the requests of one API. It never throws. */
export type Handler<Api extends ApiName> = (exchange: Exchange<Api>) => void;

/** All that the kit speaks but SASL, which this port does not ask for. */
export type ServedApi = Exclude<ApiName, 'SaslAuthenticate' | 'SaslHandshake'>;

export const SERVED_APIS: readonly ServedApi[] = API_NAMES.filter(isServed);

export function isServed(api: ApiName): api is ServedApi {
  return api !== 'SaslAuthenticate' && api !== 'SaslHandshake';
}

export type Handlers = { readonly [Api in ServedApi]: Handler<Api> };
