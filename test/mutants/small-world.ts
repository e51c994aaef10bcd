/** A few cases and mutants, so that tests do not hang on the built-in ones. */

export const CASES = {
  'stable.yaml': `title: A heartbeat of a member is accepted
rules: [HB-03]
given: { stable: [A] }
steps:
  - { A: Heartbeat, expect: NONE }
`,
  'unknown.yaml': `title: A heartbeat for a missing group is refused
rules: [HB-00]
steps:
  - { A: Heartbeat, with: { memberId: nobody }, expect: UNKNOWN_MEMBER_ID }
`,
};

export const UNTRUE_CASE = CASES['unknown.yaml'].replace(
  'expect: UNKNOWN_MEMBER_ID',
  'expect: NONE',
);

/** Source of the Heartbeat handler that later edits of the reference hardly change. */
export const HEARTBEAT = 'export function heartbeat(shard: Shard, call: HeartbeatCall): Outcome {';

/** A mutant of the Heartbeat handler that does `statement` before anything else, as YAML. */
export const written = (name: string, rule: string, statement: string): string => `
  - name: ${name}
    rules: [${rule}]
    file: handlers/heartbeat.ts
    find: |
      ${HEARTBEAT}
    replace: |
      ${HEARTBEAT}
        ${statement}
`;

export const KILLED = written(
  'nobody_is_known',
  'HB-00',
  "return refuse(call, 'JOIN-08', 'FENCED_INSTANCE_ID');",
);
export const SURVIVOR = written('nothing_is_wrong', 'HB-03', 'if (call.version < 0) return DONE;');
