import { describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/adapter/adapter.js';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { type CertifyOptions, certify } from '../../src/certify.js';
import { loadKit } from '../../src/kit.js';
import type { Failure } from '../../src/suite/verdict.js';
import { caseFiles } from '../fakes/case-files.js';
import { realTimeReference } from '../fakes/simulated-time.js';
import { type CaseName, smallKit } from '../fakes/small-kit.js';

const { kit, resultOf } = smallKit();

const INITIAL_DELAY = 'group.initial.rebalance.delay.ms';

/** Holds first joins for another time than it says. */
function holdsFirstJoinsFor(ms: number): Adapter {
  const reference = createReferenceAdapter({ ...kit.defaults, [INITIAL_DELAY]: ms });
  const describe = async () => ({ ...(await reference.describe()), configuration: kit.defaults });
  return { ...reference, describe };
}

/** Keeps sessions for less time than a member asks for. */
function forgetsMembersAfter(
  ms: number,
  reference: Adapter = createReferenceAdapter(kit.defaults),
): Adapter {
  return {
    ...reference,
    async open(options) {
      const session = await reference.open(options);
      return {
        ...session,
        send: (request) =>
          session.send(
            request.api === 'JoinGroup'
              ? { ...request, body: { ...request.body, sessionTimeoutMs: ms } }
              : request,
          ),
      };
    },
  };
}

const LONG_CASE = `title: A member that is not there stays so, however often it asks
rules: [HB-00]
steps:
${'  - { A: Heartbeat, with: { memberId: nobody }, expect: UNKNOWN_MEMBER_ID }\n'.repeat(150)}
  - { A: Heartbeat, with: { groupId: ${'x'.repeat(5000)}, memberId: nobody }, expect: UNKNOWN_MEMBER_ID }
  - { A: Heartbeat, with: { memberId: nobody }, expect: NONE }
`;

async function failureOf(adapter: Adapter, name: CaseName, options?: CertifyOptions) {
  const { failure } = await resultOf(adapter, name, options);
  if (failure === undefined) throw new Error(`${name} does not fail`);
  return failure;
}

const shownTimers = ({ timers, steps }: Failure) =>
  timers.map(({ kind, member, set, due, end }) => {
    const what = member === null ? kind : `${kind} of ${member}`;
    const how = end === null ? 'runs still' : `${end.how} at ${end.at} in ${steps[end.step]?.at}`;
    return `${what}: set at ${set.at} in ${steps[set.step]?.at} for ${due}, ${how}`;
  });

describe('A failure tells', () => {
  it('which steps were begun, and when', async () => {
    const { steps } = await failureOf(holdsFirstJoinsFor(5000), 'first-join');
    expect(steps).toEqual([
      { at: 1, kind: 'request', text: 'A joins (JoinGroup v9)', line: 4, began: 0, ended: 0 },
      {
        at: 2,
        kind: 'advance',
        text: 'time passes: initialRebalanceDelay - ε',
        line: 6,
        began: 0,
        ended: 2999,
      },
      { at: 3, kind: 'advance', text: 'time passes: ε', line: 7, began: 2999, ended: 3000 },
    ]);
  });

  it('in which step each message came, and which request an answer belongs to', async () => {
    const { exchange, differences } = await failureOf(forgetsMembersAfter(6000), 'session');
    const shown = exchange.map(
      ({ step, at, direction, request, api, outcome }) =>
        `${step} ${at} ${direction} ${request} ${api}${outcome === undefined ? '' : ` ${outcome}`}`,
    );
    expect(shown).toEqual([
      '0 0 request 1 JoinGroup',
      '0 0 answer 1 JoinGroup MEMBER_ID_REQUIRED',
      '0 0 request 2 JoinGroup',
      '0 3000 answer 2 JoinGroup NONE',
      '1 3000 request 3 SyncGroup',
      '1 3000 answer 3 SyncGroup NONE',
      '2 3000 request 4 Heartbeat',
      '2 3000 answer 4 Heartbeat NONE',
      '4 12999 request 5 Heartbeat',
      '4 12999 answer 5 Heartbeat UNKNOWN_MEMBER_ID',
    ]);
    expect(differences).toMatchObject([{ path: 'A: errorCode', request: 5 }]);
  });

  it('which timers ran, and what became of them', async () => {
    const silent = await failureOf(forgetsMembersAfter(6000), 'session');
    expect(shownTimers(silent)).toEqual([
      'session of A: set at 0 in opening for 300000, stopped at 3000 in opening',
      'join: set at 0 in opening for 3000, due at 3000 in opening',
      'session of A: set at 3000 in 1 for 13000, stopped at 12999 in 3',
    ]);
    const long = await failureOf(holdsFirstJoinsFor(5000), 'first-join');
    expect(shownTimers(long)).toContain('join: set at 0 in 1 for 3000, due at 3000 in 3');
  });

  it('timers from the end of an opening on, however long that took', async () => {
    const slow = forgetsMembersAfter(6000, holdsFirstJoinsFor(5000));
    const failure = await failureOf(slow, 'session');
    expect(shownTimers(failure)).toContain(
      'session of A: set at 6000 in 1 for 16000, stopped at 15999 in 3',
    );
  });

  it('which timer should have come first', async () => {
    const hasty = await failureOf(holdsFirstJoinsFor(0), 'first-join');
    expect(hasty.steps).toHaveLength(1);
    expect(shownTimers(hasty)).toEqual(['join: set at 0 in 1 for 3000, runs still']);
  });

  it('the same on a real clock, by the moments at which the steps really began', async () => {
    const really = { [INITIAL_DELAY]: 9000 };
    const late = realTimeReference({ ...kit.defaults, [INITIAL_DELAY]: 3000 }, { really });
    const failure = await failureOf(late, 'first-join', { maxAttempts: 2 });
    const [, joinTimer] = shownTimers(failure);
    expect(joinTimer).toBe('join: set at 0 in 1 for 3000, due at 3002 in 3');
  });

  it('of many and long messages the latest and their beginnings', async () => {
    const long = loadKit(caseFiles({ 'long.yaml': LONG_CASE }));
    const { results } = await certify(long, createReferenceAdapter(long.defaults));
    const { exchange = [], omitted } = results[0]?.failure ?? {};
    expect({ kept: exchange.length, omitted }).toEqual({ kept: 200, omitted: 104 });
    expect(exchange.slice(-2).map(({ step, direction }) => `${step} ${direction}`)).toEqual([
      '151 request',
      '151 answer',
    ]);
    const longest = Math.max(...exchange.map(({ body }) => body.length));
    expect(longest).toBeGreaterThan(4000);
    expect(longest).toBeLessThan(4100);
  });
});
