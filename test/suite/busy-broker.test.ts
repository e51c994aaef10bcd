import { describe, expect, it } from 'vitest';
import type { Answer, Configuration, Session } from '../../src/adapter/adapter.js';
import { certify } from '../../src/certify.js';
import { loadKit } from '../../src/kit.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import type { Result } from '../../src/suite/verdict.js';
import { caseFiles } from '../fakes/case-files.js';
import { realTimeReference } from '../fakes/simulated-time.js';
import { type Fault, settlesSlowly, withFault } from '../fakes/wrong-adapters.js';

const kit = loadKit(
  caseFiles({
    'parked.yaml': `title: The first join stays parked for the initial rebalance delay
rules: [EXTEND-01]
steps:
  - A: join
    expect: parked
`,
    'beside.yaml': `title: While a join is parked a stranger is refused
rules: [HB-00]
steps:
  - A: join
    expect: parked
  - advance: initialRebalanceDelay / 2
  - Z: Heartbeat
    with: { memberId: nobody, generationId: 1 }
    expect: UNKNOWN_MEMBER_ID
`,
    'absentee.yaml': `title: A static member that has not rejoined in time belongs to the new generation
rules: [COMPLETE-03]
members:
  A: { groupInstanceId: a, rebalanceTimeout: 3 * sessionTimeout / 4 }
  B: { rebalanceTimeout: 3 * sessionTimeout / 4 }
given: { preparing: [A, B] }
steps:
  - advance: 3 * sessionTimeout / 4
    releases:
      B: { joined: { generation: $generation + 1, leader: B, members: [A, B] } }
`,
    'extended.yaml': `title: A newcomer extends the initial rebalance
rules: [EXTEND-01]
steps:
  - A: join
    expect: parked
  - B: join
    expect: parked
  - advance: initialRebalanceDelay
  - advance: initialRebalanceDelay
    releases:
      A: { joined: { generation: 1, leader: A, members: [A, B] } }
      B: { joined: { generation: 1, leader: A, members: [A, B] } }
`,
    'look.yaml': `title: A new group is there
rules: [DESC-04]
versions: { JoinGroup: 4+ }
steps:
  - A: JoinGroup
    expect: { errorCode: MEMBER_ID_REQUIRED, memberId: $A }
  - Z: DescribeGroups
    expect: { described: { state: Empty, protocolType: '' } }
`,
    'look-in-time.yaml': `title: A join phase is there until it is over
rules: [DESC-04]
versions: { JoinGroup: 4+ }
steps:
  - A: join
    expect: parked
  - advance: initialRebalanceDelay - ε
  - Z: DescribeGroups
    expect: { described: { state: PreparingRebalance, members: { A: {} } } }
`,
  }),
);

async function resultOf(
  id: string,
  fault: Fault,
  really: Configuration = kit.defaults,
): Promise<Result> {
  const cases = kit.cases.filter((own) => own.id === id);
  const adapter = withFault(realTimeReference(kit.defaults, { really }), fault);
  const [result] = (await certify(kit, adapter, { cases })).results;
  if (result === undefined) throw new Error('there is no result');
  return result;
}

/** Answers to heartbeats are kept back so long, in ms. */
const holdsHeartbeats =
  (ms: number): Fault =>
  (session: Session) => {
    const held = new Map<number, number>();
    let kept: Answer[] = [];
    return {
      ...session,
      send(request) {
        if (request.api === 'Heartbeat') held.set(request.id, session.clock.now() + ms);
        return session.send(request);
      },
      takeAnswers() {
        const all = [...kept, ...session.takeAnswers()];
        const isDue = ({ requestId }: Answer) => session.clock.now() >= (held.get(requestId) ?? 0);
        kept = all.filter((answer) => !isDue(answer));
        return all.filter(isDue);
      },
    };
  };

/** The first looks of a session find no group. */
const showsNothingYet =
  (looks: number): Fault =>
  (session: Session) => {
    const asked = new Set<number>();
    let left = looks;
    return {
      ...session,
      send(request) {
        if (request.api === 'DescribeGroups') asked.add(request.id);
        return session.send(request);
      },
      takeAnswers: () =>
        session.takeAnswers().map((answer) => {
          if (answer.kind !== 'response' || !asked.has(answer.requestId) || left-- <= 0)
            return answer;
          const groups = answer.body['groups'] as readonly MessageBody[];
          const dead = { groupState: 'Dead', protocolType: '', protocolData: '', members: [] };
          return {
            ...answer,
            body: { ...answer.body, groups: groups.map((group) => ({ ...group, ...dead })) },
          };
        }),
    };
  };

describe('Of a broker that is busy', () => {
  it('an answer that a deadline of its own step has brought proves nothing', async () => {
    const result = await resultOf('parked', settlesSlowly(4_000));
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
    expect(result.reason).toMatch(/step 1: the step proves nothing: .* too close to a deadline/);
  });

  it('an answer that came late excuses no verdict on what a deadline has brought since', async () => {
    const result = await resultOf('beside', holdsHeartbeats(2_400));
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
    expect(result.reason).toMatch(/step 3: the step proves nothing: .* too close to a deadline/);
  });

  it('a deadline that another should have put off may have come first', async () => {
    // An attempt with times further apart tells.
    expect(await resultOf('absentee', settlesSlowly(1_000))).toMatchObject({ verdict: 'pass' });
  });

  it('an answer before any deadline is a difference', async () => {
    const really = { 'group.initial.rebalance.delay.ms': 100 };
    expect(await resultOf('parked', settlesSlowly(400), really)).toMatchObject({
      verdict: 'fail',
      failure: { line: 4 },
    });
  });

  it('an answer before a deadline that the very step has come to set is a difference', async () => {
    const really = { 'group.initial.rebalance.delay.ms': 1_500 };
    expect(await resultOf('extended', settlesSlowly(10), really)).toMatchObject({
      verdict: 'fail',
      failure: { line: 8 },
    });
  });

  it('what it has answered may come to be seen a moment later', async () => {
    expect(await resultOf('look', showsNothingYet(3))).toMatchObject({
      verdict: 'pass',
      attempts: 1,
    });
  });

  it('what is still not seen after a while is a difference', async () => {
    expect(await resultOf('look', showsNothingYet(1_000))).toMatchObject({
      verdict: 'fail',
      failure: { line: 7 },
    });
  });

  it('looks are not repeated into a deadline, so that the difference stays one', async () => {
    expect(await resultOf('look-in-time', showsNothingYet(1_000))).toMatchObject({
      verdict: 'fail',
      failure: { line: 8 },
    });
  });
});
