import type { Configuration, Implementation, Session } from '../adapter.js';
import type { Command } from '../spawn/command.js';
import { startProcess } from '../spawn/process.js';
import { type ChannelEnd, openChannel } from './channel.js';
import { shakeHands } from './handshake.js';
import { createSession, type SessionEnds } from './session.js';

/** A process that has introduced itself, and its sessions. */
export interface Host {
  readonly implementation: Implementation;
  /** Rejects with AdapterError. */
  open(configuration: Configuration, onClosed?: () => Promise<void>): Promise<Session>;
  /** Set once nothing comes through any more. */
  end(): ChannelEnd | undefined;
  /** Tells the process to end, and sees to it. May be called again. */
  close(): Promise<void>;
}

export interface HostOptions {
  readonly command: Command;
  readonly startTimeoutMs: number;
  readonly callTimeoutMs: number;
  /** Told as soon as there is something that must be ended, with the way to end it. */
  readonly onStarted: (end: () => Promise<void>) => void;
  /** Once, with the number of sessions that were open. */
  readonly onEnd: (end: ChannelEnd, sessions: number) => void;
}

const NOTHING = async () => {};

/** Rejects with AdapterError; no process is left then. */
export async function startHost(options: HostOptions): Promise<Host> {
  const process = await startProcess(options.command);
  const sessions = new Map<number, SessionEnds>();
  let lastSession = 0;
  let closing: Promise<void> | undefined;

  const channel = openChannel({
    ...options,
    process,
    onAnswer(params) {
      const session = sessions.get(params.session);
      if (session !== undefined) return session.answered(params);
      // What was under way when a session was closed says nothing any more.
      if (params.session <= lastSession) return undefined;
      return `sent an answer in session ${params.session}, which was never opened`;
    },
    onEnd(end) {
      if (closing === undefined) options.onEnd(end, sessions.size);
      for (const session of sessions.values()) session.ended(end);
    },
  });

  function close(): Promise<void> {
    closing ??= (async () => {
      channel.post('shutdown', {}, () => {});
      await channel.flushed();
      await process.stop();
    })();
    return closing;
  }

  options.onStarted(close);
  let implementation: Implementation;
  try {
    implementation = await shakeHands(channel, process);
  } catch (error) {
    await process.kill();
    throw error;
  }

  return {
    implementation,
    async open(configuration, onClosed = NOTHING) {
      lastSession += 1;
      const id = lastSession;
      const created = createSession({
        id,
        channel,
        clock: implementation.clock,
        capabilities: implementation.capabilities,
        async onClosed() {
          sessions.delete(id);
          await onClosed();
        },
      });
      sessions.set(id, created);
      try {
        await channel.call('open', { session: id, configuration });
        return created.session;
      } catch (error) {
        await created.session.close().catch(() => {});
        throw error;
      }
    },
    end: channel.end,
    close,
  };
}
