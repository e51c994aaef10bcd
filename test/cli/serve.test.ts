import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { createSpawnAdapter } from '../../src/adapter/spawn/index.js';
import { errorCode } from '../../src/spec/errors.js';
import { connectKafkaClient } from '../fakes/kafka-client.js';
import { listen } from '../fakes/scripted-broker.js';
import { call, type Outcome, outcomeOf, spawned, start } from './command-line.js';

/** Starting takes a while on a busy machine. */
const PATIENCE = { timeout: 60_000 };

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Running {
  readonly child: ChildProcess;
  readonly outcome: Promise<Outcome>;
  /** Lines of its standard output, as they come. */
  nextLine(): Promise<string>;
}

function serving(child: ChildProcess): Running {
  children.push(child);
  const { stdout } = child;
  if (stdout === null) throw new Error('its standard output is a pipe');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    child,
    outcome: outcomeOf(child),
    nextLine: async () => String((await lines.next()).value),
  };
}

const portOf = (address: string) => Number(/^127\.0\.0\.1:(\d+)$/.exec(address)?.[1]);

describe('groupspec serve', PATIENCE, () => {
  it('prints its address first, serves, and ends with Ctrl-C', async () => {
    const { child, outcome, nextLine } = serving(
      start('serve', '--port', '0', '--topic', 'orders:12', '--verbose'),
    );
    const port = portOf(await nextLine());
    const client = await connectKafkaClient(port, 'me');
    expect(await client.ask('Metadata', 1, { topics: null })).toMatchObject({
      topics: [{ name: 'orders' }],
    });
    client.send('JoinGroup', 0, {
      groupId: 'g',
      sessionTimeoutMs: 10_000,
      protocolType: 'consumer',
      protocols: [{ name: 'range', metadata: new Uint8Array() }],
    });
    child.kill('SIGINT');
    const { code, stderr } = await outcome;
    await client.closed;
    expect(code).toBe(0);
    expect(stderr).toContain(`groups are served at 127.0.0.1:${port}\n`);
    expect(stderr).toMatch(/^127\.0\.0\.1:\d+ me: Metadata v1 -> NONE after \d+ ms$/m);
  });

  it('ends when its standard input does, if that is a pipe', async () => {
    const args = ['bin/groupspec', 'serve', '--port', '0'];
    const { child, outcome, nextLine } = serving(spawn(process.execPath, args));
    const client = await connectKafkaClient(portOf(await nextLine()));
    child.stdin?.end();
    expect(await outcome).toMatchObject({ code: 0 });
    await client.closed;
  });

  it('is an implementation that the kit can start by itself', async () => {
    const adapter = createSpawnAdapter({
      command: `'${process.execPath}' bin/groupspec serve --port 0 --config group.max.size=7`,
    });
    const { apis, configuration } = await adapter.describe();
    await adapter.close();
    expect(apis.get('JoinGroup')).toEqual({ min: 0, max: 9 });
    expect(configuration).toMatchObject({ 'group.max.size': 7 });
  });

  it('serves a mutant, and other ones on request', async () => {
    const { nextLine } = serving(
      start(
        'serve',
        ...['--port', '0', '--control-port', '0'],
        ...['--mutant', 'heartbeat_to_a_missing_group_is_group_id_not_found'],
      ),
    );
    const client = await connectKafkaClient(portOf(await nextLine()));
    const control = /^control (\S+)$/.exec(await nextLine())?.[1];
    const beat = async () =>
      (await client.ask('Heartbeat', 0, { groupId: 'g', generationId: 1, memberId: 'm' }))[
        'errorCode'
      ];
    const mutate = (name: string | null) =>
      fetch(`http://${control}/mutant`, { method: 'POST', body: JSON.stringify({ name }) });
    expect(await beat()).toBe(errorCode('GROUP_ID_NOT_FOUND'));
    expect((await mutate(null)).status).toBe(200);
    expect(await beat()).toBe(errorCode('UNKNOWN_MEMBER_ID'));
    const refused = await mutate('heartbeat_to_a_missing_group');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      error: expect.stringMatching(/^there is no mutant '.*'; did you mean /),
    });
  });

  it('says in a sentence that its port is taken', async () => {
    const server = createServer();
    const port = await listen(server);
    const outcome = await spawned('serve', '--port', String(port));
    await new Promise((resolve) => server.close(resolve));
    const sentence = `127.0.0.1:${port} is in use already; take another port, or 0 for any that is free`;
    expect(outcome).toEqual({ code: 2, stdout: '', stderr: `groupspec: ${sentence}\n` });
  });

  it('says so of the port of its control API, and leaves nothing open', async () => {
    const server = createServer();
    const port = await listen(server);
    const outcome = await spawned('serve', '--port', '0', '--control-port', String(port));
    await new Promise((resolve) => server.close(resolve));
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toMatch(/^groupspec: 127\.0\.0\.1:\d+ is in use already;[^\n]*\n$/);
  });

  it.each([
    [['--port', 'x'], /a port from 0 to 65535 is needed/],
    [['--port', '65536'], /a port from 0 to 65535 is needed/],
    [['--topic', 'a b'], /NAME or NAME:PARTITIONS is needed/],
    [['--topic', 'a:0'], /a topic has at least 1 partition/],
    [['--topic', 'a:1', '--topic', 'a:2'], /the topic a is given twice/],
    [['--auto-create', '-1'], /a whole number from 0 to 1000 is needed/],
    [['--config', 'group.max.size=0'], /Kafka takes 1 to/],
    [['--mutant', 'no_such'], /there is no mutant 'no_such'; did you mean/],
    [['--host', 'no.such.host.invalid', '--port', '0'], /is unknown; is it spelt right/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await call('serve', ...args);
    expect(stderr).toMatch(message);
    expect(code).toBe(args[0] === '--host' ? 2 : 3);
  });
});
