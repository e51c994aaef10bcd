import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { checkSequence, SequenceError } from './check-sequence.js';
import type { Sequence } from './sequence.js';

/** A token that stands for no sequence; the message says why. */
export class TokenError extends Error {}

/** Changes with the form of sequences, so that an old token is not taken for a new one. */
const FORMAT = 'gs1';

/** Characters of the checksum: enough to notice a token that was not copied whole. */
const CHECKSUM_LENGTH = 8;

/** A sequence takes a few hundred bytes; nothing that is much longer was made by `encodeToken`. */
const GREATEST_SEQUENCE_BYTES = 16 * 1024 * 1024;

/** A sequence as one word that a command line takes: `gs1.CHECKSUM.CONTENT`. */
export function encodeToken(sequence: Sequence): string {
  const content = deflateRawSync(JSON.stringify(sequence), { level: 9 }).toString('base64url');
  return `${FORMAT}.${checksumOf(content)}.${content}`;
}

/** Throws TokenError. */
export function decodeToken(token: string): Sequence {
  const [format, checksum, content, ...rest] = token.trim().split('.');
  if (content === undefined || rest.length > 0) {
    throw new TokenError(`a replay token has the form ${FORMAT}.CHECKSUM.CONTENT`);
  }
  if (format !== FORMAT) {
    throw new TokenError(`the token is of the form '${format}'; this kit reads ${FORMAT}`);
  }
  if (checksum !== checksumOf(content)) {
    throw new TokenError('the token is damaged: its checksum does not fit; copy it whole');
  }
  try {
    const text = inflateRawSync(Buffer.from(content, 'base64url'), {
      maxOutputLength: GREATEST_SEQUENCE_BYTES,
    }).toString('utf8');
    return checkSequence(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof SequenceError ? error.message : 'its content cannot be read';
    throw new TokenError(`the token stands for no sequence: ${reason}`, { cause: error });
  }
}

function checksumOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, CHECKSUM_LENGTH);
}
