import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildKafkaAdapter, missingTools } from '../../scripts/kafka/build.js';
import { RELEASES } from '../../scripts/kafka/releases.js';
import type { Adapter, Session } from '../../src/adapter/adapter.js';
import { createChildProcessAdapter } from '../../src/adapter/child-process/index.js';
import { parseCommand } from '../../src/adapter/spawn/command.js';
import { certify } from '../../src/certify.js';
import { loadKit } from '../../src/kit.js';
import { MOSTLY_NO_CALLS, type RawMessage } from '../fakes/conversation.js';
import { PATIENT } from '../fakes/patient.js';

const missing = await missingTools();
if (missing.length > 0) process.stdout.write(`SKIPPED Apache Kafka: ${missing.join('; ')}\n`);

const kit = loadKit();
const INITIAL_DELAY_MS = 3000;

describe.runIf(missing.length === 0).each(RELEASES)(
  'Apache Kafka $version in lock-step',
  ({ version, profile }) => {
    let command = '';
    let adapter: Adapter;

    beforeAll(async () => {
      command = await buildKafkaAdapter(version);
      adapter = createChildProcessAdapter({ command, ...PATIENT });
    });
    afterAll(() => adapter?.close());

    test('says which release it is', async () => {
      expect((await adapter.describe()).name).toBe(`Apache Kafka ${version}`);
    });

    test('conforms', async () => {
      const report = await certify(kit, adapter, { profile, exact: true });
      const others = report.results.filter(
        ({ verdict }) => verdict !== 'pass' && verdict !== 'skip',
      );
      expect(others).toEqual([]);
      expect(report.results.length).toBeGreaterThan(3_000);
      // What a case is skipped for is the profile, never a capability.
      const skipped = report.results.filter(({ verdict }) => verdict === 'skip');
      const reasons = skipped.map(({ reason = '' }) => reason);
      expect(reasons.filter((reason) => !/is (about|otherwise in) kafka-/.test(reason))).toEqual(
        [],
      );
      expect(skipped.length).toBeLessThan(report.results.length / 50);
    });

    test("differs under the other release's profile, by what has changed in between", async () => {
      const other = RELEASES.find((release) => release.version !== version);
      if (other === undefined) throw new Error('there is only one release');
      const cases = kit.cases.filter(({ id }) => id.startsWith('delete/'));
      const report = await certify(kit, adapter, { profile: other.profile, exact: true, cases });
      const failed = report.results.flatMap(({ failure }) => failure ?? []);
      expect(failed.length).toBeGreaterThan(0);
      expect(failed.filter(({ rules }) => !rules.includes('DEL-04'))).toEqual([]);
    });

    test('keeps sessions apart, however many are open', async () => {
      const sessions = await Promise.all(
        Array.from({ length: 64 }, () => adapter.open({ configuration: {} })),
      );
      await sessions[0]?.send(join(1));
      await Promise.all(sessions.map((session) => advance(session, INITIAL_DELAY_MS)));
      const answered = sessions.map((session) => session.takeAnswers().length);
      expect(answered).toEqual([1, ...Array.from({ length: 63 }, () => 0)]);
      await Promise.all(sessions.map((session) => session.close()));
    });

    test('keeps nothing of a session that was closed', async () => {
      // Each holds its log's buffer of some hundred kilobytes: so many have no room here.
      expect(command).toContain('-Xmx1g');
      const small = createChildProcessAdapter({
        command: command.replace('-Xmx1g', '-Xmx48m'),
        ...PATIENT,
      });
      try {
        for (let opened = 0; opened < 600; opened += 1) {
          const session = await small.open({ configuration: {} });
          await session.send(join(1));
          await session.close();
        }
      } finally {
        await small.close();
      }
    });

    test.each([
      ['a setting it does not have', { 'group.min.size': 1 }, /does not know group\.min\.size/],
      ['a value that Kafka refuses', { 'group.max.size': 0 }, /group\.max\.size/],
      [
        'more than one partition',
        { 'offsets.topic.num.partitions': 50 },
        /is always 1 here, not 50/,
      ],
    ])('refuses %s', async (_what, configuration, reason) => {
      await expect(adapter.open({ configuration })).rejects.toThrow(reason);
    });

    test('refuses an error that Kafka does not have', async () => {
      const session = await adapter.open({ configuration: {} });
      const failing = session.control({ kind: 'fail-next-append', error: 'NO_SUCH_ERROR' });
      await expect(failing).rejects.toThrow(/no error NO_SUCH_ERROR/);
      await session.close();
    });

    test.each<[string, (session: Session) => Promise<void>, RegExp]>([
      ['a load of a loaded partition', load, /hosted already/],
      ['the end of a load that was not begun', finishLoad, /not loading/],
    ])('refuses %s', async (_what, act, reason) => {
      const session = await adapter.open({ configuration: {} });
      await expect(act(session)).rejects.toThrow(reason);
      await session.close();
    });

    test('answers what is no call with an error, and goes on', async () => {
      const lines = MOSTLY_NO_CALLS.map(({ line }) => line);
      const { answers, exitStatus } = await converse(command, lines);
      expect(answers.map(({ id, error }) => [id, error?.code])).toEqual(
        MOSTLY_NO_CALLS.map(({ answer }) => answer),
      );
      expect(exitStatus).toBe(0);
    });

    test('ends with its input', async () => {
      expect((await converse(command, [])).exitStatus).toBe(0);
    });
  },
);

const CLIENT = { connection: 'c', clientId: 'c' };

function join(id: number) {
  const body = {
    groupId: 'g',
    sessionTimeoutMs: 10_000,
    rebalanceTimeoutMs: 10_000,
    memberId: '',
    groupInstanceId: 'i',
    protocolType: 'consumer',
    protocols: [{ name: 'p', metadata: new Uint8Array() }],
  };
  return { id, ...CLIENT, api: 'JoinGroup', version: 5, body } as const;
}

async function advance({ clock }: Session, ms: number): Promise<void> {
  if (clock.kind !== 'virtual') throw new Error('the clock is real');
  await clock.advance(ms);
}

function load(session: Session): Promise<void> {
  return session.control({ kind: 'start-load', records: null, configuration: {} });
}

function finishLoad(session: Session): Promise<void> {
  return session.control({ kind: 'finish-load' });
}

/** Sends all lines, then the end of the input. */
async function converse(command: string, lines: readonly string[]) {
  const { program, args } = parseCommand(command);
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.stdin.on('error', () => {}); // Told by the exit status.
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const answers: RawMessage[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    answers.push(JSON.parse(line) as RawMessage);
  }
  return { answers, exitStatus: await exited };
}
