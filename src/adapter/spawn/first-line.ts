import { AdapterError } from '../adapter.js';
import { parseWireAddress, type WireAddress, WireAddressError } from '../wire/index.js';
import { howItEnded, lastWords, type ProcessEnd, printable } from './ending.js';
import type { RunningProcess } from './process.js';

/** Longer than any address; what has no line end by then is something else. */
const MAX_LINE_BYTES = 1_024;

type FirstLine =
  | { readonly kind: 'line' | 'flood'; readonly text: string }
  | { readonly kind: 'ended'; readonly end: ProcessEnd }
  | { readonly kind: 'late' };

/**
 * The address that a process prints as the first line of its standard output, `HOST:PORT`. What
 * follows is read and dropped, so that the process never has to wait for a reader.
 *
 * Rejects with AdapterError: a sentence on what it did instead.
 */
export async function readAddress(
  process: RunningProcess,
  timeoutMs: number,
): Promise<WireAddress> {
  const first = await firstLine(process, timeoutMs);
  switch (first.kind) {
    case 'line':
      return addressIn(first.text);
    case 'flood':
      throw new AdapterError(
        `the implementation wrote ${MAX_LINE_BYTES} bytes to its standard output without a line end; its first line must be the address it listens on, HOST:PORT`,
      );
    case 'ended':
      throw new AdapterError(
        `${howItEnded(first.end)} before it printed its address${lastWords(first.end)}`,
      );
    case 'late':
      throw new AdapterError(
        `the implementation printed no address within ${timeoutMs} ms; the first line of its standard output must be the address it listens on, HOST:PORT, written out at once`,
      );
  }
}

async function firstLine(process: RunningProcess, timeoutMs: number): Promise<FirstLine> {
  const { stdout } = process;
  let timer: NodeJS.Timeout | undefined;
  let text = '';
  let onData: (chunk: Buffer) => void = () => {};
  const written = new Promise<FirstLine>((resolve) => {
    onData = (chunk) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\n');
      if (end >= 0 && end <= MAX_LINE_BYTES) resolve({ kind: 'line', text: text.slice(0, end) });
      else if (text.length > MAX_LINE_BYTES) resolve({ kind: 'flood', text });
    };
    stdout.on('data', onData);
  });
  const ended = process.ended.then((end): FirstLine => ({ kind: 'ended', end }));
  const late = new Promise<FirstLine>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'late' }), timeoutMs);
  });
  try {
    return await Promise.race([written, ended, late]);
  } finally {
    clearTimeout(timer);
    stdout.removeListener('data', onData);
    stdout.resume();
  }
}

function addressIn(line: string): WireAddress {
  try {
    return parseWireAddress(`tcp:${line.trim()}`);
  } catch (error) {
    if (!(error instanceof WireAddressError)) throw error;
    throw new AdapterError(
      `the first line that the implementation printed must be the address it listens on, HOST:PORT, but is '${printable(line)}'`,
    );
  }
}
