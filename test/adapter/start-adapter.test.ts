import { afterEach, describe, expect, it } from 'vitest';
import { AdapterError } from '../../src/adapter/adapter.js';
import { CommandError, createStartAdapter } from '../../src/adapter/spawn/index.js';
import { startScriptedBroker } from '../fakes/scripted-broker.js';
import { isAlive, writeShellProgram } from '../fakes/shell-program.js';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(script = 'echo 127.0.0.1:PORT; exec cat') {
  const broker = await startScriptedBroker({ handlers: {} });
  const program = await writeShellProgram(script.replaceAll('PORT', String(broker.port)));
  const adapter = createStartAdapter({ command: program.command, wire: { quietMs: 1 } });
  closers.push(broker.close, program.remove, adapter.close);
  return { program, adapter };
}

describe('a start adapter', () => {
  it('starts one process for all sessions, at the first need of it', async () => {
    const { program, adapter } = await start();
    expect(program.processes()).toEqual([]);
    expect(await adapter.describe()).toMatchObject({
      name: `start:${program.command}`,
      clock: 'real',
      isolated: false,
    });
    const sessions = await Promise.all([1, 2, 3].map(() => adapter.open({ configuration: {} })));
    expect(program.processes()).toHaveLength(1);
    for (const session of sessions) await session.close();
    expect(program.processes().every(isAlive)).toBe(true);
  });

  it('ends the process with itself, and may be closed again', async () => {
    const { program, adapter } = await start();
    await adapter.describe();
    await adapter.close();
    await adapter.close();
    expect(program.processes().map(isAlive)).toEqual([false]);
    await expect(adapter.open({ configuration: {} })).rejects.toThrow(AdapterError);
    expect(program.processes()).toHaveLength(1);
  });

  it('ends a process that has not come up yet', async () => {
    const { program, adapter } = await start('exec cat');
    const described = adapter.describe();
    described.catch(() => {});
    await expect.poll(() => program.processes()).toHaveLength(1);
    await adapter.close();
    await expect(described).rejects.toThrow(AdapterError);
    expect(program.processes().map(isAlive)).toEqual([false]);
  });

  it('that was never used starts nothing when it is closed', async () => {
    const { program, adapter } = await start();
    await adapter.close();
    await expect(adapter.describe()).rejects.toThrow(AdapterError);
    expect(program.processes()).toEqual([]);
  });

  it('says how a process ended that did not come up', async () => {
    const { adapter } = await start('echo no room >&2; exit 7');
    await expect(adapter.describe()).rejects.toThrow(
      /^the implementation ended with exit status 7 before it printed its address/,
    );
  });

  it('refuses a command that cannot be one', () => {
    expect(() => createStartAdapter({ command: 'a | b' })).toThrow(CommandError);
  });
});
