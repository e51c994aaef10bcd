import type { Writable } from 'node:stream';

/** Writes lines, many at once. */
export interface LineWriter {
  /** Queues a line, without its end; it leaves before the event loop waits again. */
  write(line: string): void;
  /** Undefined when there is room for more; otherwise resolves when there is, or never will be. */
  room(): Promise<void> | undefined;
  /** Nobody reads any more: whoever waits for room goes on. */
  abandon(): void;
}

/** So many characters may wait for a reader before writers have to. */
const MAX_WAITING = 1024 * 1024;

export function createLineWriter(output: Writable): LineWriter {
  let lines: string[] = [];
  let length = 0;
  let scheduled = false;
  let abandoned = false;
  let draining: { readonly done: Promise<void>; readonly end: () => void } | undefined;

  function flush(): void {
    scheduled = false;
    if (lines.length === 0) return;
    const text = lines.join('');
    lines = [];
    length = 0;
    if (!abandoned) output.write(text);
  }

  function drained(): Promise<void> {
    if (draining === undefined) {
      let end = () => {};
      const done = new Promise<void>((resolve) => {
        end = () => {
          output.removeListener('drain', end);
          output.removeListener('close', end);
          draining = undefined;
          resolve();
        };
      });
      output.once('drain', end);
      output.once('close', end);
      draining = { done, end };
    }
    return draining.done;
  }

  return {
    write(line) {
      lines.push(line, '\n');
      length += line.length + 1;
      if (scheduled) return;
      scheduled = true;
      setImmediate(flush);
    },
    room() {
      if (abandoned || length + output.writableLength <= MAX_WAITING) return undefined;
      flush();
      return output.writableLength > MAX_WAITING ? drained() : undefined;
    },
    abandon() {
      abandoned = true;
      draining?.end();
    },
  };
}
