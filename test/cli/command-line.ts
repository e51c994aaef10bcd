import { type ChildProcess, spawn } from 'node:child_process';
import { vi } from 'vitest';
import { main } from '../../src/cli/main.js';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line within this process. */
export async function call(...argv: readonly string[]): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text, ...others) => {
      written[name] += String(text);
      for (const done of others) if (typeof done === 'function') done();
      return true;
    }),
  );
  try {
    return { code: await main(argv), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Starts the built command as its users do. */
export function start(...argv: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['bin/groupspec', ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined },
  });
}

/** What a started command writes until it ends. */
export function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...written }));
  });
}

export const spawned = (...argv: readonly string[]): Promise<Outcome> => outcomeOf(start(...argv));
