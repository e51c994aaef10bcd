import { isUtf8 } from 'node:buffer';

export interface LineHandlers {
  /** A line without its end. */
  onLine(line: string): void;
  /** It goes on beyond the limit, or is not text; nothing is read after that. */
  onUnreadable(reason: string): void;
}

const LINE_FEED = 10;

/** Cuts a stream of bytes into lines, and holds no more of it than one line may be long. */
export function createLineReader(
  maxBytes: number,
  handlers: LineHandlers,
): (chunk: Buffer) => void {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  let over = false;

  function giveUp(reason: string): void {
    over = true;
    begun = [];
    handlers.onUnreadable(reason);
  }

  return (chunk) => {
    if (over) return;
    const end = chunk.lastIndexOf(LINE_FEED);
    const firstEnd = end < 0 ? chunk.length : chunk.indexOf(LINE_FEED);
    if (begunBytes + firstEnd > maxBytes) return giveUp(`a line of more than ${maxBytes} bytes`);
    if (end < 0) {
      begun.push(chunk);
      begunBytes += chunk.length;
      return;
    }
    begun.push(chunk.subarray(0, end));
    const [only] = begun;
    const whole = begun.length === 1 && only !== undefined ? only : Buffer.concat(begun);
    begun = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    begunBytes = chunk.length - end - 1;
    if (!isUtf8(whole)) return giveUp('bytes that are not UTF-8');
    for (const line of whole.toString('utf8').split('\n')) {
      handlers.onLine(line);
    }
  };
}
