import { afterEach, describe, expect, it, vi } from 'vitest';
import { AdapterError } from '../../src/adapter/adapter.js';
import { parseCommand } from '../../src/adapter/spawn/command.js';
import { describeEnd } from '../../src/adapter/spawn/ending.js';
import { readAddress } from '../../src/adapter/spawn/first-line.js';
import { type RunningProcess, startProcess } from '../../src/adapter/spawn/process.js';
import { isAlive, type ShellProgram, writeShellProgram } from '../fakes/shell-program.js';

const LIMITS = { obeysWithinMs: 100, diesWithinMs: 4_000 };
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(script: string): Promise<{ program: ShellProgram; process: RunningProcess }> {
  const program = await writeShellProgram(script);
  closers.push(program.remove);
  const process = await startProcess(parseCommand(program.command), LIMITS);
  closers.push(process.stop);
  return { program, process };
}

/** The processes that have not gone; a killed one takes a moment to go. */
function left(program: ShellProgram): number[] {
  return program.processes().filter(isAlive);
}

describe('the address of a process', () => {
  it('is the first line it prints; whatever follows does not stop it', async () => {
    // More than a pipe holds, so that the process waits for ever unless somebody reads.
    const { program, process } = await start(
      `echo 127.0.0.1:4711; yes | head -c 200000; yes | head -c 200000 >&2; echo done >"$NOTES"`,
    );
    expect(await readAddress(process, 4_000)).toEqual({ host: '127.0.0.1', port: 4711 });
    await process.ended;
    expect(program.notes()).toBe('done\n');
  });

  it('may come in pieces and end as on Windows', async () => {
    const { process } = await start(`printf '[::1'; printf ']:47'; printf '11\\r\\n'; cat`);
    expect(await readAddress(process, 4_000)).toEqual({ host: '::1', port: 4711 });
  });

  it.each([
    [
      'ends at once',
      `echo 'no such option' >&2; echo 'usage: broker' >&2; exit 3`,
      'the implementation ended with exit status 3 before it printed its address; its standard error ends with:\n  | no such option\n  | usage: broker',
    ],
    [
      'ends without a word',
      'exit 0',
      'the implementation ended by itself, with exit status 0 before it printed its address; it wrote nothing to its standard error',
    ],
    [
      'is killed at once',
      'kill -ABRT $$',
      'the implementation was killed by SIGABRT before it printed its address; it wrote nothing to its standard error',
    ],
    [
      'prints something else',
      `printf 'listening on \\033[1m:9092\\n'; cat`,
      "the first line that the implementation printed must be the address it listens on, HOST:PORT, but is 'listening on .[1m:9092'",
    ],
    [
      'prints no port',
      'echo localhost; cat',
      "the first line that the implementation printed must be the address it listens on, HOST:PORT, but is 'localhost'",
    ],
    [
      'prints nothing',
      'cat',
      'the implementation printed no address within 300 ms; the first line of its standard output must be the address it listens on, HOST:PORT, written out at once',
    ],
    [
      'prints without end',
      'yes | tr -d "\\n"',
      'the implementation wrote 1024 bytes to its standard output without a line end; its first line must be the address it listens on, HOST:PORT',
    ],
  ])('is missing when it %s', async (what, script, message) => {
    const { process } = await start(script);
    const timeoutMs = what === 'prints nothing' ? 300 : 4_000;
    await expect(readAddress(process, timeoutMs)).rejects.toThrow(new AdapterError(message));
  });
});

describe('a process that cannot be started', () => {
  it.each([
    ['no-such-program-at-all', 'there is no such program; is it installed and its path right?'],
    [
      '/etc/passwd',
      "it is not an executable file; does it need 'chmod +x', or an interpreter in front?",
    ],
  ])('%s says why', async (program, why) => {
    await expect(startProcess(parseCommand(program))).rejects.toThrow(
      new AdapterError(`cannot start '${program}': ${why}`),
    );
  });
});

describe('the end of a process', () => {
  it.each([
    ['exit 0', 'the implementation ended by itself, with exit status 0'],
    ['exit 7', 'the implementation ended with exit status 7'],
    ['exit 139', "the implementation ended with exit status 139, a shell's word for SIGSEGV"],
    ['kill -SEGV $$', 'the implementation was killed by SIGSEGV'],
    [
      `echo; echo 'assertion failed' >&2; echo >&2; kill -ABRT $$`,
      "the implementation was killed by SIGABRT; the last line of its standard error is 'assertion failed'",
    ],
  ])('%s is told', async (script, description) => {
    const { process } = await start(script);
    expect(describeEnd(await process.ended)).toBe(description);
  });

  it('is known although something it started still holds its output', async () => {
    const { program, process } = await start('sleep 1000 & echo $! >>"$PIDS"; exit 4');
    expect((await process.ended).status).toBe(4);
    expect(program.processes()).toHaveLength(2);
    await vi.waitFor(() => expect(left(program)).toEqual([]));
  });
});

describe('stopping a process', () => {
  it('closes its standard input first', async () => {
    const { program, process } = await start(
      `trap 'echo TERM >>"$NOTES"' TERM; echo x:1; cat; echo end >>"$NOTES"`,
    );
    await readAddress(process, 4_000);
    await process.stop();
    await process.stop();
    expect(program.notes()).toBe('end\n');
    expect((await process.ended).status).toBe(0);
  });

  it('then sends SIGTERM to it and to what it started', async () => {
    const { program, process } = await start(
      `(trap 'echo inner >>"$NOTES"; exit' TERM; echo x:1; while :; do sleep 0.01; done) & trap 'wait; echo outer >>"$NOTES"; exit 5' TERM; wait`,
    );
    await readAddress(process, 4_000);
    await process.stop();
    expect(program.notes()).toBe('inner\nouter\n');
    expect((await process.ended).status).toBe(5);
  });

  it('then kills both', async () => {
    const { program, process } = await start(
      `trap '' TERM; (while :; do sleep 1; done) & echo $! >>"$PIDS"; echo x:1; while :; do sleep 1; done`,
    );
    await readAddress(process, 4_000);
    expect(left(program)).toHaveLength(2);
    await process.stop();
    expect((await process.ended).signal).toBe('SIGKILL');
    expect(program.processes()).toHaveLength(2);
    await vi.waitFor(() => expect(left(program)).toEqual([]));
  });
});
