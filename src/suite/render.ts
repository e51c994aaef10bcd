import { decodeSubscription } from '../protocol/consumer-protocol.js';
import type { MessageBody, MessageValue } from '../protocol/message-body.js';
import { isMap } from './field-values.js';
import type { ErrorNames } from './run-state.js';
import type { Symbols } from './symbols.js';

/** Values as a reader of the case would write them. */
export interface Renderer {
  value(value: MessageValue | undefined): string;
  body(body: MessageBody): string;
  errorName(code: number): string;
}

/** Longest bytes shown in hexadecimal. */
const SHOWN_BYTES = 48;

export function createRenderer(
  symbols: Pick<Symbols, 'nameOf'>,
  groupPrefix: string,
  errors: ErrorNames,
): Renderer {
  const value = (given: MessageValue | undefined, field = ''): string => {
    if (given === undefined) return 'absent';
    if (given === null) return 'null';
    if (given instanceof Uint8Array) return renderBytes(given);
    if (Array.isArray(given)) {
      const items: readonly MessageValue[] = given;
      return `[${items.map((item) => value(item, field)).join(', ')}]`;
    }
    if (isMap(given)) {
      const entries = Object.entries(given as MessageBody);
      return `{ ${entries.map(([name, item]) => `${name}: ${value(item, name)}`).join(', ')} }`;
    }
    if (typeof given === 'string') return renderText(given);
    if (field === 'errorCode' && typeof given === 'number') return errors.name(given);
    return String(given);
  };

  const renderText = (text: string): string => {
    const symbol = symbols.nameOf(text);
    if (symbol !== undefined) return `$${symbol}`;
    const local =
      groupPrefix !== '' && text.startsWith(groupPrefix) ? text.slice(groupPrefix.length) : text;
    return local === '' || /[\s,:{}[\]'"]/.test(local) ? `'${local}'` : local;
  };

  return {
    value,
    body: (body) =>
      Object.entries(body)
        .filter(([name]) => name !== 'throttleTimeMs')
        .map(([name, item]) => `${name}: ${value(item, name)}`)
        .join(', '),
    errorName: errors.name,
  };
}

/** Text where it is text, a Subscription by its user data, hexadecimal otherwise. */
function renderBytes(bytes: Uint8Array): string {
  if (bytes.length === 0) return "''";
  const text = new TextDecoder().decode(bytes);
  if (/^[\x20-\x7e]+$/.test(text)) return /[\s,:{}[\]]/.test(text) ? `'${text}'` : text;
  const word = subscriptionWord(bytes);
  if (word !== null) return word;
  const shown = bytes.subarray(0, SHOWN_BYTES);
  const digits = Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `hex:${digits}${bytes.length > SHOWN_BYTES ? `… (${bytes.length} bytes)` : ''}`;
}

function subscriptionWord(bytes: Uint8Array): string | null {
  try {
    const { body } = decodeSubscription(bytes);
    const { userData } = body;
    if (!(userData instanceof Uint8Array) || userData.length === 0) return null;
    const word = new TextDecoder().decode(userData);
    return /^[\x21-\x7e]+$/.test(word) ? word : null;
  } catch {
    return null;
  }
}
