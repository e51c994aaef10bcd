import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeToken } from '../../src/explore/token.js';
import { isSameSymptom, symptomOf } from '../../src/explore/write-case/same-difference.js';
import { loadKit } from '../../src/kit.js';
import { promote } from '../../src/promote.js';
import { errorCode } from '../../src/spec/errors.js';
import type { Failure } from '../../src/suite/verdict.js';
import { call } from '../cli/command-line.js';
import { changesField, withFault } from '../fakes/wrong-adapters.js';
import { message } from '../report/results.js';
import { heartbeat, join, otherReference, sequence } from './exploring.js';
import { stable } from './hand-written.js';

const token = encodeToken(sequence(...stable('A'), heartbeat('A', -1)));

const file = () => path(mkdtempSync(path(tmpdir(), 'groupspec-')), 'found.yaml');

describe('groupspec promote', () => {
  it('writes a counterexample down as a case that says where it comes from', async () => {
    const out = file();
    const { code, stdout } = await call('promote', token, '--out', out);
    expect(code).toBe(0);
    expect(stdout).toContain('In Stable a Heartbeat is answered ILLEGAL_GENERATION');
    const text = readFileSync(out, 'utf8');
    expect(text).toContain('# Promoted from a counterexample.');
    expect(text).not.toContain('origin:');
    expect(await call('validate', out)).toMatchObject({ code: 0 });
  });

  it('leaves a file that is there alone unless it is forced', async () => {
    const out = file();
    await call('promote', token, '--out', out);
    const again = await call('promote', token, '--out', out);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain('is there already; use --out or --force');
    expect(await call('promote', token, '--out', out, '--force')).toMatchObject({ code: 0 });
  });

  it('refuses what does not fail on the implementation', async () => {
    const refused = await call('promote', token, '--adapter', 'reference', '--out', file());
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('the case does not fail there');
  });

  it('takes what fails on the implementation, unless a case fails there in the same way', async () => {
    const kit = loadKit();
    const wrong = withFault(
      otherReference(),
      changesField('Heartbeat', 'errorCode', errorCode('UNKNOWN_SERVER_ERROR')),
      true,
    );
    const options = { adapter: wrong, overrides: {}, records: false, force: false };
    const own = sequence(...stable('A'), heartbeat('A', -1));
    const tried = (cases: typeof kit.cases, force = false) =>
      promote(own, { ...options, kit: { ...kit, cases }, force, schemaPath: null });
    const elsewhere = kit.cases.filter(({ id }) => id.startsWith('sync/'));
    const written = await tried(elsewhere);
    expect(written.title).toBe('In Stable a Heartbeat is answered ILLEGAL_GENERATION');
    const sameAgain = [...elsewhere, { ...written.own, id: 'heartbeat/there-before' }];
    await expect(tried(sameAgain)).rejects.toThrow('heartbeat/there-before');
    await expect(tried(sameAgain)).rejects.toThrow('exposes it already');
    expect((await tried(sameAgain, true)).own.data.steps).toEqual(written.own.data.steps);
  });

  it('refuses what cannot be a case, and what is no token', async () => {
    const restarts = Array.from({ length: 10 }, (_none, index) => join(`A${index + 1}`, ''));
    const refused = await call('promote', encodeToken(sequence(...restarts)), '--out', file());
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('the sequence cannot be a case: A starts more than nine');
    const nonsense = await call('promote', 'nonsense');
    expect(nonsense).toMatchObject({ code: 3 });
    expect(nonsense.stderr).toContain('a replay token has the form');
  });
});

describe('Two failures are the same', () => {
  const failure = (differencePath: string, expected: string, actual: string): Failure => ({
    kind: 'differs',
    file: '',
    line: 1,
    at: 1,
    step: '',
    rules: [],
    summary: '',
    differences: [{ path: differencePath, expected, actual }],
    steps: [],
    exchange: [
      message({ request: 1, member: 'A', api: 'Heartbeat' }),
      message({ request: 2, member: 'B', api: 'JoinGroup' }),
    ],
    omitted: 0,
    timers: [],
  });
  const same = (one: Failure, other: Failure) => {
    const [left, right] = [symptomOf(one), symptomOf(other)];
    return left !== null && right !== null && isSameSymptom(left, right);
  };
  const wrongError = failure('A: errorCode', 'ILLEGAL_GENERATION', 'NONE');

  it('when API, field, expectation and answer are, whoever asked', () => {
    expect(same(wrongError, wrongError)).toBe(true);
    const one = failure('B: members[0].metadata', "'A'", "'B'");
    expect(same(one, failure('B: members[1].metadata', "'C'", "'D'"))).toBe(true);
  });

  it('and not when any of them is another', () => {
    expect(same(wrongError, failure('B: errorCode', 'ILLEGAL_GENERATION', 'NONE'))).toBe(false);
    expect(same(wrongError, failure('A: memberId', 'ILLEGAL_GENERATION', 'NONE'))).toBe(false);
    expect(same(wrongError, failure('A: errorCode', 'UNKNOWN_MEMBER_ID', 'NONE'))).toBe(false);
    expect(same(wrongError, failure('A: Heartbeat', 'an answer with NONE', 'no answer'))).toBe(
      false,
    );
  });
});
