import { decodeSubscription } from '../../protocol/consumer-protocol.js';
import type { MessageBody, MessageValue } from '../../protocol/message-body.js';
import { isMap } from '../judge/field-values.js';
import type { ErrorNames } from './run-state.js';
import type { Symbols } from './symbols.js';

/** Values as a reader of the case would write them. */
export interface Renderer {
  value(value: MessageValue | undefined): string;
  body(body: MessageBody): string;
  /** The same in every run and at every version: nothing made up, and of a list its length. */
  gist(value: MessageValue, field: string): string;
  /** The same of an answer as a whole: the errors in it. */
  gistOfAnswer(body: MessageBody): string;
  /** The errors of an answer alone, or that it was answered where it has none to tell. */
  outcome(body: MessageBody): string;
  errorName(code: number): string;
}

/** Fields that hold what an implementation makes up, where it has not been met before. */
const MADE_UP: ReadonlySet<string> = new Set(['memberId', 'leader']);

/** No clock of a test that begins at zero comes this far, in ms. */
const WALL_CLOCK = 1_000_000_000_000n;

/** Longest bytes shown in hexadecimal. */
const SHOWN_BYTES = 48;

/**
 * @param isOurs whether an id that is no symbol is known from a request; any other is made up and
 *   different every run
 */
export function createRenderer(
  symbols: Pick<Symbols, 'nameOf'>,
  groupPrefix: string,
  errors: ErrorNames,
  isOurs: (id: string) => boolean = () => true,
): Renderer {
  const value = (given: MessageValue | undefined, field = '', stable = false): string => {
    if (given === undefined) return 'absent';
    if (given === null) return 'null';
    if (given instanceof Uint8Array) return renderBytes(given);
    if (Array.isArray(given)) {
      const items: readonly MessageValue[] = given;
      return `[${items.map((item) => value(item, field, stable)).join(', ')}]`;
    }
    if (isMap(given)) {
      const entries = Object.entries(given as MessageBody);
      return `{ ${entries.map(([name, item]) => `${name}: ${value(item, name, stable)}`).join(', ')} }`;
    }
    const word = stable ? wordForMadeUp(given, field) : null;
    if (word !== null) return word;
    if (typeof given === 'string') return renderText(given);
    if (field === 'errorCode' && typeof given === 'number') return errors.name(given);
    return String(given);
  };

  const wordForMadeUp = (given: MessageValue, field: string): string | null => {
    if (typeof given === 'bigint') {
      return field === 'currentStateTimestamp' && given > WALL_CLOCK ? 'a time' : null;
    }
    if (typeof given !== 'string' || given === '' || !MADE_UP.has(field)) return null;
    return symbols.nameOf(given) === undefined && !isOurs(given) ? 'an unknown id' : null;
  };

  const renderText = (text: string): string => {
    const symbol = symbols.nameOf(text);
    if (symbol !== undefined) return `$${symbol}`;
    const local = groupPrefix === '' ? text : text.replaceAll(groupPrefix, '');
    return local === '' || /[\s,:{}[\]'"]/.test(local) ? `'${local}'` : local;
  };

  return {
    value: (given) => value(given),
    body: (body) =>
      Object.entries(body)
        .filter(([name]) => name !== 'throttleTimeMs')
        .map(([name, item]) => `${name}: ${value(item, name)}`)
        .join(', '),
    gist: (given, field) =>
      Array.isArray(given) ? countEntries(given.length) : value(given, field, true),
    gistOfAnswer: (body) =>
      `answered ${errorsIn(body).map(errors.name).join(', ') || 'no error code'}`,
    outcome: (body) => errorsIn(body).map(errors.name).join(', ') || 'answered',
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

export function countEntries(length: number): string {
  return length === 1 ? '1 entry' : `${length} entries`;
}

/** Of the answer itself, then of its entries; successes of entries are no news. */
function errorsIn(body: MessageBody): number[] {
  const own = body['errorCode'];
  const entries = Object.values(body).flatMap((value): readonly MessageValue[] =>
    Array.isArray(value) ? value : [],
  );
  const codes = entries.flatMap((entry) => {
    const code = isMap(entry) ? entry['errorCode'] : undefined;
    return typeof code === 'number' ? [code] : [];
  });
  if (typeof own !== 'number') return codes;
  return [own, ...codes.filter((code) => code !== 0)];
}
