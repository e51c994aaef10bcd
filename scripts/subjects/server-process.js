// @ts-check
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { waitUntil, within } from './waiting.js';

const KEPT_OUTPUT_CHARACTERS = 16_384;
const QUOTED_LINES_OF_A_FAILED_START = 40;
const QUOTED_LINES_OF_AN_END = 8;
const QUOTED_LINE_CHARACTERS = 400;
const STOP_WITHIN_MS = 15_000;

/*
 * A command runs in a process group of its own behind this shell line, with `cat` before it. `cat`
 * ends when the other end of its input is closed, which happens however this process dies, SIGKILL
 * included; then the whole group goes. While `cat` lives the command's standard input stays open.
 * When the command itself ends, its status is written to descriptor 3 and the group goes too.
 */
const GUARDED = '{ cat; kill -KILL 0; } | { "$@" 3>&-; echo $? >&3; kill -KILL 0; }';

/**
 * @typedef {object} GuardedProcess
 * @property {number} processGroup
 * @property {() => string} output the last 16 KiB of what it wrote to stdout and stderr
 * @property {Promise<number | undefined>} ended resolves when no process of the group is left: with
 *   the command's exit status, or undefined when the group was killed
 * @property {() => string | undefined} whyEnded its status and the last lines it wrote, when the
 *   command ended without stop()
 * @property {() => Promise<void>} stop kills the group, waits for its end, removes the data; may be
 *   called again
 */

/** @type {Set<{ processGroup: number, dataDirectory: string | undefined }>} */
const running = new Set();

// What ends this process in an orderly way (an uncaught error, process.exit) removes data as well.
process.on('exit', () => {
  for (const { processGroup, dataDirectory } of running) {
    killGroup(processGroup);
    removeDirectory(dataDirectory);
  }
});

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ dataDirectory?: string }} [options] `dataDirectory` is removed by stop()
 * @returns {GuardedProcess}
 */
export function startGuarded(command, args, { dataDirectory } = {}) {
  const child = spawn('/bin/sh', ['-c', GUARDED, 'sh', command, ...args], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const { pid } = child;
  child.on('error', () => {}); // Told by the absent pid.
  if (pid === undefined) throw new Error('/bin/sh could not be started');
  const pipes = /** @type {readonly unknown[]} */ (child.stdio);
  const [stdin, stdout, stderr, statusPipe] = /** @type {import('node:net').Socket[]} */ (pipes);

  let output = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-KEPT_OUTPUT_CHARACTERS);
    });
  }
  let status = '';
  statusPipe?.setEncoding('utf8').on('data', (text) => {
    status += text;
  });
  stdin?.on('error', () => {}); // A command that died is noticed by 'close'.

  // The command holds both output pipes, so 'close' means that nothing of the group is left.
  let gone = false;
  const ended = new Promise((resolve) => child.once('close', resolve)).then(() => {
    gone = true;
    return status === '' ? undefined : Number(status);
  });

  // A caller that forgets stop() must still be able to end, and thereby to end the command.
  child.unref();
  for (const stream of [stdin, stdout, stderr, statusPipe]) stream?.unref();

  const entry = { processGroup: pid, dataDirectory };
  running.add(entry);

  return {
    processGroup: pid,
    output: () => output,
    ended,
    whyEnded() {
      if (status === '') return undefined;
      return `exit status ${status.trim()}\n${quote(output, QUOTED_LINES_OF_AN_END)}`;
    },
    async stop() {
      if (!gone) {
        killGroup(pid);
        await within(ended, { what: `${command} stops`, withinMs: STOP_WITHIN_MS });
      }
      running.delete(entry);
      removeDirectory(dataDirectory);
    },
  };
}

/**
 * Waits for a server to be ready. On failure the error ends with what the server wrote, and the
 * server is stopped.
 * @param {GuardedProcess} server
 * @param {() => boolean | Promise<boolean>} check
 * @param {{ what: string, withinMs: number, everyMs?: number }} limits
 */
export async function waitUntilReady(server, check, limits) {
  const ended = server.ended.then((status) => {
    throw new Error(`${limits.what}: the process ended with exit status ${status ?? 'unknown'}`);
  });
  try {
    await Promise.race([waitUntil(check, limits), ended]);
  } catch (error) {
    const written = quote(server.output(), QUOTED_LINES_OF_A_FAILED_START);
    await server.stop();
    throw new Error(`${error instanceof Error ? error.message : error}\n${written}`);
  }
}

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ what: string, withinMs: number }} limits
 * @returns {Promise<string>} the end of what it wrote to stdout and stderr
 */
export async function run(command, args, { what, withinMs }) {
  const running = startGuarded(command, args);
  try {
    const status = await within(running.ended, { what, withinMs });
    if (status !== 0) throw new Error(`${what}: ${command} ended with exit status ${status}`);
    return running.output();
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : error}\n${quote(running.output(), QUOTED_LINES_OF_A_FAILED_START)}`,
    );
  } finally {
    await running.stop();
  }
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<string | undefined>} what it wrote; undefined when it cannot be run
 */
export async function outputOf(command, args) {
  try {
    return await run(command, args, { what: `${command} answers`, withinMs: 30_000 });
  } catch {
    return undefined;
  }
}

/**
 * Its last lines, without the frames of Java's stack traces: the causes between them tell more.
 * @param {string} output
 * @param {number} count
 */
function quote(output, count) {
  const lines = output
    .trimEnd()
    .split('\n')
    .filter((line) => !/^\s+(at |\.\.\. \d+ more)/.test(line));
  if (lines.join('') === '') return '  (it wrote nothing)';
  return lines
    .slice(-count)
    .map((line) => `  | ${line.slice(0, QUOTED_LINE_CHARACTERS)}`)
    .join('\n');
}

/** @param {number} processGroup */
function killGroup(processGroup) {
  try {
    process.kill(-processGroup, 'SIGKILL');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'ESRCH') throw error; // ESRCH: nothing of it is left.
  }
}

/** @param {string | undefined} directory */
function removeDirectory(directory) {
  if (directory !== undefined) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}
