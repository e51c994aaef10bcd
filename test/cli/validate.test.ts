import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { caseFiles } from '../fakes/case-files.js';
import { call, type Outcome } from './command-line.js';

const HEAD = 'title: A claim of its own\nrules: [HB-00]\n';
const GOOD = `${HEAD}steps:\n  - A: Heartbeat\n    expect: UNKNOWN_MEMBER_ID\n`;

/** Below each heading a case with one mistake; title and rules take the lines 1 and 2. */
const MISTAKES = `
=== a misspelt field / 3:1: unknown field 'sweeep' in the file; did you mean 'sweep'?
sweeep: Heartbeat
steps: [{ A: Heartbeat, expect: UNKNOWN_MEMBER_ID }]
=== an unknown setting / 3:18: unknown configuration 'group.max.sise'; did you mean group.max.size?
configuration: { group.max.sise: 3 }
steps: [{ A: Heartbeat, expect: UNKNOWN_MEMBER_ID }]
=== an unknown opening / 3:10: unknown opening 'stabel'; known: 
given: { stabel: [A] }
steps: [{ A: Heartbeat, expect: NONE }]
=== an opening with too few members / 3:21: opening 'preparing' takes at least 2 members
given: { preparing: [A] }
steps: [{ A: Heartbeat, expect: NONE }]
=== an unknown member setting / 4:8: unknown field 'groupInstance' in 'members.A'; did you mean 'groupInstanceId'?
members:
  A: { groupInstance: a }
steps: [{ A: Heartbeat, expect: UNKNOWN_MEMBER_ID }]
=== a bad duration of a member that only the opening uses / 4:24: 'ages' in 'ages' is not a duration; known: 
members:
  A: { sessionTimeout: ages }
given: { stable: [A] }
steps: [{ A: Heartbeat, expect: NONE }]
=== a bad duration / 4:5: 'sesionTimeout' in 'sesionTimeout' is not a duration; known: initialRebalanceDelay, sessionTimeout,
steps:
  - advance: sesionTimeout
  - { A: Heartbeat, expect: UNKNOWN_MEMBER_ID }
=== time that goes backwards / 4:5: 'ε - sessionTimeout' is negative; time only goes forward
steps:
  - advance: ε - sessionTimeout
  - { A: Heartbeat, expect: UNKNOWN_MEMBER_ID }
=== an unbound symbol / 4:5: $B is not bound here; bound so far: none
steps:
  - { A: Heartbeat, with: { memberId: $B }, expect: UNKNOWN_MEMBER_ID }
=== a request without an expectation / 5:5: step 2 asserts nothing: say what the request is answered (expect: …) or that it is parked
steps:
  - { A: Heartbeat, expect: UNKNOWN_MEMBER_ID }
  - A: Heartbeat
=== time at the end with nothing parked / 5:5: step 2 asserts nothing: time passes at the end with nothing parked
steps:
  - { A: Heartbeat, expect: UNKNOWN_MEMBER_ID }
  - advance: sessionTimeout
=== an expectation without a request / 4:5: step 1 expects an answer but sends nothing: name a member and its request
steps:
  - expect: NONE
=== two requests in one step / 4:5: step 1 has requests of A and B: write a step for each, or a race
steps:
  - { A: Heartbeat, B: Heartbeat, expect: UNKNOWN_MEMBER_ID }
=== a race of a member with itself / 4:5: A has a request under way already; each one in a race needs a member of its own
steps:
  - race: [{ A: Heartbeat }, { A: Heartbeat }]
    outcomes: [{ A: UNKNOWN_MEMBER_ID }]
=== a race entry without a member / 4:5: step 1 has a race in which an entry is not the request of exactly one member
steps:
  - race: [{ A: Heartbeat }, { with: {} }]
    outcomes: [{ A: UNKNOWN_MEMBER_ID }]
=== a release of what is not parked / 4:5: no request 'B' is parked here; parked: A
steps:
  - { A: Heartbeat, expect: UNKNOWN_MEMBER_ID, releases: { B: NONE } }
=== an unknown request / 4:10: 'steps.0.A' is "HeartBeat"; allowed: join, JoinGroup,
steps:
  - { A: HeartBeat, expect: NONE }
=== an unknown error / 4:5: unknown error 'UNKNOWN_MEMBER'; did you mean UNKNOWN_MEMBER_ID?
steps:
  - { A: Heartbeat, expect: UNKNOWN_MEMBER }
=== an unknown field of a request / 4:5: HeartbeatRequest has no field 'generation'; did you mean 'generationId'? It has: 
steps:
  - { A: Heartbeat, with: { generation: 1 }, expect: UNKNOWN_MEMBER_ID }
=== a field that a swept version lacks / 5:5: HeartbeatRequest has 'groupInstanceId' in versions 3-4 only, not in 0;
sweep: Heartbeat
steps:
  - { A: Heartbeat, with: { groupInstanceId: a }, expect: UNKNOWN_MEMBER_ID }
=== a value that the field cannot hold / 4:5: 'generationId' is 99999999999, which int32 cannot hold (-2147483648 to 2147483647)
steps:
  - { A: Heartbeat, with: { generationId: 99999999999 }, expect: UNKNOWN_MEMBER_ID }
=== null where there is none / 4:5: 'groupId' is null, but version 4 has no null here
steps:
  - { A: Heartbeat, with: { groupId: null }, expect: UNKNOWN_MEMBER_ID }
=== a list that is none / 4:5: 'protocols' is a list
steps:
  - { A: JoinGroup, with: { protocols: range }, expect: parked }
=== no regular expression / 4:5: 'matches' of 'memberId' takes a regular expression, which '(' is not
steps:
  - { A: JoinGroup, expect: { errorCode: MEMBER_ID_REQUIRED, memberId: { matches: '(' } } }
=== versions that never were / 3:24: no version of Heartbeat is in 9+; the kit speaks 0-4
versions: { Heartbeat: 9+ }
steps: [{ A: Heartbeat, expect: UNKNOWN_MEMBER_ID }]
=== a sweep of what is not called / 3:8: the case sweeps JoinGroup but never calls it
sweep: JoinGroup
steps: [{ A: Heartbeat, expect: UNKNOWN_MEMBER_ID }]
=== a step of no version / 5:5: no version that the case runs at is in v9+
sweep: Heartbeat
steps:
  - { A: Heartbeat, expect: UNKNOWN_MEMBER_ID, when: v9+ }
  - { A: Heartbeat, expect: UNKNOWN_MEMBER_ID }
=== a version nobody thought of / 5:5: no expectation for version 2; conditions: v0-1, v3+
sweep: Heartbeat
steps:
  - { A: Heartbeat, expect: { v0-1: UNKNOWN_MEMBER_ID, v3+: UNKNOWN_MEMBER_ID } }
=== no step at all / 3:8: 'steps' must NOT have fewer than 1 items
steps: []
=== ill-formed YAML / 5:1: not valid YAML: 
steps:
  - A: Heartbeat
   expect: NONE
`;

const CASES = [...MISTAKES.matchAll(/^=== (.*) \/ (.*)\n((?:(?!===).*\n)*)/gm)].map(
  ([, mistake = '', problem = '', text = '']) => ({
    mistake,
    problem,
    text: HEAD + text,
    file: `${mistake.replaceAll(/\W+/g, '-')}.yaml`,
  }),
);

describe('groupspec validate names by file, line and column', () => {
  let directory: string;
  let outcome: Outcome;

  beforeAll(async () => {
    directory = caseFiles(Object.fromEntries(CASES.map(({ file, text }) => [file, text])));
    outcome = await call('validate', directory);
  });

  it.each(CASES)('$mistake', ({ file, problem }) => {
    const path = join(directory, file);
    const lines = outcome.stderr.split('\n').filter((line) => line.startsWith(`${path}:`));
    expect(lines.map((line) => line.slice(0, path.length + 1 + problem.length))).toEqual([
      `${path}:${problem}`,
    ]);
  });

  it('and nothing else, counts them, and ends with 3', () => {
    expect(outcome.code).toBe(3);
    expect(outcome.stdout).toBe('');
    const lines = outcome.stderr.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(`${CASES.length} problems`);
    expect(lines).toHaveLength(CASES.length + 1);
  });
});

describe('groupspec validate', () => {
  it('is content with good cases, and counts them', async () => {
    const directory = caseFiles({ 'a.yaml': GOOD, 'deep/down/b.yml': GOOD });
    const { code, stdout, stderr } = await call('validate', directory);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^2 cases and \d+ rules are valid\n$/);
  });

  it('takes single files too', async () => {
    const directory = caseFiles({ 'a.yaml': GOOD, 'b.yaml': HEAD });
    const [good, bad] = [join(directory, 'a.yaml'), join(directory, 'b.yaml')];
    expect((await call('validate', good)).stdout).toMatch(/^1 case and /);
    expect(await call('validate', good, bad)).toMatchObject({
      code: 3,
      stderr: `${bad}:1:1: the file must have required property 'steps'\n1 problem\n`,
    });
  });

  it('names an unknown rule, with the nearest one', async () => {
    const directory = caseFiles({ 'a.yaml': GOOD.replace('[HB-00]', '[HB-00, HB-99]') });
    expect(await call('validate', directory)).toMatchObject({
      code: 3,
      stderr: `${join(directory, 'a.yaml')}:2:16: unknown rule 'HB-99'; did you mean HB-00?\n1 problem\n`,
    });
  });

  it('names the second file of an id', async () => {
    const directory = caseFiles({ 'x/y.yaml': GOOD, 'x/y.yml': GOOD });
    expect(await call('validate', directory)).toMatchObject({
      code: 3,
      stderr: `${join(directory, 'x/y.yml')}:1:1: duplicate case id 'x/y': ${join(directory, 'x/y.yaml')} has it too\n1 problem\n`,
    });
  });

  it('refuses a directory without cases and a path that is not there', async () => {
    const directory = caseFiles({ 'read.me': 'nothing' });
    expect(await call('validate', directory)).toMatchObject({
      code: 3,
      stderr: `${directory}:1:1: holds no case: no .yaml file outside openings/\n1 problem\n`,
    });
    const missing = join(directory, 'missing');
    expect(await call('validate', missing)).toMatchObject({
      code: 3,
      stderr: `groupspec: ${missing}: no such file or directory\n`,
    });
  });

  it.each([
    ['is empty', '', 'the file must be object'],
    ['is a list', '[]', 'the file must be object'],
    ['is binary', '\u0000\u0001\u0002', 'the file must be object'],
    [
      'is too large',
      `# ${'x'.repeat(1024 * 1024)}`,
      'cannot be read: is 1048578 bytes; the limit is',
    ],
  ])('refuses a file that %s', async (_what, text, problem) => {
    const file = join(caseFiles({ 'a.yaml': '' }), 'a.yaml');
    writeFileSync(file, text);
    const { code, stderr } = await call('validate', file);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^[^\n]+\n1 problem\n$/);
    expect(stderr.slice(0, `${file}:1:1: ${problem}`.length)).toBe(`${file}:1:1: ${problem}`);
  });
});
