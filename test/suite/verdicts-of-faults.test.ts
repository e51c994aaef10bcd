import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Adapter,
  AdapterError,
  type Capability,
  ImplementationGoneError,
} from '../../src/adapter/adapter.js';
import type { ApiName } from '../../src/protocol/apis.js';
import { exitCodeOf } from '../../src/report/report.js';
import { type CaseName, smallKit } from '../fakes/small-kit.js';
import {
  announcing,
  answersTwice,
  answersWhatWasNeverAsked,
  changesField,
  closesConnections,
  dropsAnswersTo,
  type Fault,
  hangs,
  standsStill,
  throwsOn,
  withFault,
} from '../fakes/wrong-adapters.js';

const { reference, judge, resultOf } = smallKit();

afterEach(() => {
  vi.useRealTimers();
});

interface Row {
  readonly claim: string;
  readonly fault: Fault;
  readonly name: CaseName;
  /** How the reason ends. */
  readonly reason: string;
}

describe('It is an error of the adapter, and exit code 2, when it', () => {
  it.each<Row>([
    {
      claim: 'answers twice',
      fault: answersTwice('Heartbeat'),
      name: 'heartbeat',
      reason:
        'heartbeat.yaml:4: step 1: the adapter answered request 1, which has been answered before',
    },
    {
      claim: 'answers what was never asked',
      fault: answersWhatWasNeverAsked('JoinGroup'),
      name: 'sync',
      reason:
        "sync.yaml: opening 'completing': the adapter answered request 999, which was never sent",
    },
    {
      claim: 'cannot send',
      fault: throwsOn('send', new AdapterError('the cable is cut')),
      name: 'heartbeat',
      reason: 'heartbeat.yaml:4: step 1: the cable is cut',
    },
    {
      claim: 'throws what is no AdapterError',
      fault: throwsOn('settle', new TypeError('x is not a function')),
      name: 'heartbeat',
      reason: "step 1: the adapter's settle() threw TypeError: x is not a function",
    },
    {
      claim: 'never lets its virtual time go on',
      fault: standsStill,
      name: 'heartbeat',
      reason:
        "step 1: the adapter's settle() threw Error: time stands still at 0 ms: " +
        '100000 timers have fired, and {"kind":"cleanup"} is due again',
    },
    {
      claim: 'throws when its answers are taken',
      fault: throwsOn('takeAnswers', new RangeError('too far')),
      name: 'sync',
      reason: "opening 'completing': the adapter's takeAnswers() threw RangeError: too far",
    },
    {
      claim: 'cannot show the records it promised',
      fault: throwsOn('takeRecords', new AdapterError('no log')),
      name: 'sync',
      reason: "opening 'completing': no log",
    },
  ])('$claim', async ({ fault, name, reason }) => {
    const report = await judge(withFault(reference, fault), [name]);
    expect(report.results).toMatchObject([{ verdict: 'error', attempts: 1 }]);
    expect(report.results[0]?.reason?.slice(-reason.length)).toBe(reason);
    expect(exitCodeOf(report)).toBe(2);
  });

  it('cannot open a session', async () => {
    const open = () => Promise.reject(new AdapterError('no process could be started'));
    expect(await resultOf({ ...reference, open }, 'heartbeat')).toMatchObject({
      verdict: 'error',
      reason: 'no process could be started',
    });
  });

  it('opens sessions with another clock than it announced', async () => {
    expect(await resultOf(announcing(reference, { clock: 'real' }), 'heartbeat')).toMatchObject({
      verdict: 'error',
      reason: 'the adapter announced a real clock and opened a session with a virtual one',
    });
  });

  it('does not come back', async () => {
    vi.useFakeTimers();
    const judged = resultOf(withFault(reference, hangs), 'heartbeat');
    await vi.runAllTimersAsync();
    expect(await judged).toMatchObject({
      verdict: 'error',
      reason: 'the adapter has not come back for 60 s',
    });
  });

  it.each<[string, Partial<Adapter>, string]>([
    [
      'cannot describe the implementation',
      { describe: () => Promise.reject(new AdapterError('nobody is there')) },
      'nobody is there',
    ],
    [
      'throws what is no AdapterError while it describes',
      { describe: () => Promise.reject(new TypeError('oh')) },
      "the adapter's describe() threw TypeError: oh",
    ],
    [
      'is of another version of the contract',
      { contractVersion: 2 as 1 },
      'the adapter is written for version 2 of the contract; this kit needs version 1',
    ],
  ])('%s, and then nothing is run', async (_claim, changes, fault) => {
    const report = await judge({ ...reference, ...changes }, ['heartbeat']);
    expect(report).toMatchObject({ implementation: null, results: [], fault });
    expect(exitCodeOf(report)).toBe(2);
  });
});

it('A session that cannot be closed has said what it had to say', async () => {
  const adapter = withFault(reference, throwsOn('close', new Error('still busy')));
  expect(await resultOf(adapter, 'heartbeat')).toMatchObject({ verdict: 'pass' });
});

describe('A connection that is closed instead of an answer', () => {
  const CASES: readonly [CaseName, ApiName, string][] = [
    ['heartbeat', 'Heartbeat', "A's connection was closed instead of an answer to Heartbeat v4"],
    ['sync', 'JoinGroup', "A's connection was closed instead of an answer to JoinGroup v9"],
    ['session', 'SyncGroup', "A's connection was closed instead of an answer to SyncGroup v5"],
    ['sync', 'SyncGroup', "A's connection was closed instead of an answer to SyncGroup v5"],
  ];

  it.each(CASES)('once may be the network: %s at %s passes on a retry', async (name, api) => {
    const adapter = withFault(
      reference,
      closesConnections(api, (opened) => opened === 1),
    );
    expect(await resultOf(adapter, name)).toMatchObject({ verdict: 'pass', attempts: 2 });
  });

  it.each(CASES)('every time is a difference: %s at %s', async (name, api, summary) => {
    const result = await resultOf(withFault(reference, closesConnections(api)), name);
    expect(result).toMatchObject({
      verdict: 'fail',
      attempts: 3,
      failure: { kind: 'closed', differences: [] },
    });
    expect(result.failure?.summary).toBe(`${summary}: the other side closed it`);
  });

  it('twice is a difference where no other session can have had a hand in it', async () => {
    const adapter = withFault(reference, closesConnections('Heartbeat'), true);
    expect(await resultOf(adapter, 'heartbeat')).toMatchObject({ verdict: 'fail', attempts: 2 });
  });

  it('here and there, never twice at the same place, proves nothing', async () => {
    const fault: Fault = (session, opened) =>
      closesConnections(opened === 2 ? 'JoinGroup' : 'SyncGroup')(session, opened);
    expect(await resultOf(withFault(reference, fault), 'sync')).toMatchObject({
      verdict: 'inconclusive',
      attempts: 3,
    });
  });

  it('and could not be tried again proves nothing', async () => {
    const adapter = withFault(reference, closesConnections('Heartbeat'));
    expect(await resultOf(adapter, 'heartbeat', { maxAttempts: 1 })).toMatchObject({
      verdict: 'inconclusive',
      attempts: 1,
    });
  });

  it('before the implementation is gone is a crash, and a difference', async () => {
    const cutting = withFault(reference, closesConnections('Heartbeat'));
    let opened = 0;
    const open: Adapter['open'] = (options) =>
      ++opened === 1
        ? cutting.open(options)
        : Promise.reject(new ImplementationGoneError('nothing listens any more'));
    const result = await resultOf({ ...reference, open }, 'heartbeat');
    expect(result).toMatchObject({ verdict: 'fail', attempts: 2, failure: { kind: 'crashed' } });
    expect(result.failure?.summary).toMatch(
      /^A's connection was closed .*; since then: nothing listens any more$/,
    );
  });
});

describe('An implementation that is gone in the middle of a case and owes it no answer', () => {
  const gone = throwsOn('settle', new ImplementationGoneError('the process has ended'));

  it('each time that the case runs alone has been brought down by it', async () => {
    const result = await resultOf(withFault(reference, gone), 'heartbeat');
    expect(result).toMatchObject({ verdict: 'fail', attempts: 3, failure: { kind: 'crashed' } });
    expect(result.failure?.summary).toBe('the process has ended');
  });

  it('once proves nothing against it', async () => {
    const once: Fault = (session, opened) => (opened === 1 ? gone(session, opened) : session);
    expect(await resultOf(withFault(reference, once), 'heartbeat')).toMatchObject({
      verdict: 'pass',
      attempts: 2,
    });
  });

  it('and is not there any more afterwards has crashed', async () => {
    const crashing = withFault(reference, gone);
    let opened = 0;
    const open: Adapter['open'] = (options) =>
      ++opened === 1
        ? crashing.open(options)
        : Promise.reject(new ImplementationGoneError('nothing listens any more'));
    const result = await resultOf({ ...crashing, open }, 'heartbeat');
    expect(result).toMatchObject({ verdict: 'fail', attempts: 2 });
    expect(result.failure?.summary).toBe(
      'the process has ended; since then: nothing listens any more',
    );
  });

  it('may have been brought down by a case beside it, even by one that is over by now', async () => {
    const { results } = await judge(withFault(reference, gone), ['heartbeat', 'sync'], { jobs: 2 });
    expect(results).toMatchObject([
      { verdict: 'inconclusive', attempts: 1 },
      { verdict: 'inconclusive', attempts: 1 },
    ]);
    expect(results[0]?.reason).toMatch(/; run the case alone to see whether it is the cause$/);
  });
});

it('An implementation that is gone without a cut leaves the case without a verdict', async () => {
  const open = () => Promise.reject(new ImplementationGoneError('nothing listens any more'));
  const report = await judge({ ...reference, open }, ['heartbeat']);
  expect(report.results).toMatchObject([{ verdict: 'inconclusive' }]);
  expect(exitCodeOf(report)).toBe(2);
});

describe('What is missing is a skip that says so:', () => {
  const without = async (changes: {
    readonly capability?: Capability;
    readonly api?: ApiName;
    readonly version?: { readonly api: ApiName; readonly max: number };
  }) => {
    const right = await reference.describe();
    const apis = new Map(right.apis);
    if (changes.api !== undefined) apis.delete(changes.api);
    if (changes.version !== undefined) {
      apis.set(changes.version.api, { min: 0, max: changes.version.max });
    }
    const capabilities = new Set(right.capabilities);
    if (changes.capability !== undefined) capabilities.delete(changes.capability);
    return announcing(reference, { apis, capabilities });
  };

  it('a capability', async () => {
    const report = await judge(await without({ capability: 'records' }), ['heartbeat', 'sync']);
    expect(report.results).toMatchObject([
      { id: 'heartbeat', verdict: 'pass' },
      { id: 'sync', verdict: 'skip', reason: 'the adapter lacks a view of the records' },
    ]);
    expect(exitCodeOf(report)).toBe(0);
  });

  it('an API', async () => {
    const report = await judge(await without({ api: 'SyncGroup' }), ['heartbeat', 'sync']);
    expect(report.results).toMatchObject([
      { id: 'heartbeat', verdict: 'pass' },
      { id: 'sync', verdict: 'skip', reason: 'the implementation does not serve SyncGroup' },
    ]);
  });

  it('a version: only what is advertised is asked', async () => {
    const adapter = await without({ version: { api: 'Heartbeat', max: 2 } });
    const { results } = await judge(adapter, ['versions']);
    expect(results.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'versions@Heartbeat.v0 pass',
      'versions@Heartbeat.v1 pass',
      'versions@Heartbeat.v2 pass',
    ]);
  });

  it('everything, which is a fault: nothing is known then', async () => {
    const adapter = announcing(reference, { apis: new Map() });
    const report = await judge(adapter, ['first-join', 'heartbeat', 'sync']);
    expect(report.summary).toMatchObject({ skip: 3, pass: 0 });
    expect(report.fault).toBe('every case was skipped, so nothing is known');
    expect(exitCodeOf(report)).toBe(2);
  });
});

const EVERY_TRUE_CASE: readonly CaseName[] = [
  'first-join',
  'heartbeat',
  'id',
  'session',
  'sync',
  'versions',
];

it('Totals and rule families count every result exactly once', async () => {
  const adapter = withFault(reference, (session, opened) => {
    const wrong = changesField('Heartbeat', 'errorCode', 3)(session, opened);
    return opened % 2 === 0 ? wrong : dropsAnswersTo('SyncGroup')(session, opened);
  });
  const report = await judge(adapter, EVERY_TRUE_CASE, { jobs: 1 });
  const { summary, families, results } = report;
  expect(results).toHaveLength(10);
  expect(Object.values(summary).reduce((sum, count) => sum + count)).toBe(10);
  expect(families.map(({ family }) => family)).toEqual(['EXPIRE', 'EXTEND', 'HB', 'JOIN', 'SYNC']);
  for (const verdict of ['pass', 'fail', 'skip', 'inconclusive', 'error'] as const) {
    expect(families.reduce((sum, { counts }) => sum + counts[verdict], 0)).toBe(summary[verdict]);
    expect(results.filter((one) => one.verdict === verdict)).toHaveLength(summary[verdict]);
  }
  expect(summary.pass).toBeGreaterThan(0);
  expect(summary.fail).toBeGreaterThan(0);
});
