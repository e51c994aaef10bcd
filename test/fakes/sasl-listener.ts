import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import type { MessageBody } from '../../src/protocol/message-body.js';
import type { BrokerScript, Received } from './scripted-broker.js';

export interface SaslListener {
  readonly users: Readonly<Record<string, string>>;
  /** Enabled ones, e.g. PLAIN, SCRAM-SHA-256. */
  readonly mechanisms: readonly string[];
  /** Granted to each session; 0 is for ever. */
  readonly lifetimeMs?: number;
  /** Signs with the key of another password, as somebody would who does not know it. */
  readonly impostor?: boolean;
  /** Iterations that it asks for; what Kafka asks for unless told. */
  readonly iterations?: number;
}

const SASL_AUTHENTICATION_FAILED = 58;
const UNSUPPORTED_SASL_MECHANISM = 33;
const OPEN_TO_ALL = new Set(['ApiVersions', 'SaslHandshake', 'SaslAuthenticate']);

interface Dialogue {
  mechanism: string;
  authenticated: boolean;
  clientFirst: string;
  serverFirst: string;
  user: string;
}

/** What makes a scripted broker a listener that wants SASL, as Apache Kafka's does. */
export function saslListener(listener: SaslListener): {
  readonly script: Required<Pick<BrokerScript, 'handlers' | 'admits'>>;
  /** How often somebody has authenticated. */
  authentications(): number;
} {
  const dialogues = new Map<number, Dialogue>();
  let authentications = 0;
  const dialogueOf = ({ peer }: Received): Dialogue => {
    const found = dialogues.get(peer.number) ?? {
      mechanism: '',
      authenticated: false,
      clientFirst: '',
      serverFirst: '',
      user: '',
    };
    dialogues.set(peer.number, found);
    return found;
  };
  const accept = (dialogue: Dialogue, answer: string): MessageBody => {
    dialogue.authenticated = true;
    authentications++;
    return { authBytes: Buffer.from(answer), sessionLifetimeMs: BigInt(listener.lifetimeMs ?? 0) };
  };

  return {
    authentications: () => authentications,
    script: {
      admits: (request) => OPEN_TO_ALL.has(request.api) || dialogueOf(request).authenticated,
      handlers: {
        SaslHandshake(request) {
          const dialogue = dialogueOf(request);
          const mechanism = String(request.body['mechanism']);
          const known = listener.mechanisms.includes(mechanism);
          Object.assign(dialogue, { mechanism, clientFirst: '' });
          return {
            errorCode: known ? 0 : UNSUPPORTED_SASL_MECHANISM,
            mechanisms: [...listener.mechanisms],
          };
        },
        SaslAuthenticate(request) {
          const dialogue = dialogueOf(request);
          const token = Buffer.from(request.body['authBytes'] as Uint8Array).toString('utf8');
          if (dialogue.mechanism === 'PLAIN') {
            const [, user = '', password] = token.split('\0');
            return listener.users[user] === password
              ? accept(dialogue, '')
              : refused('no such user');
          }
          const hash = dialogue.mechanism === 'SCRAM-SHA-512' ? 'sha512' : 'sha256';
          if (dialogue.clientFirst === '') return scramFirst(listener, dialogue, token);
          const signature = scramFinal(listener, hash, dialogue, token);
          return signature === undefined ? refused('no proof') : accept(dialogue, `v=${signature}`);
        },
      },
    },
  };
}

function refused(errorMessage: string): MessageBody {
  return { errorCode: SASL_AUTHENTICATION_FAILED, errorMessage };
}

const SALT = Buffer.from('a salt of the test');

function scramFirst(listener: SaslListener, dialogue: Dialogue, token: string): MessageBody {
  const [, user = '', nonce = ''] = /^n,,n=(.*),r=(.*)$/.exec(token) ?? [];
  dialogue.clientFirst = `n=${user},r=${nonce}`;
  dialogue.user = user.replaceAll('=2C', ',').replaceAll('=3D', '=');
  const iterations = listener.iterations ?? 4_096;
  dialogue.serverFirst = `r=${nonce}and-more,s=${SALT.toString('base64')},i=${iterations}`;
  return { authBytes: Buffer.from(dialogue.serverFirst) };
}

/** RFC 5802 from the server's side; undefined when the client does not know the password. */
function scramFinal(
  listener: SaslListener,
  hash: 'sha256' | 'sha512',
  dialogue: Dialogue,
  token: string,
): string | undefined {
  const password = listener.users[dialogue.user] ?? '';
  const size = createHash(hash).digest().length;
  const derive = (text: string) => pbkdf2Sync(text, SALT, listener.iterations ?? 4_096, size, hash);
  const hmac = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest();
  const [, withoutProof = '', proof = ''] = /^(.*),p=(.*)$/.exec(token) ?? [];
  const message = `${dialogue.clientFirst},${dialogue.serverFirst},${withoutProof}`;
  const storedKey = createHash(hash)
    .update(hmac(derive(password), 'Client Key'))
    .digest();
  const signature = hmac(storedKey, message);
  const clientKey = Buffer.from(proof, 'base64').map((byte, i) => byte ^ (signature[i] ?? 0));
  const proven = createHash(hash).update(clientKey).digest();
  if (!timingSafeEqual(proven, storedKey)) return undefined;
  const signedBy = listener.impostor === true ? 'a guess' : password;
  return hmac(hmac(derive(signedBy), 'Server Key'), message).toString('base64');
}
