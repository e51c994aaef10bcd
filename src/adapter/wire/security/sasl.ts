import type { ApiName, ResponseOf } from '../../../protocol/apis.js';
import type { MessageBody } from '../../../protocol/message-body.js';
import { errorName } from '../../../spec/errors.js';
import { AdapterError } from '../../adapter.js';
import { formatAddress, type WireAddress } from '../address.js';
import { createKeyDerivation, createScramExchange, ScramError, type ScramHash } from './scram.js';

export const SASL_MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;
export type SaslMechanism = (typeof SASL_MECHANISMS)[number];

/** Who the kit is to a broker. */
export interface SaslCredentials {
  readonly mechanism: SaslMechanism;
  readonly username: string;
  readonly password: string;
}

type SaslApi = Extract<ApiName, 'SaslHandshake' | 'SaslAuthenticate'>;

/** One request of the authentication and its answer, on the connection that is to be authenticated. */
export type SaslAsk = <Api extends SaslApi>(
  api: Api,
  version: number,
  body: MessageBody,
) => Promise<ResponseOf<Api>>;

/**
 * Authenticates one connection, and tells for how long, in ms (0: for ever, KIP-368). Rejects with
 * an AdapterError that says what to do about it.
 */
export type Authenticate = (address: WireAddress, ask: SaslAsk) => Promise<number>;

/** SaslAuthenticate carries the tokens from this version of SaslHandshake on (KIP-152). */
const HANDSHAKE_VERSION = 1;
/** Tells the lifetime of the session (KIP-368). */
const AUTHENTICATE_VERSION = 1;

const SCRAM_HASHES: Readonly<Record<Exclude<SaslMechanism, 'PLAIN'>, ScramHash>> = {
  'SCRAM-SHA-256': 'sha256',
  'SCRAM-SHA-512': 'sha512',
};

/** Runs the token exchange of a mechanism; each call sends a token and brings the broker's. */
type Exchange = (send: (token: Uint8Array) => Promise<Uint8Array>) => Promise<void>;

export function createAuthenticate(credentials: SaslCredentials): Authenticate {
  const exchange = exchangeOf(credentials);
  return async (address, ask) => {
    const where = formatAddress(address);
    const { mechanism } = credentials;
    const greeting = await ask('SaslHandshake', HANDSHAKE_VERSION, { mechanism });
    requireMechanism(where, mechanism, greeting);
    let lifetimeMs = 0;
    try {
      await exchange(async (token) => {
        const answer = await ask('SaslAuthenticate', AUTHENTICATE_VERSION, { authBytes: token });
        if (answer.errorCode !== 0) throw new AdapterError(refusal(where, credentials, answer));
        lifetimeMs = Number(answer.sessionLifetimeMs);
        return answer.authBytes;
      });
    } catch (error) {
      if (!(error instanceof ScramError)) throw error;
      throw new AdapterError(`${where} ${error.message}`, { cause: error });
    }
    return lifetimeMs;
  };
}

function exchangeOf({ mechanism, username, password }: SaslCredentials): Exchange {
  if (mechanism === 'PLAIN') {
    // RFC 4616; an authorization id would be taken from the name by the broker itself.
    const token = Buffer.from(`\0${username}\0${password}`, 'utf8');
    return async (send) => void (await send(token));
  }
  const hash = SCRAM_HASHES[mechanism];
  const derive = createKeyDerivation(hash, password);
  return async (send) => {
    const scram = createScramExchange(hash, username, derive);
    const serverFirst = await send(scram.first());
    scram.verify(await send(await scram.final(serverFirst)));
  };
}

function requireMechanism(
  where: string,
  mechanism: SaslMechanism,
  { errorCode, mechanisms }: ResponseOf<'SaslHandshake'>,
): void {
  const error = errorName(errorCode);
  switch (error) {
    case 'NONE':
      return;
    case 'UNSUPPORTED_SASL_MECHANISM':
      throw new AdapterError(
        `${where} does not take SASL ${mechanism}; it takes ${listed(mechanisms)}`,
      );
    case 'ILLEGAL_SASL_STATE':
      throw new AdapterError(`${where} is a listener without SASL; leave --sasl out`);
    default:
      throw new AdapterError(`${where} answers SaslHandshake with ${error}`);
  }
}

function refusal(
  where: string,
  { mechanism, username }: SaslCredentials,
  { errorCode, errorMessage }: ResponseOf<'SaslAuthenticate'>,
): string {
  const detail = errorMessage ? `, saying '${errorMessage}'` : '';
  const advice =
    errorName(errorCode) === 'SASL_AUTHENTICATION_FAILED' ? '; are name and password right?' : '';
  return `${where} refuses user '${username}' with ${errorName(errorCode)} (${mechanism})${detail}${advice}`;
}

/** The mechanisms of a listener for a sentence. */
export function listed(mechanisms: readonly string[]): string {
  return mechanisms.length === 0 ? 'none' : [...mechanisms].sort().join(', ');
}
