import type { ApiName } from '../../protocol/apis.js';
import { CodecError } from '../../protocol/codec.js';
import { decodeResponseFrame, encodeRequestFrame } from '../../protocol/frames.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { AdapterError } from '../adapter.js';
import type { WireAddress } from './address.js';
import type { ConnectionEnd, Connections } from './connection.js';
import { otherForm } from './other-form.js';
import { startAuthentication } from './security/authentication.js';

export interface WireRequest {
  readonly clientId: string | null;
  readonly api: ApiName;
  readonly version: number;
  readonly body: MessageBody;
}

/** What became of a request: a frame with its correlation id, or the end of its connection. */
export type Outcome = { readonly kind: 'frame'; readonly frame: Buffer } | ConnectionEnd;

/** Requests over one connection, matched with their answers by correlation id. */
export interface Channel {
  /**
   * Resolves when the request is written. `settle` is called once, also when the connection ends;
   * never when this rejects (AdapterError). Where the authentication of the connection is about to
   * run out it is renewed before.
   */
  send(request: WireRequest, settle: (outcome: Outcome) => void): Promise<void>;
  /** Ends the connection; every open request is settled with `end`. */
  abandon(end: ConnectionEnd): void;
  /** Set once the connection is over. */
  end(): ConnectionEnd | undefined;
  /** A breach of the protocol that ended the connection while no request was open to be blamed. */
  untoldBreach(): ConnectionEnd | undefined;
}

const CORRELATION_ID_BYTES = 4;

/** Rejects with AdapterError when there is no connection to be had, or no authentication. */
export async function openChannel(
  connections: Connections,
  address: WireAddress,
): Promise<Channel> {
  const open = new Map<number, (outcome: Outcome) => void>();
  let lastCorrelationId = 0;
  let over: ConnectionEnd | undefined;
  let untold = false;

  const connection = await connections.connect(address, {
    onFrame(frame) {
      if (frame.length < CORRELATION_ID_BYTES) {
        connection.abandon(
          notFrames(`a frame of ${frame.length} bytes has no room for a correlation id`),
        );
        return;
      }
      const correlationId = frame.readInt32BE(0);
      const settle = open.get(correlationId);
      if (settle === undefined) {
        connection.abandon(
          notFrames(
            correlationId > 0 && correlationId <= lastCorrelationId
              ? `correlation id ${correlationId} was answered twice`
              : `correlation id ${correlationId} was answered, which no request had`,
          ),
        );
        return;
      }
      open.delete(correlationId);
      settle({ kind: 'frame', frame });
    },
    onEnd(end) {
      over = end;
      untold = end.kind === 'not-frames' && open.size === 0;
      const unanswered = [...open.values()];
      open.clear();
      for (const settle of unanswered) settle(end);
    },
  });

  const channel: Channel = {
    send(request, settle) {
      const correlationId = lastCorrelationId + 1;
      const bytes = encode(request, correlationId);
      lastCorrelationId = correlationId;
      open.set(correlationId, settle);
      if (over !== undefined) {
        open.delete(correlationId);
        settle(over);
        return Promise.resolve();
      }
      return connection.write(bytes);
    },
    abandon: connection.abandon,
    end: () => over,
    untoldBreach: () => (untold ? over : undefined),
  };
  const { authenticate, requestTimeoutMs } = connections;
  if (authenticate === undefined) return channel;

  const authentication = await startAuthentication(
    address,
    channel,
    authenticate,
    requestTimeoutMs,
  );
  return {
    ...channel,
    async send(request, settle) {
      await authentication.renewed(open.size > 0);
      await channel.send(request, settle);
    },
  };
}

function notFrames(reason: string): ConnectionEnd {
  return { kind: 'not-frames', reason };
}

function encode(request: WireRequest, correlationId: number): Uint8Array {
  try {
    return encodeRequestFrame({ ...request, correlationId });
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new AdapterError(
      `${request.api} version ${request.version} cannot be encoded: ${error.message}`,
      {
        cause: error,
      },
    );
  }
}

export type DecodedOutcome =
  | { readonly kind: 'response'; readonly body: MessageBody }
  | { readonly kind: 'undecodable'; readonly reason: string }
  | { readonly kind: 'connection-closed'; readonly reason: string };

/** Reads an outcome as the response that `api` has in `version`. */
export function decodeOutcome(api: ApiName, version: number, outcome: Outcome): DecodedOutcome {
  switch (outcome.kind) {
    case 'closed':
      return { kind: 'connection-closed', reason: outcome.reason };
    case 'not-frames':
      return { kind: 'undecodable', reason: outcome.reason };
    case 'frame':
      try {
        return { kind: 'response', body: decodeResponseFrame(api, version, outcome.frame).body };
      } catch (error) {
        if (!(error instanceof CodecError)) throw error;
        const other = otherForm(api, version, outcome.frame);
        const reason = other === undefined ? error.message : `${error.message}; ${other}`;
        return { kind: 'undecodable', reason };
      }
  }
}
