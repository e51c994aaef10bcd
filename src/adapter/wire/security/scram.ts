import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** A server's message that breaks RFC 5802, or its refusal. The message is a sentence without its subject. */
export class ScramError extends Error {}

export type ScramHash = 'sha256' | 'sha512';

/** One exchange: first message, then final message, then the check of what the server said last. */
export interface ScramExchange {
  first(): Uint8Array;
  /** Rejects with ScramError. */
  final(serverFirst: Uint8Array): Promise<Uint8Array>;
  /** Throws ScramError when the server did not prove that it knows the password, too. */
  verify(serverFinal: Uint8Array): void;
}

/** What follows from a password for one salt; deriving it is slow on purpose. */
export type DeriveKey = (salt: Buffer, iterations: number) => Promise<Buffer>;

const NONCE_BYTES = 24;
/** Of the salted key: no channel binding, no authorization id. */
const GS2_HEADER = 'n,,';
/** RFC 5802 asks for 4096 at least; less would give the password away to whoever plays the broker. */
const MIN_ITERATIONS = 4_096;
/** A second or so; whoever plays the broker must not keep the kit busy for ever. */
const MAX_ITERATIONS = 2_000_000;

const deriveWithPbkdf2 = promisify(pbkdf2);

/**
 * Keeps what was derived last: brokers have one salt a user, and hundreds of connections are made.
 * The password is taken as it is written: Kafka does not prepare it (SASLprep) either.
 */
export function createKeyDerivation(hash: ScramHash, password: string): DeriveKey {
  let kept:
    | { readonly salt: Buffer; readonly iterations: number; key: Promise<Buffer> }
    | undefined;
  return (salt, iterations) => {
    if (kept === undefined || !kept.salt.equals(salt) || kept.iterations !== iterations) {
      const length = createHash(hash).digest().length;
      const key = deriveWithPbkdf2(Buffer.from(password, 'utf8'), salt, iterations, length, hash);
      kept = { salt, iterations, key };
    }
    return kept.key;
  };
}

/** SCRAM (RFC 5802, RFC 7677) without channel binding, as Kafka speaks it (KIP-84). */
export function createScramExchange(
  hash: ScramHash,
  username: string,
  derive: DeriveKey,
  nonce: string = randomBytes(NONCE_BYTES).toString('base64url'),
): ScramExchange {
  const firstBare = `n=${saslName(username)},r=${nonce}`;
  let expectedSignature: Buffer | undefined;
  const hmac = (key: Buffer, text: string) => createHmac(hash, key).update(text, 'utf8').digest();

  return {
    first: () => Buffer.from(`${GS2_HEADER}${firstBare}`, 'utf8'),

    async final(serverFirst) {
      const text = Buffer.from(serverFirst).toString('utf8');
      const { salt, iterations, serverNonce } = readServerFirst(text, nonce);
      const salted = await derive(salt, iterations);
      const clientKey = hmac(salted, 'Client Key');
      const storedKey = createHash(hash).update(clientKey).digest();
      const channel = Buffer.from(GS2_HEADER, 'utf8').toString('base64');
      const withoutProof = `c=${channel},r=${serverNonce}`;
      const authMessage = `${firstBare},${text},${withoutProof}`;
      const proof = xor(clientKey, hmac(storedKey, authMessage));
      expectedSignature = hmac(hmac(salted, 'Server Key'), authMessage);
      return Buffer.from(`${withoutProof},p=${proof.toString('base64')}`, 'utf8');
    },

    verify(serverFinal) {
      const attributes = attributesOf(Buffer.from(serverFinal).toString('utf8'));
      requireNoError(attributes);
      const signature = Buffer.from(attributes.get('v') ?? '', 'base64');
      if (
        expectedSignature === undefined ||
        signature.length !== expectedSignature.length ||
        !timingSafeEqual(signature, expectedSignature)
      ) {
        throw new ScramError(
          'did not prove that it knows the password: its SCRAM signature is wrong',
        );
      }
    },
  };
}

function readServerFirst(text: string, nonce: string) {
  const attributes = attributesOf(text);
  requireNoError(attributes);
  const serverNonce = attributes.get('r') ?? '';
  const salt = Buffer.from(attributes.get('s') ?? '', 'base64');
  const iterations = Number(attributes.get('i'));
  if (!serverNonce.startsWith(nonce) || serverNonce.length === nonce.length) {
    throw new ScramError('answered the SCRAM exchange of somebody else: its nonce is not ours');
  }
  if (salt.length === 0) throw new ScramError('named no salt in the SCRAM exchange');
  if (!Number.isInteger(iterations) || iterations < MIN_ITERATIONS || iterations > MAX_ITERATIONS) {
    throw new ScramError(
      `asks for ${attributes.get('i') ?? 'no number of'} SCRAM iterations; ${MIN_ITERATIONS} to ${MAX_ITERATIONS} are safe`,
    );
  }
  return { salt, iterations, serverNonce };
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(',').map((part): [string, string] => {
      const split = part.indexOf('=');
      return [part.slice(0, split), part.slice(split + 1)];
    }),
  );
}

function requireNoError(attributes: ReadonlyMap<string, string>): void {
  const error = attributes.get('e');
  if (error !== undefined) throw new ScramError(`ended the SCRAM exchange with '${error}'`);
}

function saslName(username: string): string {
  return username.replaceAll('=', '=3D').replaceAll(',', '=2C');
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
}
