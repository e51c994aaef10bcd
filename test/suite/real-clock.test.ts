import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/report/report.js';
import { realTimeReference, type SimulatedTime } from '../fakes/simulated-time.js';
import { smallKit } from '../fakes/small-kit.js';
import {
  announcing,
  answersJoinsApart,
  changesRecords,
  closesConnections,
  crashesOn,
  dropsAnswersTo,
  dropsAnswersToKnownMembers,
  settlesSlowly,
  showsRecordsLate,
  withFault,
} from '../fakes/wrong-adapters.js';

const { kit, judge, resultOf } = smallKit();
const DELAY = 'group.initial.rebalance.delay.ms';

const adapterIn = (time: SimulatedTime = {}) => realTimeReference(kit.defaults, time);

describe('On a real clock', () => {
  it('an implementation that is on time passes at once', async () => {
    const report = await judge(adapterIn(), ['first-join', 'heartbeat', 'session']);
    expect(report.results).toMatchObject([
      { id: 'first-join', verdict: 'pass', attempts: 1 },
      { id: 'heartbeat', verdict: 'pass', attempts: 1 },
      { id: 'session', verdict: 'pass', attempts: 1 },
    ]);
    expect(exitCodeOf(report)).toBe(0);
  });

  it('the schedule leaves both sides of a deadline room', async () => {
    const { durationMs } = await resultOf(adapterIn(), 'first-join');
    const delay = kit.defaults[DELAY] ?? 0;
    expect(durationMs).toBeGreaterThanOrEqual(delay);
    expect(durationMs).toBeLessThan(delay + 1000);
  });

  it('timers may be late by what a busy broker needs', async () => {
    const really = { [DELAY]: 3_100 };
    expect(await resultOf(adapterIn({ really }), 'first-join')).toMatchObject({ verdict: 'pass' });
  });

  it('a timer that fires much too late, each time, is a difference', async () => {
    const result = await resultOf(adapterIn({ really: { [DELAY]: 4_200 } }), 'first-join');
    expect(result).toMatchObject({ verdict: 'fail', attempts: 3, failure: { line: 7 } });
    expect(result.failure?.summary).toMatch(/^an answer came \d+ ms after it was due$/);
  });

  it('a timer that fires early is a difference', async () => {
    const really = { [DELAY]: 2_500 };
    expect(await resultOf(adapterIn({ really }), 'first-join')).toMatchObject({
      verdict: 'fail',
      attempts: 2,
      failure: { line: 6, differences: [{ path: 'A: JoinGroup' }] },
    });
  });

  it('what an implementation shared by all does once only, proves nothing', async () => {
    const first = dropsAnswersTo('Heartbeat');
    const adapter = withFault(adapterIn(), (session, opened) =>
      opened === 1 ? first(session, opened) : session,
    );
    const result = await resultOf(adapter, 'session');
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 2 });
    expect(result.reason).toMatch(/^it differed once and then did not: .*no answer/);
  });

  it('what it did once among many it may do right when there is less to do', async () => {
    const adapter = withFault(adapterIn(), (session, opened) =>
      opened === 1 ? dropsAnswersTo('Heartbeat')(session, opened) : session,
    );
    const { results } = await judge(adapter, ['session', 'parked'], { jobs: 1 });
    expect(results).toMatchObject([
      { id: 'parked', verdict: 'pass', attempts: 1 },
      { id: 'session', verdict: 'pass', attempts: 3 },
    ]);
  });

  it('what goes wrong at the same place every time is a difference, though never alike', async () => {
    const unanswered = dropsAnswersTo('Heartbeat');
    const adapter = withFault(adapterIn(), (session, opened) =>
      (opened === 1 ? unanswered : closesConnections('Heartbeat'))(session, opened),
    );
    expect(await resultOf(adapter, 'session')).toMatchObject({
      verdict: 'fail',
      attempts: 3,
      failure: { kind: 'closed', line: 5 },
    });
  });

  it('what differs at one step and then at another is told by the step at which it repeats', async () => {
    const adapter = withFault(adapterIn(), (session, opened) =>
      dropsAnswersTo(opened === 2 ? 'JoinGroup' : 'Heartbeat')(session, opened),
    );
    expect(await resultOf(adapter, 'session')).toMatchObject({
      verdict: 'fail',
      attempts: 3,
      failure: { line: 5, differences: [{ path: 'A: Heartbeat', actual: 'no answer' }] },
    });
  });

  it('a timer that never fires is a difference, not a matter of time', async () => {
    const adapter = withFault(adapterIn(), dropsAnswersToKnownMembers);
    expect(await resultOf(adapter, 'first-join')).toMatchObject({
      verdict: 'fail',
      attempts: 2,
      failure: { line: 7, differences: [{ path: 'A: JoinGroup', actual: 'no answer' }] },
    });
  });

  it('an answer that never comes is one too, even when other deadlines pass while it is waited for', async () => {
    const adapter = withFault(adapterIn(), dropsAnswersTo('Heartbeat'));
    expect(await resultOf(adapter, 'session', { answerTimeout: 60_000 })).toMatchObject({
      verdict: 'fail',
      attempts: 2,
      failure: { line: 5, differences: [{ path: 'A: Heartbeat', actual: 'no answer' }] },
    });
  });

  it.each([true, false])(
    'a machine that jumps past a deadline proves nothing, whether it knows of it (%s) or not',
    async (admitsPauses) => {
      const adapter = adapterIn({ pauseAfter: () => 20_000, admitsPauses });
      const report = await judge(adapter, ['first-join']);
      expect(report.results).toMatchObject([{ verdict: 'inconclusive', attempts: 3 }]);
      expect(report.results[0]?.reason).toMatch(
        /first-join\.yaml:\d: step \d: the step proves nothing: .*\(delays of this process: up to \d+ ms\)$/,
      );
      expect(exitCodeOf(report)).toBe(2);
    },
  );

  it('a machine that is late once passes on the next attempt', async () => {
    const adapter = adapterIn({ pauseAfter: (opened) => (opened === 1 ? 20_000 : 0) });
    expect(await resultOf(adapter, 'first-join')).toMatchObject({ verdict: 'pass', attempts: 2 });
  });

  it('lateness clears nobody: the next attempt still finds the difference', async () => {
    const pauseAfter = (opened: number) => (opened === 1 ? 20_000 : 0);
    const adapter = adapterIn({ pauseAfter, really: { [DELAY]: 2_000 } });
    expect(await resultOf(adapter, 'first-join')).toMatchObject({ verdict: 'fail', attempts: 3 });
  });

  it('attempts after a late one keep further from deadlines', async () => {
    // 450 ms too slow for checkpoints 300 ms before a deadline, not for those 600 ms before it.
    const adapter = adapterIn({ pauseAfter: (_opened, wait) => (wait === 1 ? 450 : 0) });
    expect(await resultOf(adapter, 'first-join')).toMatchObject({ verdict: 'pass', attempts: 2 });
  });

  it('an answer that a step took too long to be spared proves nothing', async () => {
    const adapter = withFault(adapterIn(), settlesSlowly(1_600));
    const { verdict, reason } = await resultOf(adapter, 'first-join');
    expect(verdict).toBe('inconclusive');
    expect(reason).toMatch(/first-join\.yaml:4: step 1: .*too close to a deadline/);
  });

  it("lateness clears no crash either, where the implementation is the case's own", async () => {
    const pauseAfter = (opened: number) => (opened === 1 ? 20_000 : 0);
    const crashing = crashesOn('JoinGroup', (opened) => opened > 1);
    const own = withFault(adapterIn({ pauseAfter }), crashing, true);
    expect(await resultOf(own, 'first-join')).toMatchObject({
      verdict: 'fail',
      attempts: 2,
      failure: { kind: 'crashed' },
    });
    const shared = withFault(adapterIn({ pauseAfter }), crashing);
    expect(await resultOf(shared, 'first-join')).toMatchObject({ verdict: 'inconclusive' });
  });

  it('members may hear of their generation one after the other', async () => {
    const adapter = withFault(adapterIn(), answersJoinsApart(300));
    expect(await resultOf(adapter, 'sync-order')).toMatchObject({ verdict: 'pass' });
  });

  it('a case that takes longer than allowed is skipped, with the option that allows it', async () => {
    const report = await judge(adapterIn(), ['first-join', 'heartbeat'], { longestCase: 1_000 });
    expect(report.results).toMatchObject([
      {
        verdict: 'skip',
        reason: 'it takes 3 s of real time, more than the 1 s allowed (--longest-case)',
      },
      { verdict: 'pass' },
    ]);
  });

  it('where first joins are not held, the cases that need it are skipped, and no others', async () => {
    const adapter = realTimeReference({ ...kit.defaults, [DELAY]: 0 });
    const report = await judge(adapter, ['parked', 'heartbeat', 'untrue']);
    expect(report.results).toMatchObject([
      { id: 'heartbeat', verdict: 'pass' },
      {
        id: 'parked',
        verdict: 'skip',
        reason:
          'it needs first joins that are held for a while; group.initial.rebalance.delay.ms is 0 here',
      },
      { id: 'untrue', verdict: 'error' },
    ]);
  });

  it('a case that does not hold on the reference judges nobody', async () => {
    expect(await resultOf(adapterIn(), 'untrue')).toMatchObject({
      verdict: 'error',
      reason: expect.stringMatching(
        /^the case does not hold on the reference: A: errorCode: expected NONE, got UNKNOWN_MEMBER_ID$/,
      ),
    });
  });
});

describe('Records on a real clock', () => {
  const withRecords = announcing(adapterIn(), { capabilities: new Set(['records']) });
  const resultOfSync = (fault: Parameters<typeof withFault>[1]) =>
    resultOf(withFault(withRecords, fault), 'sync');

  it('are seen at once', async () => {
    const result = await resultOf(withRecords, 'sync');
    expect(result).toMatchObject({ verdict: 'pass', attempts: 1 });
  });

  it('may be there a moment later', async () => {
    const result = await resultOfSync(showsRecordsLate(450));
    expect(result).toMatchObject({ verdict: 'pass', attempts: 1 });
  });

  it('that come much too late, each time, are a difference', async () => {
    const result = await resultOfSync(showsRecordsLate(1_800));
    expect(result).toMatchObject({ verdict: 'fail', attempts: 3, failure: { line: 11 } });
    expect(result.failure?.summary).toMatch(/^a record came \d+ ms after it was due$/);
  });

  it('that never come are a difference, and so are those that should not be there', async () => {
    const none = await resultOfSync(changesRecords(() => []));
    expect(none).toMatchObject({ verdict: 'fail', attempts: 2, failure: { line: 11 } });
    expect(none.failure?.summary).toBe('records: expected 1 written since the last look, got 0');
    const twice = await resultOfSync(changesRecords((records) => [...records, ...records]));
    expect(twice).toMatchObject({ verdict: 'fail', attempts: 2, failure: { line: 11 } });
  });

  it('are skipped where they cannot be read, with the reason', async () => {
    const lacking = new Map([['records', 'nobody may read them'] as const]);
    expect(await resultOf(announcing(adapterIn(), { lacking }), 'sync')).toMatchObject({
      verdict: 'skip',
      reason: 'the adapter lacks a view of the records (nobody may read them)',
    });
  });

  it('take nothing from an adapter in cases that do not look at them', async () => {
    const asked: (boolean | undefined)[] = [];
    const adapter = {
      ...withRecords,
      open(options: Parameters<typeof withRecords.open>[0]) {
        asked.push(options.records);
        return withRecords.open(options);
      },
    };
    await judge(adapter, ['heartbeat']);
    await judge(adapter, ['sync']);
    expect(asked).toEqual([false, true]);
  });
});
