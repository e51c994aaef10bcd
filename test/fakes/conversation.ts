import { ERROR_CODES } from '../../src/adapter/child-process/protocol.js';

/** A request of the kit, or what passes for one, as a line. */
export function call(id: number, method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** What an adapter writes, as far as tests of its errors look at it. */
export interface RawMessage {
  readonly id?: number | null;
  readonly method?: string;
  readonly error?: { readonly code: number; readonly message: string };
}

const { notJson, notARequest, unknownMethod, badParams } = ERROR_CODES;

/** Lines that are mostly no call, and what every adapter answers: an id, and the code of an error. */
export const MOSTLY_NO_CALLS: readonly {
  readonly line: string;
  readonly answer: readonly [id: number | null, code: number | undefined];
}[] = [
  { line: 'garbage', answer: [null, notJson] },
  { line: '[]', answer: [null, notARequest] },
  { line: call(1, 'dance', {}), answer: [1, unknownMethod] },
  { line: call(2, 'initialize', { protocolVersion: 9 }), answer: [2, badParams] },
  { line: call(3, 'settle', { session: 7 }), answer: [3, badParams] },
  { line: call(4, 'open', { session: 1, configuration: {} }), answer: [4, undefined] },
  { line: call(5, 'open', { session: 1, configuration: {} }), answer: [5, badParams] },
  {
    line: call(6, 'send', { session: 1, requestId: 1, api: 'JoinGroup', version: 5, body: {} }),
    answer: [6, badParams],
  },
  { line: call(7, 'advance', { session: 1, ms: -1 }), answer: [7, badParams] },
  { line: JSON.stringify({ jsonrpc: '2.0', id: 8, params: {} }), answer: [8, notARequest] },
  { line: call(9, 'shutdown', {}), answer: [9, undefined] },
];
