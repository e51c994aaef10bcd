import { beforeAll, describe, expect, it } from 'vitest';
import { loadKit } from '../../src/kit.js';
import { ReferenceFailsError } from '../../src/mutants/run-mutants.js';
import { importStryker } from '../../src/mutation/instrument.js';
import { planJobs } from '../../src/mutation/plan.js';
import { type Judged, type Mutation, runMutation } from '../../src/mutation/run-mutation.js';
import { caseFiles } from '../fakes/case-files.js';
import { CASES, UNTRUE_CASE } from '../mutants/small-world.js';
import { MUTATED_FILE, smallMutation } from './small-reference.js';

let mutation: Mutation;
let judged: readonly Judged[];

beforeAll(async () => {
  mutation = await smallMutation();
  judged = await runMutation({ mutation, kit: loadKit(caseFiles(CASES)), jobs: 1 });
}, 60_000);

/** `15: 'NONE' → ""`, as a person names a mutant. */
const shown = ({ mutant }: Judged) =>
  `${mutant.line}: ${mutant.original.replaceAll(/\s+/g, ' ')} → ${mutant.replacement}`;

const those = (kind: Judged['outcome']['kind']) =>
  judged.filter(({ outcome }) => outcome.kind === kind).map(shown);

describe('A generated mutant', () => {
  it('is what Stryker makes of the source, at its place', () => {
    const inLoop = mutation.mutants
      .filter(({ line }) => line === 9)
      .map(({ id: _, ...one }) => one);
    expect(inLoop).toContainEqual({
      file: MUTATED_FILE,
      line: 9,
      column: 22,
      start: expect.any(Number),
      end: expect.any(Number),
      mutator: 'EqualityOperator',
      original: 'left > 0',
      replacement: 'left >= 0',
    });
    for (const { start, end, original, file } of mutation.mutants) {
      expect(mutation.originals.get(file)?.slice(start, end)).toBe(original);
    }
  });

  it('that a case notices is detected by it, at the step that shows it', () => {
    const found = judged.find((one) => shown(one) === "11: group?.state === 'Stable' → true");
    expect(found?.outcome).toEqual({
      kind: 'failed',
      result: 'unknown',
      step: 'step 1: A sends Heartbeat v4',
      summary: 'A: errorCode: expected UNKNOWN_MEMBER_ID, got NONE',
    });
    expect(those('failed')).toContain('12: call.version > 99 → true');
  });

  it('that acts while modules load is felt by every case', () => {
    const found = judged.find((one) => shown(one) === '6: \'UNKNOWN_MEMBER_ID\' → ""');
    expect(found).toMatchObject({ cases: 2, outcome: { kind: 'failed', result: 'unknown' } });
  });

  it('that throws is detected by the exception', () => {
    expect(those('crashed')).toContain('11: group?.state → group.state');
  });

  it('that goes round in circles is detected, without waiting for it', () => {
    expect(those('hung')).toEqual(['9: left-- → left++']);
  });

  it('that changes nothing that cases see survives, also one that none comes by', () => {
    expect(those('survived')).toEqual([
      '9: left > 0 → false',
      '9: left > 0 → left >= 0',
      '9: left > 0 → left <= 0',
      '12: call.version > 99 → false',
      '12: call.version > 99 → call.version >= 99',
      '15: \'NONE\' → ""',
    ]);
    expect(those('unreached')).toEqual([
      expect.stringMatching(/^12: \{ call\.answer\(.*\); \} → \{\}$/),
      expect.stringMatching(/^13: \{ throttleTimeMs: 1, .* \} → \{\}$/),
    ]);
  });
});

describe('Mutants are not judged', () => {
  it('while the reference itself does not pass', async () => {
    const kit = loadKit(caseFiles({ 'untrue.yaml': UNTRUE_CASE }));
    await expect(runMutation({ mutation, kit, jobs: 1 })).rejects.toThrow(ReferenceFailsError);
    await expect(runMutation({ mutation, kit, jobs: 1 })).rejects.toThrow(
      'the reference itself does not pass untrue',
    );
  });

  it('where Stryker is not installed', async () => {
    const missing = () =>
      Promise.reject(Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' }));
    await expect(importStryker(missing)).rejects.toThrow(
      '@stryker-mutator/instrumenter, a development dependency, is not installed: npm ci',
    );
  });
});

describe('The plan', () => {
  it('runs only cases that come by the mutant, those that come by least else first', () => {
    const mutant = { ...(mutation.mutants[0] ?? never()), id: '7' };
    const cases = ['wide', 'narrow', 'elsewhere'].map((id) => ({ id }));
    const byCase = { wide: { '7': 5, '8': 1 }, narrow: { '7': 9 }, elsewhere: { '8': 2 } };
    const plan = (atLoad = {}) => planJobs([mutant], cases, { atLoad, byCase })[0]?.job;
    expect(plan()).toEqual({
      kind: 'judge',
      mutant: '7',
      cases: ['narrow', 'wide'],
      hitLimit: 900,
    });
    expect(plan({ '7': 1 })?.cases).toEqual(['narrow', 'elsewhere', 'wide']);
    expect(planJobs([{ ...mutant, id: '9' }], cases, { atLoad: {}, byCase })[0]?.job).toBeNull();
  });
});

function never(): never {
  throw new Error('the small reference has mutants');
}
