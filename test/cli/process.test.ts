import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startByteServer } from '../fakes/byte-server.js';
import { caseFiles } from '../fakes/case-files.js';
import { listen, startScriptedBroker } from '../fakes/scripted-broker.js';
import { outcomeOf, spawned, start } from './command-line.js';

/** Starting takes a while on a busy machine. */
const PATIENCE = { timeout: 60_000 };

/** One case, for commands that are not about the built-in ones: reading those takes most of a run. */
const cases = caseFiles({
  'parked.yaml': `title: The first join of a new group stays parked
rules: [EXTEND-01]
steps:
  - A: join
    expect: parked
  - advance: initialRebalanceDelay
    releases: { A: { joined: { generation: 1, leader: A, members: [A] } } }
`,
});

/** A port on which nothing listens any more. */
async function unusedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('The command as it is started', PATIENCE, () => {
  it('writes the same bytes for the same run', async () => {
    const [one, other] = await Promise.all([
      spawned('run', 'join', 'static', '--reporter', 'json'),
      spawned('run', 'join', 'static', '--reporter', 'json'),
    ]);
    expect(one).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(one.stdout)).toMatchObject({ format: 'groupspec-report', fault: null });
    expect(other.stdout === one.stdout).toBe(true);
  });

  it('says in one sentence that nothing listens, to people and machines', async () => {
    const port = await unusedPort();
    const sentence = `nothing listens on 127.0.0.1:${port}; is the broker running?`;
    const adapter = `tcp:127.0.0.1:${port}`;
    const [pretty, json] = await Promise.all([
      spawned('certify', '--cases', cases, '--adapter', adapter),
      spawned('certify', '--cases', cases, '--adapter', adapter, '--reporter', 'json'),
    ]);
    expect(pretty).toEqual({ code: 2, stdout: `ERROR ${sentence}\n`, stderr: '' });
    expect(json).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(json.stdout)).toMatchObject({
      fault: sentence,
      implementation: null,
      results: [],
      interrupted: false,
    });
  });

  it('survives a reader that goes away', async () => {
    const children = [
      start('list', '--rules', '--json'),
      start('certify', '--cases', cases, '-r', 'json'),
    ];
    const outcomes = children.map((child) => {
      child.stdout?.destroy();
      return outcomeOf(child);
    });
    for (const outcome of await Promise.all(outcomes)) {
      expect(outcome).toMatchObject({ code: 0, stderr: '' });
    }
  });
});

describe('SIGINT', PATIENCE, () => {
  it('ends a run over the wire at once, with a report of what is known and exit code 2', async () => {
    // Parks every JoinGroup and SyncGroup for ever.
    const broker = await startScriptedBroker();
    const child = start('certify', '-a', `tcp:127.0.0.1:${broker.port}`, '--reporter', 'json');
    const outcome = outcomeOf(child);
    await broker.next('JoinGroup');
    child.kill('SIGINT');
    const { code, stdout, stderr } = await outcome;
    await broker.idle();
    await broker.close();
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ interrupted: true, implementation: { clock: 'real' } });
    // The first join had only just arrived: cases that wait for a join cannot have a verdict.
    expect(report.results.map(({ id }: { id: string }) => id)).not.toContainEqual(
      expect.stringMatching(/^extend\/first-join-waits/),
    );
  });

  it('does not wait for a port that accepts connections and says nothing', async () => {
    let greeted = () => {};
    const connected = new Promise<void>((resolve) => {
      greeted = resolve;
    });
    const server = await startByteServer(() => greeted());
    const child = start(
      'run',
      '--cases',
      cases,
      '-a',
      `tcp:127.0.0.1:${server.port}`,
      '-r',
      'json',
    );
    const outcome = outcomeOf(child);
    await connected;
    child.kill('SIGINT');
    const { code, stdout } = await outcome;
    await server.close();
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      implementation: null,
      fault: null,
      interrupted: true,
    });
  });

  it('says so to people too', async () => {
    const broker = await startScriptedBroker();
    const child = start('run', '--cases', cases, '-a', `tcp:127.0.0.1:${broker.port}`);
    const outcome = outcomeOf(child);
    await broker.next('JoinGroup');
    child.kill('SIGINT');
    const { code, stdout } = await outcome;
    await broker.close();
    expect(code).toBe(2);
    expect(stdout).toMatch(/\nERROR stopped before the end: 0 passed\n$/);
  });
});
