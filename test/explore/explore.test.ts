import { describe, expect, it } from 'vitest';
import { type Adapter, type Answer, ImplementationGoneError } from '../../src/adapter/adapter.js';
import { emptiness } from '../../src/explore/explore.js';
import { ALL_PAIRS } from '../../src/explore/pairs.js';
import { encodeToken } from '../../src/explore/token.js';
import { loadKitSpec } from '../../src/kit.js';
import { errorCode } from '../../src/spec/errors.js';
import {
  announcing,
  answersParkedJoinsAtOnce,
  changesAnswersTo,
  changesField,
  dropsAnswersTo,
  withFault,
} from '../fakes/wrong-adapters.js';
import { exploring, otherReference } from './exploring.js';

describe('Exploring the reference', () => {
  it('finds no divergence from itself, though each side makes up ids of its own', async () => {
    const exploration = await exploring(otherReference(), { runs: 300 });
    expect(exploration.failures).toEqual([]);
    expect(exploration).toMatchObject({ runs: 300, steps: 12_000, interrupted: false });
  });

  it('reaches every cell of the state × request matrix', async () => {
    const { coverage } = await exploring(otherReference(), { runs: 400 });
    expect(ALL_PAIRS.filter((pair) => !coverage.pairs.has(pair))).toEqual([]);
  });

  it('does the same from the same seed, and something else from another', async () => {
    const reached = async (seed: number) => {
      const { coverage, accepted } = await exploring(otherReference(), { runs: 70, seed });
      return { accepted, pairs: [...coverage.pairs], paths: [...coverage.paths] };
    };
    const first = await reached(1);
    expect(await reached(1)).toEqual(first);
    expect(await reached(2)).not.toEqual(first);
  });

  it('leads deep: most moves are accepted, and groups live through many generations', async () => {
    const { requests, accepted, coverage } = await exploring(otherReference(), { runs: 200 });
    expect(accepted / requests).toBeGreaterThan(0.5);
    expect(coverage.pairs.get('heartbeat in Stable')).toBeGreaterThan(100);
    expect(coverage.pairs.get('rejoin-of-leader in Stable')).toBeGreaterThan(50);
  });
});

describe('Exploring a wrong implementation', () => {
  it('ends in the shortest sequence that shows it, with a token', async () => {
    const wrong = withFault(otherReference(), changesField('Heartbeat', 'errorCode', 25), true);
    const { failures } = await exploring(wrong);
    const [failure] = failures;
    expect(failure?.divergence).toMatchObject({ kind: 'answer', request: { api: 'Heartbeat' } });
    expect(failure?.sequence.moves.length).toBeLessThanOrEqual(5);
    expect(failure?.foundAfter).toBeGreaterThanOrEqual(failure?.steps.length ?? 0);
    expect(failure?.token).toBe(encodeToken(failure?.sequence ?? never()));
  });

  it('notices an answer that does not come', async () => {
    const { failures } = await exploring(
      withFault(otherReference(), dropsAnswersTo('LeaveGroup'), true),
    );
    expect(failures).toMatchObject([
      { divergence: { kind: 'unanswered', request: { api: 'LeaveGroup' } } },
    ]);
  });

  it('notices an answer that comes too early', async () => {
    const early = withFault(otherReference(), answersParkedJoinsAtOnce, true);
    const { failures } = await exploring(early, { maxFailures: 5 });
    expect(failures.map(({ divergence }) => divergence.kind)).toContain('not-parked');
  });

  it('notices that two members share an id', async () => {
    const shares = changesAnswersTo('JoinGroup', (body) =>
      body['errorCode'] === errorCode('MEMBER_ID_REQUIRED') ? { ...body, memberId: 'same' } : body,
    );
    const { failures } = await exploring(withFault(otherReference(), shares, true));
    expect(failures).toMatchObject([
      { divergence: { kind: 'answer', request: { api: 'JoinGroup' } } },
    ]);
    expect(failures[0]?.sequence.moves.length).toBeLessThanOrEqual(3);
  });

  it('notices records that are missing', async () => {
    const forgets = withFault(
      otherReference(),
      (session) => ({ ...session, takeRecords: async () => [] }),
      true,
    );
    const { failures } = await exploring(forgets);
    expect(failures).toMatchObject([{ divergence: { kind: 'records' } }]);
  });

  it('blames an implementation in this process for what it throws', async () => {
    const throws = withFault(
      otherReference(),
      (session) => ({
        ...session,
        send: (request) =>
          request.api === 'LeaveGroup'
            ? Promise.reject(new RangeError('index out of range'))
            : session.send(request),
      }),
      true,
    );
    const { failures } = await exploring(throws);
    expect(failures).toMatchObject([
      {
        divergence: {
          kind: 'crash',
          of: 'implementation',
          reason: 'RangeError: index out of range',
        },
      },
    ]);
  });

  it('finds the same counterexample twice from one seed', async () => {
    const find = async () => {
      const wrong = withFault(otherReference(), changesField('SyncGroup', 'errorCode', 27), true);
      return (await exploring(wrong)).failures.map(({ token, originalToken }) => ({
        token,
        originalToken,
      }));
    };
    expect(await find()).toEqual(await find());
  });

  it('lets a rule excuse a difference that it leaves to implementations, unless Kafka is the measure', async () => {
    const wrong = () =>
      withFault(otherReference(), changesField('Heartbeat', 'errorCode', 25), true);
    const quirks = new Set(loadKitSpec().spec.rules.byId.keys());
    const lenient = await exploring(wrong(), { runs: 30, exact: false, quirks });
    expect(lenient.failures).toEqual([]);
    expect([...lenient.quirks.values()].reduce((sum, runs) => sum + runs, 0)).toBeGreaterThan(0);
    const { failures } = await exploring(wrong(), { exact: true, quirks });
    expect(failures).toHaveLength(1);
  });
});

/** Closes the connection of the first LeaveGroup, and lets nobody connect any more. */
function mortal(): Adapter {
  const right = otherReference();
  let isGone = false;
  return {
    ...announcing(right, { isolated: false }),
    async open(options) {
      if (isGone) throw new ImplementationGoneError('nothing listens any more');
      const session = await right.open(options);
      let fatal: Answer | null = null;
      return {
        ...session,
        async send(request) {
          if (request.api !== 'LeaveGroup') return session.send(request);
          isGone = true;
          fatal = {
            kind: 'connection-closed',
            requestId: request.id,
            at: session.clock.now(),
            reason: 'closed',
          };
        },
        takeAnswers: () => [...session.takeAnswers(), ...(fatal === null ? [] : [fatal])],
      };
    },
  };
}

describe('An implementation that a sequence brings down', () => {
  it('is told what did it, and nothing more is tried', async () => {
    const { failures, gone, runs } = await exploring(mortal(), { maxFailures: 5 });
    expect(failures).toMatchObject([
      {
        divergence: { kind: 'unusable', request: { api: 'LeaveGroup' } },
        token: expect.any(String),
      },
    ]);
    expect(gone).toBe('nothing listens any more');
    expect(runs).toBeLessThan(100);
  });
});

describe('An exploration that is stopped', () => {
  it('gives the rest of the process its turn, so that it hears of it, even where nothing waits', async () => {
    const stop = new AbortController();
    setImmediate(() => stop.abort());
    const stopped = await exploring(otherReference(), { runs: 2_000, signal: stop.signal });
    expect(stopped.interrupted).toBe(true);
    expect(stopped.runs).toBeLessThan(10);
  });

  it('makes no further move', async () => {
    const stop = new AbortController();
    let sent = 0;
    const stopsAtTheFifth = withFault(otherReference(), (session) => ({
      ...session,
      send(request) {
        if (++sent === 5) stop.abort();
        return session.send(request);
      },
    }));
    const options = { runs: 1, steps: 500, signal: stop.signal };
    expect(await exploring(stopsAtTheFifth, options)).toMatchObject({ interrupted: true });
    expect(sent).toBe(5);
  });
});

describe('An exploration that says nothing', () => {
  it('is one in which every request was refused', async () => {
    const heartbeats = new Map([['Heartbeat', { min: 0, max: 4 }]] as const);
    const poor = announcing(otherReference(), { apis: heartbeats, capabilities: new Set() });
    const nothing = await exploring(poor, { runs: 5 });
    expect(nothing.failures).toEqual([]);
    expect(nothing.requests).toBeGreaterThan(0);
    expect(emptiness(nothing)).toBe('every request was refused, so next to nothing is known');
  });

  it('is one that has nothing to ask for', async () => {
    const mute = announcing(otherReference(), { apis: new Map(), capabilities: new Set() });
    expect(emptiness(await exploring(mute, { runs: 2 }))).toBe(
      'no request was made, so nothing is known',
    );
  });

  it('is none where members join', async () => {
    expect(emptiness(await exploring(otherReference(), { runs: 3 }))).toBeNull();
  });

  it('is one that was stopped before its first step', async () => {
    const nothing = await exploring(otherReference(), { signal: AbortSignal.abort() });
    expect(nothing).toMatchObject({ runs: 0, interrupted: true });
    expect(emptiness(nothing)).toBe('no step was made, so nothing is known');
  });
});

function never(): never {
  throw new Error('there is no failure');
}
