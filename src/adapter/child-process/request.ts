import { AdapterError } from '../adapter.js';
import { misshapen } from './checked.js';
import { JsonBodyError } from './json-misfit.js';
import { ERROR_CODES, type Method } from './protocol.js';

/** A request that gets an error: why, as the protocol has it. */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: keyof typeof ERROR_CODES, message: string) {
    super(message);
    this.code = ERROR_CODES[code];
  }
}

/** What the kit asks, in the shape that its method has. */
export interface Request {
  readonly id: number;
  readonly method: Method;
  readonly params: { readonly session?: number };
}

/** Throws Refusal. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Refusal('notJson', 'the line is not JSON');
  }
}

/** Whatever else is wrong with a request, the answer says whose it is. */
export function idOf(message: unknown): number | null {
  const id =
    typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined;
  return Number.isSafeInteger(id) ? (id as number) : null;
}

/** Throws Refusal. */
export function requestOf(message: unknown): Request {
  const wrong = misshapen('request', message);
  if (wrong !== undefined) {
    const unknown = wrong.startsWith("'method'");
    throw new Refusal(unknown ? 'unknownMethod' : 'notARequest', `the request ${wrong}`);
  }
  const request = message as Request;
  const unfit = misshapen(`params/${request.method}`, request.params);
  if (unfit !== undefined) throw new Refusal('badParams', `params of ${request.method} ${unfit}`);
  return request;
}

/** Reads what the schema leaves to the messages. Throws Refusal where it misfits. */
export function fitting<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof JsonBodyError || error instanceof AdapterError)
      throw new Refusal('badParams', error.message);
    throw error;
  }
}
