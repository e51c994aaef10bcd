import { beforeAll, describe, expect, it } from 'vitest';
import { loadKit } from '../../src/kit.js';
import { CheckoutNeededError, importEsbuild } from '../../src/mutants/checkout.js';
import type { Edit, Mutant } from '../../src/mutants/mutant.js';
import { type Judged, ReferenceFailsError, runMutants } from '../../src/mutants/run-mutants.js';
import { InvalidDataError } from '../../src/spec/problem.js';
import { caseFiles } from '../fakes/case-files.js';
import { CASES, HEARTBEAT, UNTRUE_CASE } from './small-world.js';

/** A mutant of the Heartbeat handler that does `statement` before anything else. */
const beginning = (name: string, statement: string, rules = ['HB-03']): Mutant =>
  mutant(name, { find: HEARTBEAT, replace: `${HEARTBEAT}\n${statement}` }, rules);

function mutant(
  name: string,
  { find, replace }: Pick<Edit, 'find' | 'replace'>,
  rules = ['HB-03'],
): Mutant {
  const place = { file: 'mutants/hb.yaml', line: 3, column: 5 };
  return {
    name,
    rules,
    reports: [],
    edits: [{ file: 'handlers/heartbeat.ts', find, replace, place }],
    place,
  };
}

const ANSWER = 'call.answer({ throttleTimeMs: 0, errorCode: errorCode(';

/** An endless case is ended after this long, in ms; the others take no time on a virtual clock. */
const TIME_LIMIT = 1_500;

describe('A mutant that', () => {
  const fates = new Map<string, Judged['fate']>();
  const progress: string[] = [];

  beforeAll(async () => {
    const judged = await runMutants({
      kit: loadKit(caseFiles(CASES)),
      timeLimit: TIME_LIMIT,
      mutants: [
        beginning('hangs', 'for (;;);'),
        beginning('throws', "throw new Error('too bad');"),
        beginning('is_wrong', "return refuse(call, 'JOIN-08', 'FENCED_INSTANCE_ID');"),
        beginning('is_wrong_elsewhere', "return refuse(call, 'HB-03', 'NONE');"),
        beginning('is_no_different', 'if (call.version < 0) return DONE;'),
        beginning('throws_once', "if (call.body.memberId === 'nobody') throw new Error('bad');"),
      ],
      onProgress: (done, total) => progress.push(`${done}/${total}`),
    });
    for (const { mutant: own, fate } of judged) fates.set(own.name, fate);
  }, 30_000);

  it('a case notices is killed by that case, the ones that cite its rules first', () => {
    expect(fates.get('is_wrong')).toEqual({
      kind: 'failed',
      result: 'stable',
      cites: true,
      step: 'step 1: A sends Heartbeat v4',
      summary: 'A: errorCode: expected NONE, got FENCED_INSTANCE_ID',
    });
  });

  it('only a case of other rules notices is killed too, and that is told', () => {
    expect(fates.get('is_wrong_elsewhere')).toMatchObject({
      kind: 'failed',
      result: 'unknown',
      cites: false,
    });
  });

  it('does nothing else survives', () => {
    expect(fates.get('is_no_different')).toEqual({ kind: 'survived' });
  });

  it('never comes back is killed by the hang, and the next one gets a thread of its own', () => {
    expect(fates.get('hangs')).toEqual({
      kind: 'hung',
      case: 'stable',
      reason: 'no end after 1.5 s',
    });
  });

  it('throws is killed by the exception when no case fails', () => {
    expect(fates.get('throws')).toEqual({
      kind: 'crashed',
      result: 'stable',
      reason: expect.stringContaining("the adapter's send() threw Error: too bad"),
    });
    expect(fates.get('throws_once')).toMatchObject({ kind: 'crashed', result: 'unknown' });
  });

  it('is judged shows in the progress', () => {
    expect(progress).toEqual(['1/6', '2/6', '3/6', '4/6', '5/6', '6/6']);
  });
});

describe('Mutants are refused', () => {
  const problemsOf = async (mutants: readonly Mutant[], cases: object = CASES) => {
    try {
      await runMutants({ mutants, kit: loadKit(caseFiles(cases as Record<string, string>)) });
    } catch (error) {
      if (error instanceof InvalidDataError) {
        return error.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
      }
      throw error;
    }
    return [];
  };

  it('all that do not fit, are no program, or change only what nobody runs', async () => {
    expect(
      await problemsOf([
        mutant('is_stale', { find: 'no such text at all', replace: 'x' }),
        beginning('is_no_program', 'if (;'),
        beginning('is_a_comment', '// nothing'),
        beginning('is_fine', 'return DONE;'),
      ]),
    ).toEqual([
      expect.stringMatching(/^mutants\/hb\.yaml:3: mutant 'is_stale': its text is not in /),
      expect.stringMatching(
        /^mutants\/hb\.yaml:3: mutant 'is_no_program': does not compile: reference\/handlers\/heartbeat\.ts:\d+: Unexpected ";"$/,
      ),
      "mutants/hb.yaml:3: mutant 'is_a_comment': changes nothing but comments, types or layout",
    ]);
  });

  it('that name what does not exist', async () => {
    const [problem, ...others] = await problemsOf([
      beginning('is_misspelt', `${ANSWER}reslt) });`),
    ]);
    expect(others).toEqual([]);
    expect(problem).toMatch(
      /^mutants\/hb\.yaml:3: mutant 'is_misspelt': .* threw ReferenceError: reslt is not defined$/,
    );
  });

  it('while the reference itself does not pass', async () => {
    await expect(
      problemsOf([beginning('is_fine', 'return DONE;')], { 'untrue.yaml': UNTRUE_CASE }),
    ).rejects.toThrow(
      new ReferenceFailsError(
        'the reference itself does not pass untrue: make groupspec certify pass first, and dist/ up to date (npm run build)',
      ),
    );
  });

  it('where esbuild is not installed', async () => {
    const missing = () =>
      Promise.reject(Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' }));
    await expect(importEsbuild(missing)).rejects.toThrow(CheckoutNeededError);
    await expect(importEsbuild(missing)).rejects.toThrow(
      'esbuild is not installed; mutants are made of',
    );
  });
});
