import { constants } from 'node:os';

/** How a process ended. */
export interface ProcessEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Last lines of its standard error, oldest first. */
  readonly lastLines: readonly string[];
}

/**
 * In a sentence without its full stop, with the last words of the process.
 *
 * @param who ran in the process
 */
export function describeEnd(end: ProcessEnd, who = 'the implementation'): string {
  const last = end.lastLines.at(-1);
  const words = last === undefined ? '' : `; the last line of its standard error is '${last}'`;
  return `${howItEnded(end, who)}${words}`;
}

export function howItEnded({ status, signal }: ProcessEnd, who = 'the implementation'): string {
  if (signal !== null) return `${who} was killed by ${signal}`;
  if (status === 0) return `${who} ended by itself, with exit status 0`;
  const told = `${who} ended with exit status ${status}`;
  const reported = status === null ? undefined : signalOfShell(status);
  return reported === undefined ? told : `${told}, a shell's word for ${reported}`;
}

/** The end of its standard error, to follow a sentence about how it failed. */
export function lastWords({ lastLines }: ProcessEnd): string {
  if (lastLines.length === 0) return '; it wrote nothing to its standard error';
  return `; its standard error ends with:${lastLines.map((line) => `\n  | ${line}`).join('')}`;
}

/** A shell whose command was killed by signal n ends with status 128 + n. */
function signalOfShell(status: number): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number === status - 128)?.[0];
}

export interface LineKeeper {
  add(chunk: Buffer): void;
  /** The last lines that are not blank, oldest first. */
  lines(): string[];
}

const KEPT_CHARACTERS = 8_192;
const KEPT_LINES = 5;
const LINE_CHARACTERS = 300;

/** Keeps the end of a stream of text, however long the stream. */
export function createLineKeeper(): LineKeeper {
  let tail = '';
  return {
    add(chunk) {
      tail = (tail + chunk.toString('utf8')).slice(-KEPT_CHARACTERS);
    },
    lines() {
      return tail
        .split(/[\r\n]+/)
        .map(printable)
        .filter((line) => line !== '')
        .slice(-KEPT_LINES);
    },
  };
}

/** One line of foreign text, fit for a terminal. */
export function printable(line: string): string {
  const shown = line.trim().replace(/\p{Cc}/gu, '.');
  return shown.length > LINE_CHARACTERS ? `${shown.slice(0, LINE_CHARACTERS)}...` : shown;
}
