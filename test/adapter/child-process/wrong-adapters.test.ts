import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Adapter } from '../../../src/adapter/adapter.js';
import {
  type ChildProcessAdapterOptions,
  createChildProcessAdapter,
} from '../../../src/adapter/child-process/index.js';
import { certify } from '../../../src/certify.js';
import { loadKit } from '../../../src/kit.js';
import { exitCodeOf, type Report } from '../../../src/report/report.js';
import { caseFiles } from '../../fakes/case-files.js';
import { PATIENT } from '../../fakes/patient.js';
import { isAlive } from '../../fakes/shell-program.js';

const stepOf = (member: string) => `  - A: Heartbeat
    with: { memberId: ${member} }
    expect: UNKNOWN_MEMBER_ID
`;
const heartbeatOf = (member: string) => `rules: [HB-00]\nsteps:\n${stepOf(member)}`;

const kit = loadKit(
  caseFiles({
    'nobody.yaml': `title: A heartbeat of nobody is refused\n${heartbeatOf('nobody')}`,
    'poison.yaml': `title: A heartbeat of poison is refused\n${heartbeatOf('poison')}`,
    'poison-first.yaml': `title: A heartbeat of poison is refused before version 1
versions: { Heartbeat: '0' }
${heartbeatOf('poison')}`,
    'time.yaml': `title: Time changes nothing for nobody
${heartbeatOf('nobody')}  - advance: ε\n${stepOf('nobody')}`,
    'records.yaml': `title: A heartbeat of nobody writes no records
${heartbeatOf('nobody')}  - records: []
`,
  }),
);

type CaseName = 'nobody' | 'poison' | 'poison-first' | 'time' | 'records';

interface Wrong {
  readonly adapter: Adapter;
  judge(...names: readonly CaseName[]): Promise<Report>;
  /** Every process so far. */
  processes(): number[];
  /** Most processes that were starting at once. */
  mostStarting(): number;
}

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function start(fault: string, options: Partial<ChildProcessAdapterOptions> = {}): Wrong {
  const pids = join(caseFiles({ pids: '' }), 'pids');
  const script = 'echo 1 >> "$2.starting"; exec "$0" test/fakes/wrong-adapter.js "$1" "$2"';
  const command = `sh -c '${script}' '${process.execPath}' ${fault} '${pids}'`;
  const adapter = createChildProcessAdapter({ command, ...PATIENT, ...options });
  closers.push(adapter.close);
  return {
    adapter,
    judge: (...names) =>
      certify(kit, adapter, {
        cases: kit.cases.filter(({ id }) => (names as readonly string[]).includes(id)),
      }),
    processes: () => readFileSync(pids, 'utf8').split('\n').filter(Boolean).map(Number),
    mostStarting() {
      let [now, most] = [0, 0];
      for (const line of readFileSync(`${pids}.starting`, 'utf8').trim().split('\n')) {
        now += Number(line);
        most = Math.max(most, now);
      }
      return most;
    },
  };
}

/** What came of it, once the adapter is closed and every process has ended. */
async function verdictOf({ adapter, judge, processes }: Wrong, name: CaseName) {
  const report = await judge(name);
  await adapter.close();
  // A killed process takes a moment to go.
  await vi.waitFor(() => expect(processes().filter(isAlive)).toEqual([]), 10_000);
  const [result] = report.results;
  const differences = result?.failure?.differences ?? [];
  return {
    exit: exitCodeOf(report),
    verdict: result?.verdict,
    reason:
      report.fault ??
      result?.reason ??
      [result?.failure?.summary, ...differences.map(({ actual }) => actual)].join(' | '),
  };
}

it('The adapter whose faults these are is right without them', async () => {
  const wrong = start('none');
  const report = await wrong.judge('nobody', 'poison', 'poison-first', 'time', 'records');
  expect(report.summary).toMatchObject({ pass: 5 });
  expect(report.implementation).toMatchObject({
    name: 'nobody 1.0',
    clock: 'virtual',
    capabilities: ['records', 'virtual-clock'],
    configuration: { 'group.max.size': 5 },
  });
  expect(wrong.processes()).toHaveLength(1);
});

describe('An adapter that cannot introduce itself ends the run with one sentence and exit code 2:', () => {
  it.each<[string, string | RegExp]>([
    [
      'ends-at-once',
      'the adapter ended with exit status 3 before it answered initialize; its standard error ends with:\n  | no coordinator found\n  | set COORDINATOR_HOME',
    ],
    ['prints-a-banner', "the adapter wrote a line that is not JSON: 'Welcome to nobody 1.0!'"],
    [
      'speaks-version-2',
      'the adapter speaks version 2 of the adapter protocol; this kit speaks version 1',
    ],
    ['refuses-version-1', 'the adapter refused initialize: I speak version 7 only. (code -32602)'],
    [
      'invents-a-capability',
      /^the adapter answered initialize with a result that 'capabilities\.1' is "teleport"; allowed: virtual-clock, records, /,
    ],
    [
      'has-versions-upside-down',
      'the adapter advertises Heartbeat from version 4 to version 0, which is none',
    ],
    [
      'invents-an-api',
      "the adapter advertises 'Hartbeat', which is no API of this kit; did you mean 'Heartbeat'?",
    ],
    ['has-versions-of-the-future', 'the adapter advertises Heartbeat 90-99; this kit knows 0-4'],
    ['has-two-clocks', 'the adapter announces a real clock with the capability virtual-clock'],
    [
      'introduces-itself-twice-over',
      "the adapter answered initialize with a result that has an unknown field 'nickname'; did you mean 'name'?",
    ],
    [
      'introduces-itself-not',
      "the adapter answered initialize with a result that lacks the field 'protocolVersion'",
    ],
  ])('one that %s', async (fault, sentence) => {
    const { exit, reason } = await verdictOf(start(fault), 'nobody');
    expect({ exit, reason }).toEqual({
      exit: 2,
      reason: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    });
  });

  it('one that never answers', async () => {
    const { exit, reason } = await verdictOf(
      start('never-answers', { startTimeoutMs: 100 }),
      'nobody',
    );
    expect({ exit, reason }).toEqual({
      exit: 2,
      reason: 'the adapter did not answer initialize within 100 ms',
    });
  });

  it('one that is no program', async () => {
    const adapter = createChildProcessAdapter({ command: './no-such-adapter' });
    await expect(adapter.describe()).rejects.toThrow(
      "cannot start './no-such-adapter': there is no such program",
    );
  });
});

it('Versions that the kit does not know are left alone', async () => {
  const wrong = start('has-a-later-version-too');
  expect((await wrong.adapter.describe()).apis.get('Heartbeat')).toEqual({ min: 0, max: 4 });
  expect(await verdictOf(wrong, 'nobody')).toMatchObject({ exit: 0, verdict: 'pass' });
});

describe('A fault of the adapter is an error of the case and exit code 2, when it', () => {
  it.each<[string, CaseName, RegExp]>([
    ['exits-in-open', 'nobody', /^the adapter ended with exit status 7/],
    [
      'prints-garbage',
      'poison',
      /the adapter wrote a line that is not JSON: 'heartbeat of poison\.'$/,
    ],
    [
      'prints-no-text',
      'poison',
      /the adapter wrote bytes that are not UTF-8 to its standard output$/,
    ],
    ['prints-a-batch', 'poison', /the adapter wrote a line that is no message: it must be object/],
    ['calls-back', 'poison', /the adapter sent an answer that has an unknown field 'id'/],
    ['cannot-read', 'poison', /the adapter could not read a request: no JSON$/],
    ['answers-a-call-twice', 'poison', /the adapter answered call \d+ a second time$/],
    [
      'answers-a-call-never-made',
      'poison',
      /the adapter answered call 4711, which was never made$/,
    ],
    [
      'answers-neither-way',
      'poison',
      /the adapter answered send with neither a result nor an error$/,
    ],
    [
      'answers-with-more',
      'poison',
      /the adapter answered send with a result that must NOT have more than 0 properties/,
    ],
    [
      'answers-a-request-twice',
      'poison',
      /the adapter answered request 1, which has been answered before$/,
    ],
    [
      'answers-a-request-never-sent',
      'poison',
      /the adapter answered request 4711, which was never sent$/,
    ],
    [
      'answers-in-another-session',
      'poison',
      /the adapter sent an answer in session 4711, which was never opened$/,
    ],
    [
      'answers-two-ways',
      'poison',
      /the adapter answered request 1 with 2 of body, undecodable and closed instead of one$/,
    ],
    [
      'floods-one-line',
      'poison',
      /the adapter wrote a line of more than 16777216 bytes to its standard output$/,
    ],
    ['refuses-to-send', 'poison', /the adapter refused send: the log is on fire \(code 1\)$/],
    ['closes-its-output', 'poison', /the adapter closed its standard output and lives on$/],
    [
      'answers-behind-settling',
      'nobody',
      /the adapter answered request 1 after it had said that nothing more happens$/,
    ],
    [
      'loses-time',
      'time',
      /the adapter was to move time from 0 by \d+ ms and says that it is 4711$/,
    ],
    [
      'writes-no-records',
      'records',
      /a record is not of its kind: GroupMetadataKey v2: lacks the field 'group'$/,
    ],
  ])('%s', async (fault, name, sentence) => {
    expect(await verdictOf(start(fault), name)).toEqual({
      exit: 2,
      verdict: 'error',
      reason: expect.stringMatching(sentence),
    });
  });

  it('floods-lines', async () => {
    // Once more is wrong; that it never ends does not keep anybody from saying so.
    expect(await verdictOf(start('floods-lines', { callTimeoutMs: 200 }), 'nobody')).toEqual({
      exit: 2,
      verdict: 'error',
      reason: expect.stringMatching(/answered request 1, which has been answered before$| 200 ms$/),
    });
  });

  it.each<[string, CaseName]>([
    ['hangs-in-settle', 'nobody'],
    ['hangs-for-good', 'poison'],
    ['forgets-to-take', 'poison'],
  ])('%s', async (fault, name) => {
    const wrong = start(fault, { callTimeoutMs: 200 });
    const { exit, verdict, reason } = await verdictOf(wrong, name);
    expect({ exit, verdict }).toEqual({ exit: 2, verdict: 'error' });
    // A machine that is busy with other things may take as long for the calls before.
    expect(reason).toMatch(/the adapter did not answer (open|send|settle) within 200 ms$/);
  });
});

describe('A difference of the implementation is a failure and exit code 1, when it', () => {
  it.each<[string, CaseName, string | RegExp]>([
    [
      'exits',
      'poison',
      /the adapter ended with exit status 7; the last line of its standard error is 'out of members'/,
    ],
    ['exits-quietly', 'poison', /the adapter ended by itself, with exit status 0/],
    ['aborts', 'poison', /the adapter was killed by SIGABRT/],
    ['exits-in-settle', 'nobody', /the adapter ended with exit status 7/],
    ['answers-after-settling', 'nobody', /\| no answer$/],
    [
      'answers-in-another-version',
      'poison',
      /\| undecodable: HeartbeatResponse v4: lacks the field 'throttleTimeMs'$/,
    ],
    [
      'answers-in-another-version',
      'poison-first',
      /\| undecodable: HeartbeatResponse v0: there is a field 'throttleTimeMs' in versions 1-4 only$/,
    ],
    [
      'answers-with-text',
      'poison',
      /\| undecodable: HeartbeatResponse v4: errorCode: needs an integer from -32768 to 32767, not the string "UNKNOWN_MEMBER_ID"$/,
    ],
    [
      'answers-with-null',
      'poison',
      /\| undecodable: HeartbeatResponse v4: needs an object, not null$/,
    ],
    ['answers-unreadably', 'poison', /\| undecodable: the frame ends too early$/],
    ['closes-connections', 'poison', /A's connection was closed .*: reset by peer/],
  ])('%s: %s', async (fault, name, sentence) => {
    expect(await verdictOf(start(fault), name)).toEqual({
      exit: 1,
      verdict: 'fail',
      reason: expect.stringMatching(sentence),
    });
  });
});

describe('A process that dies', () => {
  it('is blamed on the case that kills it, and on no other', async () => {
    const wrong = start('exits');
    const { results } = await wrong.judge('nobody', 'poison', 'time', 'records');
    expect(results.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'nobody pass',
      'poison fail',
      'records pass',
      'time pass',
    ]);
  });

  it('once proves nothing against it', async () => {
    const wrong = start('exits-once');
    expect(await wrong.judge('poison')).toMatchObject({
      results: [{ verdict: 'pass', attempts: 2 }],
    });
    expect(wrong.processes()).toHaveLength(2);
  });

  it('has few successors starting at once, however many sessions met it', async () => {
    const { adapter, processes, mostStarting } = start('exits-and-counts', { maxStarting: 2 });
    const openAll = () =>
      Promise.all(Array.from({ length: 8 }, () => adapter.open({ configuration: {} })));
    const [session] = await openAll();
    await session?.send({
      ...{ id: 1, connection: 'A', clientId: 'c', api: 'Heartbeat', version: 4 },
      body: { groupId: 'g', memberId: 'poison' },
    });
    await session?.settle();
    await openAll();
    expect(processes()).toHaveLength(9);
    expect(mostStarting()).toBe(2);
  });
});

it('No more than three processes are started of an adapter that goes wrong', async () => {
  const wrong = start('prints-garbage');
  for (let tries = 0; tries < 3; tries++) await wrong.judge('poison');
  expect((await wrong.judge('poison')).fault).toMatch(
    /; it is not started again after 3 processes that went wrong$/,
  );
  expect(wrong.processes()).toHaveLength(3);
});

describe('No process is left', () => {
  it.each(['will-not-end', 'leaves-a-process'])('of an adapter that %s', async (fault) => {
    expect(await verdictOf(start(fault), 'nobody')).toMatchObject({ exit: 0, verdict: 'pass' });
  });
});
