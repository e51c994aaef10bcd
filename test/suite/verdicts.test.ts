import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/report/report.js';
import { type CaseName, smallKit } from '../fakes/small-kit.js';
import {
  answersInBytesNobodyCanRead,
  answersParkedJoinsAtOnce,
  changesAnswersTo,
  changesField,
  changesRecords,
  dropsAnswersTo,
  dropsAnswersToKnownMembers,
  type Fault,
  firesTimersEarly,
  withFault,
} from '../fakes/wrong-adapters.js';

const { reference, judge, resultOf } = smallKit();

/** Where the fault shows: line, step, rules, and each difference as `path: expected | got`. */
async function failureOf(fault: Fault, name: CaseName) {
  const result = await resultOf(withFault(reference, fault), name);
  expect(result).toMatchObject({ verdict: 'fail', attempts: 1 });
  const { failure } = result;
  return {
    at: `${failure?.line} ${failure?.step} [${failure?.rules.join(' ')}]`,
    differences: failure?.differences.map(
      ({ path, expected, actual }) => `${path}: ${expected} | ${actual}`,
    ),
  };
}

const STEPS = {
  'is parked': '4 step 1: A joins (JoinGroup v9) [EXTEND-01 COMPLETE-06]',
  waits: '6 step 2: time passes: initialRebalanceDelay - ε [EXTEND-01 COMPLETE-06]',
  'is released': '7 step 3: time passes: ε [EXTEND-01 COMPLETE-06]',
  beats: '4 step 1: A sends Heartbeat v4 [HB-00]',
  'is handed an id': '4 step 1: A sends JoinGroup v9 [JOIN-03]',
  'is handed its own id': '6 step 2: B sends JoinGroup v9 [JOIN-03]',
  syncs: '7 step 2: A sends SyncGroup v5 [SYNC-03 RECORD-04]',
  'is written': '11 step 3: look at the records written [SYNC-03 RECORD-04]',
};

const CASE_OF: Readonly<Record<keyof typeof STEPS, CaseName>> = {
  'is parked': 'first-join',
  waits: 'first-join',
  'is released': 'first-join',
  beats: 'heartbeat',
  'is handed an id': 'id',
  'is handed its own id': 'id',
  syncs: 'sync',
  'is written': 'sync',
};

const PARKED = 'A: JoinGroup: no answer: the request is parked';

interface Row {
  readonly claim: string;
  readonly fault: Fault;
  readonly at: keyof typeof STEPS;
  /** The differences in their order; … stands for what a long one goes on with. */
  readonly shown: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    claim: 'answers a parked join at once',
    fault: answersParkedJoinsAtOnce,
    at: 'is parked',
    shown: [`${PARKED} | errorCode: REBALANCE_IN_PROGRESS, …`],
  },
  {
    claim: 'fires a timer 1 ms early',
    fault: firesTimersEarly(1),
    at: 'waits',
    shown: [`${PARKED} | errorCode: NONE, generationId: 1, …`],
  },
  {
    claim: 'does not answer a join when its timer fires',
    fault: dropsAnswersToKnownMembers,
    at: 'is released',
    shown: ['A: JoinGroup: an answer with NONE | no answer'],
  },
  {
    claim: 'drops an answer',
    fault: dropsAnswersTo('Heartbeat'),
    at: 'beats',
    shown: ['A: Heartbeat: an answer with UNKNOWN_MEMBER_ID | no answer'],
  },
  {
    claim: 'gives another error',
    fault: changesField('Heartbeat', 'errorCode', 22),
    at: 'beats',
    shown: ['A: errorCode: UNKNOWN_MEMBER_ID | ILLEGAL_GENERATION'],
  },
  {
    claim: 'gives an error that Kafka does not have',
    fault: changesField('Heartbeat', 'errorCode', 4711),
    at: 'beats',
    shown: ['A: errorCode: UNKNOWN_MEMBER_ID | error 4711'],
  },
  {
    claim: 'says null for empty',
    fault: changesField('JoinGroup', 'leader', null),
    at: 'is handed an id',
    shown: ["A: leader: '' | null"],
  },
  {
    claim: 'says empty for null',
    fault: changesField('JoinGroup', 'protocolName', ''),
    at: 'is handed an id',
    shown: ["A: protocolName: null | ''"],
  },
  {
    claim: 'hands out no id',
    fault: changesField('JoinGroup', 'memberId', ''),
    at: 'is handed an id',
    shown: ["A: memberId: an id for A | ''"],
  },
  {
    claim: 'hands out one id to two members',
    fault: changesField('JoinGroup', 'memberId', 'the-same'),
    at: 'is handed its own id',
    shown: ['B: memberId: a new id for B | the id of A'],
  },
  {
    claim: 'leaves a field out',
    fault: changesAnswersTo('JoinGroup', ({ members: _, ...others }) => others),
    at: 'is handed an id',
    shown: ['A: members: [] | absent'],
  },
  {
    claim: 'adds a field',
    fault: changesField('JoinGroup', 'epoch', 5),
    at: 'is handed an id',
    shown: ['A: epoch: no such field | 5'],
  },
  {
    claim: 'names another leader, who is then told the members',
    fault: changesField('JoinGroup', 'leader', 'somebody'),
    at: 'is released',
    shown: ['A: leader: $A | somebody'],
  },
  {
    claim: 'counts generations from 0',
    fault: changesAnswersTo('JoinGroup', (body) => ({
      ...body,
      generationId: Math.min(0, Number(body['generationId'])),
    })),
    at: 'is released',
    shown: ['A: generationId: 1 | 0'],
  },
  {
    claim: 'hands out other bytes',
    fault: changesField('SyncGroup', 'assignment', new TextEncoder().encode('left ')),
    at: 'syncs',
    shown: ["A: assignment: left | 'left '", "B: assignment: right | 'left '"],
  },
  {
    claim: 'writes a record too many',
    fault: changesRecords((records) => [...records, ...records]),
    at: 'is written',
    shown: ['records: 1 written since the last look | 2: …'],
  },
  {
    claim: 'writes nothing',
    fault: changesRecords(() => []),
    at: 'is written',
    shown: ['records: 1 written since the last look | 0'],
  },
  {
    claim: 'writes a tombstone in place of a group',
    fault: changesRecords((records) =>
      records.map((record) => ({ ...record, valueVersion: null, value: null })),
    ),
    at: 'is written',
    shown: [
      'records[0].valueVersion: 3 | null',
      'records[0].value: { protocolType: consumer, generation: 1 ($generation), …',
    ],
  },
  {
    claim: 'writes another generation',
    fault: changesRecords((records) =>
      records.map((record) => ({ ...record, value: { ...record.value, generation: 7 } })),
    ),
    at: 'is written',
    shown: ['records[0].value.generation: 1 ($generation) | 7'],
  },
  {
    claim: 'answers with bytes that nobody can read',
    fault: answersInBytesNobodyCanRead('Heartbeat'),
    at: 'beats',
    shown: [
      'A: Heartbeat: an answer with UNKNOWN_MEMBER_ID | undecodable: the frame ends too early',
    ],
  },
];

describe('An implementation fails, at the step and the field and with the rules of the case, that', () => {
  it.each(ROWS)('$claim', async ({ fault, at, shown }) => {
    const failure = await failureOf(fault, CASE_OF[at]);
    expect(failure.at).toBe(STEPS[at]);
    const shortened = failure.differences?.map((difference, index) => {
      const end = shown[index]?.indexOf('…') ?? -1;
      return end < 0 ? difference : `${difference.slice(0, end)}…`;
    });
    expect(shortened).toEqual(shown);
  });

  it('refuses what the opening needs: with the rules of the opening', async () => {
    const { at, differences } = await failureOf(changesField('JoinGroup', 'errorCode', 25), 'sync');
    expect(at).toMatch(/^1 opening 'completing': A, B join, .* \[COMPLETE-06\]$/);
    expect(differences).toHaveLength(1);
    expect(differences?.[0]).toMatch(/^A: errorCode: NONE \| errorCode: UNKNOWN_MEMBER_ID/);
  });

  it('never completes the rebalance of the opening', async () => {
    const { at, differences } = await failureOf(dropsAnswersToKnownMembers, 'sync');
    expect(at).toMatch(/^1 opening 'completing'/);
    expect(differences).toEqual([
      'generationId: one generation of A, B | A: no answer, B: no answer',
    ]);
  });
});

it('An adapter without a fault passes every case', async () => {
  const report = await judge(reference, ['first-join', 'heartbeat', 'id', 'sync']);
  expect(report.results.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    'first-join pass',
    'heartbeat pass',
    'id pass',
    'sync pass',
  ]);
  expect(exitCodeOf(report)).toBe(0);
});

it('A case that fails takes nothing from the others', async () => {
  const adapter = withFault(reference, dropsAnswersTo('Heartbeat'));
  const report = await judge(adapter, ['first-join', 'heartbeat', 'sync']);
  expect(report.results.map(({ verdict }) => verdict)).toEqual(['pass', 'fail', 'pass']);
  expect(exitCodeOf(report)).toBe(1);
});
