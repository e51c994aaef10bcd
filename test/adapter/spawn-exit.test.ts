import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { start } from '../cli/command-line.js';
import { caseFiles } from '../fakes/case-files.js';
import { startScriptedBroker } from '../fakes/scripted-broker.js';
import { isAlive, writeShellProgram } from '../fakes/shell-program.js';

const CASES = caseFiles({
  'heartbeat/unknown-group.yaml': `title: A heartbeat for a missing group is refused
rules: [HB-00]
steps:
  - A: Heartbeat
    with: { memberId: nobody, generationId: 1 }
    expect: UNKNOWN_MEMBER_ID
`,
});

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** groupspec in the middle of a case, on processes that go on as `script` says. */
async function startMidCase(script: string) {
  const broker = await startScriptedBroker({ handlers: { Heartbeat: () => undefined } });
  const program = await writeShellProgram(`echo 127.0.0.1:${broker.port}; ${script}`);
  closers.push(broker.close, program.remove);
  const groupspec = start('certify', '--cases', CASES, '--adapter', `spawn:${program.command}`);
  const exited = once(groupspec, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  closers.push(async () => {
    groupspec.kill('SIGKILL');
    await exited;
    for (const pid of program.processes().filter(isAlive)) process.kill(pid, 'SIGKILL');
  });
  await broker.next('Heartbeat');
  expect(program.processes().filter(isAlive).length).toBeGreaterThan(0);
  return { groupspec, exited, leftOver: () => program.processes().filter(isAlive) };
}

describe('no process outlives groupspec', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'when %s ends it in the middle of a case',
    async (signal) => {
      const { groupspec, exited, leftOver } = await startMidCase('exec cat');
      groupspec.kill(signal);
      await exited;
      await vi.waitFor(() => expect(leftOver()).toEqual([]), 4_000);
    },
  );

  it('when they do not want to end and nobody handles the signal', async () => {
    // The first process only serves the handshake, which is not what this is about.
    const { groupspec, exited, leftOver } = await startMidCase(
      `[ $(wc -l <"$PIDS") -gt 1 ] || exec cat; trap '' HUP INT TERM; while :; do sleep 1; done`,
    );
    groupspec.kill('SIGHUP');
    expect(await exited).toEqual([null, 'SIGHUP']);
    await vi.waitFor(() => expect(leftOver()).toEqual([]), 4_000);
  });
});
