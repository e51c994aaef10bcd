import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/mutation/generated-mutant.js';
import { prettyMutation } from '../../src/mutation/render.js';
import { type Judged, type Mutation, prepareMutation } from '../../src/mutation/run-mutation.js';
import { scoreOf, unexplained } from '../../src/mutation/score.js';
import { loadSurvivors, matchSurvivors, staleSurvivors } from '../../src/mutation/survivors.js';
import { formatProblem, InvalidDataError } from '../../src/spec/problem.js';
import { caseFiles } from '../fakes/case-files.js';
import { MUTATED_FILE, smallMutation } from './small-reference.js';

let mutation: Mutation;

beforeAll(async () => {
  mutation = await smallMutation();
});

/** A list of survivors, each written in the flow style of YAML, all with one reason. */
const listOf = (...mutants: readonly string[]) => {
  const lines = mutants.map((one) => `      - { file: ${MUTATED_FILE}, ${one} }\n`).join('');
  const text = `survivors:\n  - reason: nothing on a wire shows it\n    mutants:\n${lines}`;
  return join(caseFiles({ 'survivors.yaml': text }), 'survivors.yaml');
};

/** Without the directory of the file. */
const problemsOf = (...mutants: readonly string[]) => {
  try {
    matchSurvivors(loadSurvivors(listOf(...mutants)), mutation);
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error;
    return error.problems.map((one) => formatProblem(one).replace(/^\S*\//, ''));
  }
  return [];
};

const NEVER_ASKED = "original: call.version > 99, replacement: 'false'";

describe('A listed survivor', () => {
  it('is found by its text, whatever its line and layout', () => {
    const listed = matchSurvivors(
      loadSurvivors(listOf('original: "call.version  >\\n  99 ", replacement: "false"')),
      mutation,
    );
    const found = mutation.mutants.filter(({ id }) => listed.has(id));
    expect(found.map(({ line, replacement }) => [line, replacement])).toEqual([[12, 'false']]);
  });

  it('is told from others of the same text by what stands around it', () => {
    expect(problemsOf('original: DONE, replacement: "null"')).toEqual([
      "survivors.yaml:4:50: no mutant of reference/handlers/heartbeat.ts replaces 'DONE' there",
    ]);
    const answers = 'original: "{ throttleTimeMs: 1, errorCode: 0 }", replacement: "{}"';
    expect(problemsOf(`in: "const known", ${answers}`)).toEqual([
      expect.stringMatching(/^survivors\.yaml:4:\d+: no mutant of .* there$/),
    ]);
    expect(
      problemsOf(`in: "call.answer({ throttleTimeMs: 1, errorCode: 0 });", ${answers}`),
    ).toEqual([]);
    expect(problemsOf(`in: call.answer, ${answers}`)).toEqual([
      expect.stringContaining(
        'its text occurs 2 times in reference/handlers/heartbeat.ts, in lines 13, 15;',
      ),
    ]);
  });

  it('must be there, and once', () => {
    expect(problemsOf("original: call.version > 99, replacement: 'null'")).toEqual([
      expect.stringContaining(
        "replaces 'call.version > 99' by 'null' there, only by 'true', 'false', 'call.version >= 99', 'call.version <= 99'",
      ),
    ]);
    expect(problemsOf(NEVER_ASKED, NEVER_ASKED)).toEqual([
      expect.stringMatching(/^survivors\.yaml:5:\d+: is listed above already$/),
    ]);
  });

  it('may be several with one text, by what replaces it', () => {
    const path = listOf("original: call.version > 99, replacement: ['false', call.version >= 99]");
    const listed = matchSurvivors(loadSurvivors(path), mutation);
    const found = mutation.mutants.filter(({ id }) => listed.has(id));
    expect(found.map(({ replacement }) => replacement)).toEqual(['false', 'call.version >= 99']);
  });

  it('must not stand for several', async () => {
    const twice = 'export const both = (one: number) => [one > 1, one > 1];\n';
    const double = await prepareMutation(() => true, new Map([['a.ts', twice]]));
    const path = join(
      caseFiles({
        'survivors.yaml': `survivors:
  - reason: nothing on a wire shows it
    mutants: [{ file: a.ts, original: one > 1, replacement: one >= 1 }]
`,
      }),
      'survivors.yaml',
    );
    expect(() => matchSurvivors(loadSurvivors(path), double)).toThrow(InvalidDataError);
    expect(() => matchSurvivors(loadSurvivors(path), double)).toThrow(
      "2 mutants of reference/a.ts do this, in lines 1, 1; say in what text it is ('in')",
    );
  });

  it('names a file of the reference', () => {
    const path = listOf(NEVER_ASKED);
    const { survivors, unseen } = loadSurvivors(path);
    const strayed = survivors.map((one) => ({ ...one, file: 'handlers/hartbeat.ts' }));
    expect(() => matchSurvivors({ survivors: strayed, unseen }, mutation)).toThrow(
      'there is no file reference/handlers/hartbeat.ts; did you mean handlers/heartbeat.ts?',
    );
  });

  it('has a reason', () => {
    const path = join(
      caseFiles({ 'survivors.yaml': 'survivors:\n  - mutants: []\n' }),
      'survivors.yaml',
    );
    expect(() => loadSurvivors(path)).toThrow("'survivors.0' must have required property 'reason'");
  });

  it('of the kit does', () => {
    expect(loadSurvivors().survivors).toBeInstanceOf(Array);
  });
});

describe('An unseen file', () => {
  it('is one of the reference', () => {
    const text = `unseen: [{ file: handlers/hartbeat.ts, reason: no API tells what it works out }]
survivors: []
`;
    const path = join(caseFiles({ 'survivors.yaml': text }), 'survivors.yaml');
    expect(() => matchSurvivors(loadSurvivors(path), mutation)).toThrow(
      'there is no file reference/handlers/hartbeat.ts; did you mean handlers/heartbeat.ts?',
    );
  });
});

describe('The score', () => {
  const judge = (outcomeOf: (replacement: string) => Outcome): Judged[] =>
    mutation.mutants
      .filter(({ original }) => original === 'call.version > 99')
      .map((mutant) => ({ mutant, cases: 2, outcome: outcomeOf(mutant.replacement) }));
  const FAILED: Outcome = { kind: 'failed', result: 'stable', step: 'step 1', summary: 'differs' };
  const listed = () => matchSurvivors(loadSurvivors(listOf(NEVER_ASKED)), mutation);

  it('counts listed survivors against it, and is told without them as well', () => {
    const judged = judge((to) => (to === 'true' ? FAILED : { kind: 'survived' }));
    expect(scoreOf(judged, listed())).toEqual({
      mutants: 4,
      failed: 1,
      crashed: 0,
      hung: 0,
      survived: 3,
      unreached: 0,
      listed: 1,
      score: 25,
      scoreWithoutListed: 100 / 3,
    });
    expect(unexplained(judged, listed()).map(({ mutant }) => mutant.replacement)).toEqual([
      'call.version >= 99',
      'call.version <= 99',
    ]);
  });

  it('does not hide a listed survivor that is detected by now', () => {
    const stale = staleSurvivors(
      judge(() => FAILED),
      listed(),
    );
    expect(stale.map(({ message }) => message)).toEqual([
      "'false' for it is detected by now, by stable: drop it from the list",
    ]);
  });

  it('is shown by file, with reasons, and with the text of what nobody accounts for', () => {
    const judged = judge((to) => (to === 'call.version >= 99' ? { kind: 'unreached' } : FAILED));
    const [first, ...others] = judged;
    if (first === undefined) throw new Error('there are four');
    const mixed = [first, ...others.map((one) => ({ ...one }))];
    const text = prettyMutation(
      {
        judged: mixed.map((one) =>
          one.mutant.replacement === 'false' ? { ...one, outcome: { kind: 'survived' } } : one,
        ),
        listed: listed(),
        leftAside: [{ file: 'classic/group.ts', reason: 'no API tells what it works out' }],
        least: 90,
        took: 61_000,
      },
      { color: false, verbose: false },
    );
    expect(
      text,
    ).toBe(`file                   mutants  failed  crashed  hung  survived  unreached   score
handlers/heartbeat.ts        4       2        0     0         1          1  50.0 %
all                          4       2        0     0         1          1  50.0 %

listed survivors:
    1  nothing on a wire shows it

left aside: classic/group.ts
  no API tells what it works out

survived reference/handlers/heartbeat.ts:12:7 EqualityOperator, no case comes by it
    - call.version > 99
    + call.version >= 99

✘ score 50.0 %, less than 90 %: 2 of 4 mutants detected; 66.6 % without the 1 listed survivors; 1 survived unlisted; 61.0 s
`);
  });
});
