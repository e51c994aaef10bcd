import { describe, expect, test } from 'vitest';
import { loadSpec } from '../../src/spec/spec.js';
import { copyOfSpec, problemsOf } from './spec-directory.js';

const FILE = 'grids/precedence.yaml';

describe('the precedence of request faults', () => {
  const { precedence, rules } = loadSpec();

  test('is known for every API that members use', () => {
    expect(precedence.map(({ api }) => api)).toEqual([
      ...['JoinGroup', 'SyncGroup', 'Heartbeat', 'LeaveGroup'],
    ]);
  });

  test('has an API judged by the decision list of its own rules', () => {
    for (const { api, order } of precedence) {
      expect(rules.byId.get(order)?.order.length, api).toBeGreaterThan(5);
    }
  });
});

/** One edit of the table and what is said of it, at the line of the edit. */
const MISTAKES: readonly {
  readonly mistake: string;
  readonly before: string;
  readonly after: string;
  readonly message: RegExp;
  /** How many lines below the beginning of the edit. */
  readonly below: number;
}[] = [
  {
    mistake: 'a fault listed below one that is noticed later',
    before:
      '      - fault: full-group\n        says: a full group\n        decided: the group does not accept this member id for want of room',
    after:
      '      - fault: full-group\n        says: a full group\n        decided: the group is Empty',
    // What follows now stands too low; its own lines are untouched.
    message: /'wrong-protocol-type' is listed below 'full-group', but JOIN-00 decides it earlier/,
    below: 7,
  },
  {
    mistake: 'an answer that the decision does not give',
    before:
      "says: a stale generation\n        decided: the generation is not the group's\n        rules: [HB-00]\n        in: [stable, preparing, emptied]\n        with: { generationId: $generation - 1 }\n        answer: ILLEGAL_GENERATION",
    after:
      "says: a stale generation\n        decided: the generation is not the group's\n        rules: [HB-00]\n        in: [stable, preparing, emptied]\n        with: { generationId: $generation - 1 }\n        answer: UNKNOWN_MEMBER_ID",
    message: /HB-00 answers ILLEGAL_GENERATION where 'the generation is not the group's'/,
    below: 5,
  },
  {
    mistake: 'a step that no decision list has',
    before: "decided: the protocol name is named and is not the group's",
    after: "decided: the protocol name is not the group's",
    message: /no decision list has the step .* did you mean '.+'/,
    below: 0,
  },
  {
    mistake: 'a fault of an unknown situation',
    before: '        in: [missing, emptied]\n        with: { protocols: [] }',
    after: '        in: [missing, emptyed]\n        with: { protocols: [] }',
    message: /unknown situation 'emptyed'; known: stable, full, missing, emptied/,
    below: 0,
  },
  {
    mistake: 'a fault that nothing can be set against',
    before:
      '        in: [full]\n        members: { A: { groupInstanceId: a } }\n        with: { memberId: nobody, groupInstanceId: a }',
    after:
      '        in: [missing]\n        with: { memberId: nobody, groupId: x, sessionTimeoutMs: 1, protocols: [] }',
    message: /'fenced-stranger' can be set against no other fault/,
    below: -5,
  },
  {
    mistake: 'a chain against the order of its faults',
    before: 'faults: [session-timeout, wrong-protocol-type, fenced-instance, unknown-member]',
    after: 'faults: [wrong-protocol-type, session-timeout, fenced-instance, unknown-member]',
    message: /'wrong-protocol-type' stands before a fault that is noticed earlier/,
    below: 0,
  },
  {
    mistake: 'a chain of faults that no request has',
    before: 'faults: [session-timeout, wrong-protocol-type, fenced-instance, unknown-member]',
    after: 'faults: [session-timeout, no-member-id, unknown-member]',
    message: /no request has all these faults: two of them are in memberId/,
    below: 0,
  },
  {
    mistake: 'a chain in a situation that would hide its faults',
    before:
      'in: completing\n        faults: [unknown-member, stale-generation, wrong-protocol-type]',
    after: 'in: emptied\n        faults: [emptied-group, stale-generation, rebalance]',
    message: /no request has all these faults: 'emptied' is no situation in which all of them/,
    below: 1,
  },
  {
    mistake: 'a chain with an unknown fault',
    before: 'faults: [session-timeout, wrong-protocol-type, fenced-instance, unknown-member]',
    after: 'faults: [session-timeout, wrong-protocol-types, unknown-member]',
    message: /unknown fault 'wrong-protocol-types'; did you mean 'wrong-protocol-type'/,
    below: 0,
  },
  {
    mistake: 'a JoinGroup fault without a word on memberId',
    before: '        answer: GROUP_MAX_SIZE_REACHED\n        memberId: empty\n',
    after: '        answer: GROUP_MAX_SIZE_REACHED\n',
    message: /'full-group' does not say which memberId the answer has/,
    below: -5,
  },
  {
    mistake: 'an unknown rule',
    before: 'rules: [MAX-02, MAX-01]',
    after: 'rules: [MAX-02, MAX-21]',
    message: /unknown rule 'MAX-21'/,
    below: 0,
  },
  {
    mistake: 'an unknown error',
    before: 'answer: GROUP_MAX_SIZE_REACHED',
    after: 'answer: GROUP_MAX_SIZE_EXCEEDED',
    message: /GROUP_MAX_SIZE_/,
    below: 0,
  },
];

describe('a contradictory table', () => {
  test.each(MISTAKES)('is refused at its line: $mistake', (one) => {
    const spec = copyOfSpec();
    const line = spec.edit(FILE, one.before, one.after);
    expect(problemsOf(spec)).toContainEqual({
      file: FILE,
      line: line + one.below,
      column: expect.any(Number),
      message: expect.stringMatching(one.message),
    });
  });

  test('is refused for a name that is listed twice', () => {
    const spec = copyOfSpec();
    const line = spec.edit(FILE, '- fault: no-common-protocol', '- fault: wrong-protocol-type');
    expect(problemsOf(spec)).toContainEqual(
      expect.objectContaining({
        line,
        message: "fault 'wrong-protocol-type' is listed above already",
      }),
    );
  });

  test('is refused when the rules change their order and the table does not', () => {
    const spec = copyOfSpec();
    spec.edit(
      'rules/hb.yaml',
      "      - when: the identity check fails\n        then: UNKNOWN_MEMBER_ID or FENCED_INSTANCE_ID\n        rules: [JOIN-08]\n      - when: the generation is not the group's\n        then: ILLEGAL_GENERATION\n",
      "      - when: the generation is not the group's\n        then: ILLEGAL_GENERATION\n      - when: the identity check fails\n        then: UNKNOWN_MEMBER_ID or FENCED_INSTANCE_ID\n        rules: [JOIN-08]\n",
    );
    expect(problemsOf(spec).map(({ message }) => message)).toEqual([
      "'stale-generation' is listed below 'unknown-instance', but HB-00 decides it earlier",
    ]);
  });
});
