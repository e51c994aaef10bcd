import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Adapter,
  AdapterError,
  type Answer,
  type OutgoingRequest,
  type Session,
} from '../../src/adapter/adapter.js';
import {
  CommandError,
  createSpawnAdapter,
  type SpawnAdapterOptions,
} from '../../src/adapter/spawn/index.js';
import {
  type BrokerScript,
  listen,
  type Peer,
  type ScriptedBroker,
  startScriptedBroker,
} from '../fakes/scripted-broker.js';
import { isAlive, type ShellProgram, writeShellProgram } from '../fakes/shell-program.js';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Started {
  readonly broker: ScriptedBroker;
  readonly program: ShellProgram;
  readonly adapter: Adapter;
}

/** Processes that all lead to one broker in here, so that tests decide what each of them answers. */
async function start({
  script = 'echo 127.0.0.1:PORT; exec cat',
  handlers = {},
  ...options
}: Partial<SpawnAdapterOptions> & {
  script?: string;
  handlers?: BrokerScript['handlers'];
} = {}): Promise<Started> {
  const broker = await startScriptedBroker({ handlers });
  const program = await writeShellProgram(script.replaceAll('PORT', String(broker.port)));
  const adapter = createSpawnAdapter({
    command: program.command,
    wire: { quietMs: 1 },
    ...options,
  });
  closers.push(broker.close, program.remove, adapter.close);
  return { broker, program, adapter };
}

function open(adapter: Adapter): Promise<Session> {
  return adapter.open({ configuration: {} });
}

function join(id: number, connection = 'A'): OutgoingRequest {
  return { id, connection, clientId: null, api: 'JoinGroup', version: 9, body: { groupId: 'g' } };
}

async function answered(session: Session, count: number): Promise<Answer[]> {
  if (session.clock.kind !== 'real') throw new Error('processes have a real clock');
  const answers: Answer[] = [];
  await session.clock.waitUntil(Number.POSITIVE_INFINITY, () => {
    answers.push(...session.takeAnswers());
    return answers.length >= count;
  });
  return answers;
}

describe('a spawn adapter', () => {
  it('controls no log', async () => {
    const { adapter } = await start();
    const unloading = (await open(adapter)).control({ kind: 'unload' });
    await expect(unloading).rejects.toThrow(
      new AdapterError('the spawn adapter cannot unload the partition'),
    );
  });

  it('describes what the command starts, by its first process', async () => {
    const { adapter, program } = await start();
    const described = await adapter.describe();
    expect(described).toMatchObject({
      name: `spawn:${program.command}`,
      clock: 'real',
      configuration: {},
    });
    expect(described.apis.get('JoinGroup')).toEqual({ min: 0, max: 9 });
    expect(described.capabilities.size).toBe(0);
    await adapter.describe();
    expect(program.processes().filter(isAlive)).toEqual([]);
    expect(program.processes()).toHaveLength(1);
  });

  it('gives every session a process of its own and ends it with the session', async () => {
    const { adapter, broker, program } = await start();
    const [one, other] = [await open(adapter), await open(adapter)];
    const [, ofOne = 0, ofOther = 0] = program.processes();
    await one.send(join(1));
    (await broker.next('JoinGroup')).answer({ memberId: 'm' });
    expect(await answered(one, 1)).toMatchObject([{ kind: 'response', requestId: 1 }]);
    expect([ofOne, ofOther].map(isAlive)).toEqual([true, true]);
    await one.close();
    expect([ofOne, ofOther].map(isAlive)).toEqual([false, true]);
    await one.close();
    await other.close();
    await broker.idle();
    expect(program.processes().filter(isAlive)).toEqual([]);
  });

  it('asks what all processes say alike once, and each of them whether it serves', async () => {
    const { adapter, broker } = await start();
    await open(adapter);
    await open(adapter);
    const asked = (api: string) => broker.received.filter((request) => request.api === api).length;
    // Metadata is asked for the brokers and for the topic that has the records.
    expect(['Metadata', 'DescribeConfigs'].map(asked)).toEqual([2, 1]);
    expect(['FindCoordinator', 'ListGroups'].map(asked)).toEqual([3, 3]);
  });

  it('keeps no more processes than allowed; the next session waits for the end of one', async () => {
    const { adapter, program } = await start({ maxProcesses: 2 });
    const [one] = [await open(adapter), await open(adapter)];
    const third = open(adapter);
    await adapter.describe();
    expect(program.processes()).toHaveLength(3);
    await one?.close();
    await third;
    expect(program.processes().filter(isAlive)).toHaveLength(2);
  });

  it('frees the place of a process that did not come up', async () => {
    const { adapter, program } = await start({ script: 'exit 3', maxProcesses: 1, maxStarting: 1 });
    for (const _ of [1, 2, 3]) await expect(open(adapter)).rejects.toThrow('exit status 3');
    expect(program.processes()).toHaveLength(3);
  });

  it('ends all processes when it is closed, also those that have no session yet', async () => {
    const { adapter, broker, program } = await start({ maxProcesses: 2 });
    const [session] = [await open(adapter), await open(adapter)];
    const waiting = expect(open(adapter)).rejects.toThrow(AdapterError);
    await adapter.close();
    await waiting;
    await broker.idle();
    expect(program.processes().filter(isAlive)).toEqual([]);
    await expect(session?.send(join(1))).rejects.toThrow(AdapterError);
    await expect(open(adapter)).rejects.toThrow(
      new AdapterError('the spawn adapter is closed; it starts no more processes'),
    );
  });

  it('can be closed while a process is starting', async () => {
    const { adapter, program } = await start({ script: 'exec cat' });
    const describing = expect(adapter.describe()).rejects.toThrow(AdapterError);
    await adapter.close();
    await describing;
    expect(program.processes().filter(isAlive)).toEqual([]);
  });

  it('refuses what is no command', () => {
    expect(() => createSpawnAdapter({ command: "broker '" })).toThrow(CommandError);
  });
});

describe('a process that cannot be tested ends in one sentence', () => {
  it('when nothing listens where it says', async () => {
    const placeholder = createServer();
    const port = await listen(placeholder);
    await new Promise((resolve) => placeholder.close(resolve));
    const { adapter, program } = await start({ script: `echo 127.0.0.1:${port}; cat` });
    await expect(adapter.describe()).rejects.toThrow(
      new AdapterError(`nothing listens on 127.0.0.1:${port}; is the broker running?`),
    );
    expect(program.processes().filter(isAlive)).toEqual([]);
  });

  it('when it dies during the handshake', async () => {
    const { adapter, program } = await start({
      handlers: {
        ApiVersions({ peer }) {
          for (const pid of program.processes().filter(isAlive)) process.kill(pid, 'SIGABRT');
          peer.cut();
          return undefined;
        },
      },
    });
    await expect(adapter.describe()).rejects.toThrow(
      /^127\.0\.0\.1:\d+ did not answer ApiVersions: .*: the implementation was killed by SIGABRT$/,
    );
  });
});

describe('a process that dies during a session', () => {
  /** A session with one parked request, its peer at the broker and its process. */
  async function startParked(script?: string) {
    const { adapter, broker, program } = await start(script === undefined ? {} : { script });
    const session = await open(adapter);
    await session.send(join(1));
    const { peer } = await broker.next('JoinGroup');
    return { broker, session, peer, pid: program.processes().at(-1) ?? 0 };
  }

  it.each<[string, (peer: Peer, pid: number) => void]>([
    [
      'before its connections',
      (peer, pid) => {
        process.kill(pid, 'SIGSEGV');
        peer.cut();
      },
    ],
    [
      'after its connections',
      (peer, pid) => {
        peer.cut();
        void peer.closed.then(() => process.kill(pid, 'SIGSEGV'));
      },
    ],
  ])('%s is told in the answers that are missing', async (_when, die) => {
    const { session, peer, pid } = await startParked();
    die(peer, pid);
    await session.settle();
    expect(session.takeAnswers()).toMatchObject([
      {
        kind: 'connection-closed',
        requestId: 1,
        ended: true,
        reason: 'the other side closed the connection: the implementation was killed by SIGSEGV',
      },
    ]);
  });

  it('is quoted with its last words', async () => {
    const { session, peer, pid } = await startParked(
      `trap 'kill $!; echo "no protocol in common" >&2; exit 134' USR1; echo 127.0.0.1:PORT; sleep 1000 & wait`,
    );
    process.kill(pid, 'SIGUSR1');
    peer.cut();
    await session.settle();
    expect(session.takeAnswers()).toMatchObject([
      {
        kind: 'connection-closed',
        reason:
          "the other side closed the connection: the implementation ended with exit status 134, a shell's word for SIGABRT; the last line of its standard error is 'no protocol in common'",
      },
    ]);
  });

  it('answers whatever is sent to it from then on', async () => {
    const { broker, session, peer, pid } = await startParked();
    process.kill(pid, 'SIGSEGV');
    await broker.close();
    await peer.closed;
    await session.send(join(2));
    await session.send(join(3, 'B'));
    await session.settle();
    const answers = session.takeAnswers();
    expect(answers.map(({ requestId }) => requestId).sort()).toEqual([1, 2, 3]);
    for (const answer of answers) {
      expect(answer).toMatchObject({
        kind: 'connection-closed',
        reason: expect.stringMatching(/: the implementation was killed by SIGSEGV$/),
      });
    }
  });

  it('is told from one that only closes a connection', async () => {
    const { session, peer } = await startParked();
    peer.cut();
    await session.settle();
    expect(session.takeAnswers()).toEqual([
      {
        kind: 'connection-closed',
        requestId: 1,
        at: expect.any(Number),
        reason: 'the other side closed the connection',
      },
    ]);
  });
});
