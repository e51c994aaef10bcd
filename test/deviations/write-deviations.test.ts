import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgeDeviations } from '../../src/deviations/judge-deviations.js';
import { writeDeviations } from '../../src/deviations/write-deviations.js';
import type { Difference, Failure, Result } from '../../src/suite/verdict.js';
import { failure, result } from '../report/results.js';
import { deviationsOf } from './files.js';

function failed(id: string, differences: readonly Difference[], changes: Partial<Failure> = {}) {
  const [own = '', version] = id.split('@');
  return result('fail', {
    id,
    case: own,
    swept: version === undefined ? null : { api: 'Heartbeat', version: Number(version) },
    failure: failure({ differences, ...changes }),
  });
}

const differs = (path: string, actual: string): Difference => ({ path, expected: 'x', actual });

function unknownIn(text: string, results: readonly Result[]): string[] {
  const cases = results.map((one) => ({
    id: one.case,
    data: { title: '', rules: [], steps: [], sweep: 'Heartbeat' as const },
  }));
  const options = { cases, versionChecks: [], whole: true, today: '2026-01-01' };
  const { known, problems } = judgeDeviations(deviationsOf(text), results, options);
  return [
    ...problems.map(({ message }) => message),
    ...results
      .filter(({ id, verdict }) => verdict === 'fail' && !known.has(id))
      .map(({ id }) => id),
  ];
}

describe('A file made from a run', () => {
  it('has one deviation for a symptom, with versions and cases together', () => {
    const results = [
      ...[0, 1, 2, 4].map((version) =>
        failed(`heartbeat/one@${version}`, [differs('A: errorCode', 'GROUP_ID_NOT_FOUND')]),
      ),
      failed('heartbeat/two@0', [differs('B: errorCode', 'GROUP_ID_NOT_FOUND')], { at: 3 }),
      failed('heartbeat/three@0', [], { kind: 'crashed', at: 'opening' }),
      result('pass', { id: 'heartbeat/four', case: 'heartbeat/four' }),
    ];
    expect(writeDeviations([results], '../schema.json')).toBe(`\
# yaml-language-server: $schema=../schema.json
# Every case below is still run. It has to fail as it says here: one that passes, or fails otherwise,
# makes the run fail. A reason 'not yet looked into' will do for a run, but not for a certificate.
deviations:
  - title: Heartbeat errorCode GROUP_ID_NOT_FOUND
    rules: [HB-00]
    reason: not yet looked into
    fails:
      - actual:
          A errorCode: GROUP_ID_NOT_FOUND
        where:
          heartbeat/one@Heartbeat.v0-2,4: step 1
      - actual:
          B errorCode: GROUP_ID_NOT_FOUND
        where:
          heartbeat/two@Heartbeat.v0: step 3
  - title: crash
    rules: [HB-00]
    reason: not yet looked into
    fails:
      - actual: crash
        where:
          heartbeat/three@Heartbeat.v0: opening
`);
  });

  it('names few rules: those that most of its results cite', () => {
    const of = (id: string, ...rules: string[]) => ({
      ...failed(id, [differs('A: errorCode', 'NONE')], { rules: [] }),
      rules,
    });
    const text = writeDeviations(
      [[of('a', 'HB-00', 'TYPE-04'), of('b', 'HB-01', 'TYPE-04'), of('c', 'JOIN-03')]],
      null,
    );
    expect(text).toContain('rules: [TYPE-04, JOIN-03]\n');
  });

  it('marks what two attempts of a run left undecided, too', () => {
    const runs = [
      [failed('a', [differs('A: errorCode', 'NONE')])],
      [result('inconclusive', { id: 'a', case: 'a' })],
    ];
    expect(writeDeviations(runs, null)).toContain('sometimes: true');
  });

  it('marks what only some of several runs show, and lets each of several answers do', () => {
    const first = [
      failed('a', [differs('A: errorCode', 'NONE')]),
      failed('b', [differs('A: errorCode', 'NONE')]),
    ];
    const second = [
      result('pass', { id: 'a', case: 'a' }),
      failed('b', [differs('A: generationId', '2')]),
    ];
    const text = writeDeviations([first, second], null);
    expect(text).toMatch(/title: Heartbeat errorCode NONE, sometimes\n.*\n.*\n {4}sometimes: true/);
    expect(unknownIn(text, first)).toEqual([]);
    expect(unknownIn(text, second)).toEqual([]);
    expect(unknownIn(writeDeviations([first], null), second)).toEqual([
      'a passes by now',
      'b fails otherwise: A errorCode is as it should be, not NONE; A generationId is 2, too',
      'b',
    ]);
  });

  it('keeps what was said of the failures that are still the same', () => {
    const one = [differs('A: errorCode', 'NONE')];
    const before = deviationsOf(
      `deviations:
  - title: It never refuses
    rules: [TYPE-04]
    reason: It has no errors
    link: https://example.org
    expires: 2027-01-01
    fails: [{ actual: { A errorCode: NONE }, where: { a: step 1, b: step 1, c: step 1 } }]
`,
    ).deviations[0];
    const results = [failed('a', one), failed('b', one), failed('d', one)];
    const text = writeDeviations([results], null, ({ id }) => (id === 'd' ? undefined : before));
    expect(text).toContain(`
  - title: It never refuses
    rules: [TYPE-04]
    reason: It has no errors
    link: https://example.org
    expires: 2027-01-01
    fails:
      - actual:
          A errorCode: NONE
        where:
          a: step 1
          b: step 1
  - title: Heartbeat errorCode NONE
    rules: [HB-00]
    reason: not yet looked into
`);
  });

  it.each([
    ['text', 'NONE'],
    ['null', 'null'],
    ['a truth value', 'true'],
    ['a number', '-1'],
    ['a number that looks like another', '007'],
    ['a number with an exponent', '1e3'],
    ['a large number', '9223372036854775807'],
    ['a decimal', '1.0'],
    ['nothing', ''],
    ['blanks', '  x '],
    ['a symbol', '$A'],
    ['quotes', `'it''s'`],
    ['bytes', 'hex:00ff'],
    ['what YAML reads otherwise', 'no: [x, {y}] # z'],
    ['several lines', 'x\ny'],
    ['a tilde', '~'],
    ['something long', 'many words '.repeat(40)],
  ])('knows the run again where the value is %s', (_what, actual) => {
    const results = [
      failed('a', [differs('A: members[0].metadata', actual), differs('records[1].value', actual)]),
      failed('b', [differs('A: groups', actual), differs('A: groups', `${actual}!`)]),
    ];
    expect(unknownIn(writeDeviations([results], null), results)).toEqual([]);
    const others = [failed('a', [differs('A: members[0].metadata', `${actual}?`)])];
    expect(unknownIn(writeDeviations([results.slice(0, 1)], null), others)).toHaveLength(2);
  });

  it('is as the schema says that editors use', () => {
    const schema = JSON.parse(readFileSync('spec/schemas/deviations.schema.json', 'utf8'));
    expect(schema.$defs.pin.properties.actual.oneOf[0].enum).toEqual([
      'connection closed',
      'crash',
      'late answer',
    ]);
  });
});
