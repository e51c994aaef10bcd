import { PassThrough } from 'node:stream';
import type { Session } from '../../src/adapter/adapter.js';
import { type Channel, openChannel } from '../../src/adapter/child-process/channel.js';
import { createSession, type SessionEnds } from '../../src/adapter/child-process/session.js';
import type { ProcessEnd } from '../../src/adapter/spawn/ending.js';
import type { RunningProcess } from '../../src/adapter/spawn/process.js';
import { PATIENT } from './patient.js';

/** A request of the kit, as the adapter reads it. */
export interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The far end of a channel: a test says what it writes, and sees what it was asked. */
export interface ScriptedAdapter {
  readonly channel: Channel;
  readonly asked: Asked[];
  /** Resolves with everything asked so far, once so many requests have come. */
  until(count: number): Promise<readonly Asked[]>;
  say(...messages: readonly object[]): void;
  result(asked: Asked | undefined, result?: object): void;
  open(options?: { clock?: 'virtual' | 'real'; capabilities?: readonly 'records'[] }): Session;
  die(end: ProcessEnd): void;
  /** Ends the process, if nothing has, and closes the sessions. */
  close(): Promise<void>;
}

export function scriptedAdapter(): ScriptedAdapter {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  let die: (end: ProcessEnd) => void = () => {};
  const ended = new Promise<ProcessEnd>((resolve) => {
    die = resolve;
  });
  const stop = async () => die({ status: 0, signal: null, lastLines: [] });
  const process: RunningProcess = {
    stdin,
    stdout,
    ended,
    endWithin: () => ended,
    stop,
    kill: stop,
  };
  const sessions = new Map<number, SessionEnds>();
  const asked: Asked[] = [];
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let text = '';
  stdin.on('data', (chunk) => {
    text += String(chunk);
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    asked.push(...lines.map((line): Asked => JSON.parse(line)));
    for (const { count, resolve } of waiting) if (asked.length >= count) resolve();
    waiting = waiting.filter(({ count }) => asked.length < count);
  });

  const channel = openChannel({
    process,
    ...PATIENT,
    onAnswer: (params) => sessions.get(params.session)?.answered(params),
    onEnd(end) {
      for (const session of sessions.values()) session.ended(end);
    },
  });

  const say: ScriptedAdapter['say'] = (...messages) => {
    const lines = messages.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
    stdout.write(lines.map((line) => `${line}\n`).join(''));
  };

  return {
    channel,
    asked,
    async until(count) {
      if (asked.length < count) {
        await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      }
      return asked;
    },
    say,
    result: (request, result = {}) => say({ id: request?.id, result }),
    open({ clock = 'virtual', capabilities = [] } = {}) {
      const id = sessions.size + 1;
      const created = createSession({
        id,
        channel,
        clock,
        capabilities: new Set(capabilities),
        onClosed: async () => {},
      });
      sessions.set(id, created);
      return created.session;
    },
    die,
    async close() {
      await stop();
      // The channel hears of it before this comes back.
      await ended;
      await Promise.all([...sessions.values()].map(({ session }) => session.close()));
    },
  };
}
