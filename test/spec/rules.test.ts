import { describe, expect, test } from 'vitest';
import { statementsIn } from '../../src/spec/rule.js';
import { loadSpec } from '../../src/spec/spec.js';
import { copyOfSpec, problemsOf } from './spec-directory.js';

describe('the rules of the kit', () => {
  const { rules } = loadSpec();

  test('cover every family of the classic protocol and its offsets', () => {
    expect(rules.families.map(({ family }) => family)).toEqual([
      ...['ADD', 'CHECK', 'CLEAN', 'COMPLETE', 'DEL', 'DESC', 'EXPIRE', 'EXTEND', 'HB', 'JOIN'],
      ...['LEAVE', 'LIST', 'LOAD', 'MAP', 'MAX', 'MEMBER', 'OFF', 'PREP', 'RECORD', 'RT'],
      ...['STATE', 'STATIC', 'SVC', 'SYNC', 'TIMER', 'TYPE', 'UNLOAD', 'UPD', 'WIRE'],
    ]);
  });

  test('are numbered without gaps, so that a rule cannot be lost unnoticed', () => {
    for (const { family, rules: members } of rules.families) {
      const numbers = members
        .map(({ id }) => Number(id.slice(family.length + 1)))
        .filter((number) => !Number.isNaN(number))
        .sort((left, right) => left - right);
      const first = numbers[0] ?? 0;
      expect(numbers, family).toEqual(numbers.map((_, index) => first + index));
    }
  });

  test('give every request handler its decision list', () => {
    const ordered = rules.rules.filter(({ order }) => order.length > 0).map(({ id }) => id);
    expect(ordered).toEqual(
      expect.arrayContaining(['SVC-00', 'JOIN-00', 'SYNC-00', 'HB-00', 'LEAVE-00', 'OFF-00']),
    );
  });

  test('say where they come from and where they are written', () => {
    const rule = rules.byId.get('JOIN-03');
    expect(rule).toMatchObject({
      family: 'JOIN',
      area: 'classic',
      level: 'MUST',
      quirk: false,
      file: 'spec/rules/join.yaml',
      apis: [{ api: 'JoinGroup', versions: { min: 4, max: 32767 } }],
    });
    expect(rule?.sources).toContain('KIP-394');
    expect(rule?.line).toBeGreaterThan(1);
  });

  test('name the freedom of every quirk and of nothing else', () => {
    for (const { id, quirk, freedom } of rules.rules) {
      expect(freedom !== null, id).toBe(quirk);
    }
  });

  test('hold as stated unless the profile differs', () => {
    const rule = rules.byId.get('RECORD-08');
    if (rule === undefined) throw new Error('RECORD-08 is gone');
    expect(statementsIn(rule, 'kafka-4.0')).toEqual([rule.statement]);
    expect(statementsIn(rule, 'kafka-latest')).toHaveLength(2);
  });
});

describe('a damaged rule file', () => {
  test('reports a misspelt field with the right spelling', () => {
    const spec = copyOfSpec();
    const line = spec.edit('rules/add.yaml', '    needs: [clock]', '    need: [clock]');
    expect(problemsOf(spec)).toEqual([
      expect.objectContaining({
        file: 'rules/add.yaml',
        line,
        message: expect.stringMatching(/unknown field 'need'.*did you mean 'needs'/),
      }),
    ]);
  });

  test('reports a bad level with the allowed ones', () => {
    const spec = copyOfSpec();
    const line = spec.edit('rules/upd.yaml', 'level: MUST', 'level: SHALL');
    expect(problemsOf(spec)).toEqual([
      expect.objectContaining({
        file: 'rules/upd.yaml',
        line,
        message: expect.stringMatching(/"SHALL"; allowed: MUST, SHOULD, MAY/),
      }),
    ]);
  });

  test('reports a duplicate id together with its first place', () => {
    const spec = copyOfSpec();
    const line = spec.edit('rules/max.yaml', 'id: MAX-05', 'id: MAX-01');
    expect(problemsOf(spec)).toContainEqual(
      expect.objectContaining({
        file: 'rules/max.yaml',
        line,
        message: expect.stringMatching(/'MAX-01' is already used at .*rules\/max\.yaml:\d+/),
      }),
    );
  });

  test.each([
    ['a number', '(COMPLETE-01)', '(COMPLETE-81)', "unknown rule 'COMPLETE-81'"],
    ['a family', '(STATE-02)', '(STAET-02)', "'STAET-02'; did you mean 'STATE-02'?"],
    ['an error', '(STATE-02)', 'UNKOWN_MEMBER_ID', "did you mean 'UNKNOWN_MEMBER_ID'?"],
  ])('reports %s in prose that does not exist, at the start of the prose', (_, good, bad, hint) => {
    const spec = copyOfSpec();
    const line = spec.edit('rules/check.yaml', 'statement: >-', 'statement: >-');
    spec.edit('rules/check.yaml', good, bad);
    expect(problemsOf(spec)).toEqual([
      expect.objectContaining({
        file: 'rules/check.yaml',
        line,
        message: expect.stringContaining(hint),
      }),
    ]);
  });

  test('takes KIPs, tickets and encodings for no rules', () => {
    const spec = copyOfSpec();
    spec.edit('rules/check.yaml', '(STATE-02)', '(KIP-134, KAFKA-7, UTF-16)');
    expect(problemsOf(spec)).toEqual([]);
  });

  test('reports references of lists and maps: rules, APIs and profiles', () => {
    const spec = copyOfSpec();
    const lines = [
      spec.edit('rules/hb.yaml', 'rules: [HB-03]', 'rules: [HB-33]'),
      spec.edit('rules/hb.yaml', 'apis: { JoinGroup: 4+ }', 'apis: { JoinGrup: 4+ }'),
    ];
    const profileLine = spec.edit(
      'rules/unload.yaml',
      'profile: kafka-seed',
      'profile: kafka-sead',
    );
    expect(problemsOf(spec)).toEqual([
      expect.objectContaining({
        file: 'profiles/kafka-seed.yaml',
        message: "'UNLOAD-01' names no difference for profile 'kafka-seed'",
      }),
      expect.objectContaining({ line: lines[0], message: expect.stringContaining("'HB-33'") }),
      expect.objectContaining({
        line: lines[1],
        message: "unknown api 'JoinGrup'; did you mean 'JoinGroup'?",
      }),
      expect.objectContaining({
        file: 'rules/unload.yaml',
        line: profileLine,
        message: "unknown profile 'kafka-sead'; did you mean 'kafka-seed'?",
      }),
    ]);
  });

  test('reports versions that are no range, and table rows of another width', () => {
    const spec = copyOfSpec();
    const versions = spec.edit(
      'rules/hb.yaml',
      'apis: { JoinGroup: 4+ }',
      'apis: { JoinGroup: 9-4 }',
    );
    const row = spec.edit('rules/max.yaml', "- ['Empty, Dead', always]", '- [Empty, Dead, always]');
    expect(problemsOf(spec)).toEqual([
      expect.objectContaining({ line: versions, message: expect.stringContaining("'9-4'") }),
      expect.objectContaining({ line: row, message: 'the row has 3 cells, the table 2 columns' }),
    ]);
  });

  test('reports a rule of another family, and a family in the wrong file', () => {
    const spec = copyOfSpec();
    const line = spec.edit('rules/add.yaml', 'id: ADD-01', 'id: UPD-02');
    expect(problemsOf(spec)).toContainEqual(
      expect.objectContaining({ line, message: "'UPD-02' is not of family 'ADD'" }),
    );
    const other = copyOfSpec();
    other.edit('rules/upd.yaml', 'family: UPD', 'family: UPDATE');
    expect(problemsOf(other)).toContainEqual(
      expect.objectContaining({
        file: 'rules/upd.yaml',
        line: 2,
        message: "family 'UPDATE' belongs in a file 'update.yaml'",
      }),
    );
  });

  test('reports a quirk that does not say what is free', () => {
    const spec = copyOfSpec();
    spec.edit('rules/check.yaml', '    level: MUST', '    level: MUST\n    quirk: true');
    expect(problemsOf(spec)).toEqual([
      expect.objectContaining({
        file: 'rules/check.yaml',
        message: expect.stringContaining('freedom'),
      }),
    ]);
  });

  test('reports a term that is defined twice', () => {
    const spec = copyOfSpec();
    const line = spec.edit('rules/static.yaml', '- term: static replacement', '- term: parked');
    expect(problemsOf(spec)).toContainEqual(
      expect.objectContaining({ message: "term 'parked' is already defined" }),
    );
    expect(line).toBeGreaterThan(1);
  });

  test('that is no YAML is one problem beside those of other files', () => {
    const spec = copyOfSpec();
    spec.add('rules/add.yaml', 'family: [ADD\n');
    spec.edit('rules/upd.yaml', 'level: MUST', 'level: SHALL');
    expect(problemsOf(spec).map(({ file }) => file)).toEqual(
      expect.arrayContaining(['rules/add.yaml', 'rules/upd.yaml']),
    );
  });
});

test('a spec directory that is not there is a problem, not a crash', () => {
  const spec = copyOfSpec();
  const problems = problemsOf({ ...spec, path: `${spec.path}/nowhere` });
  expect(problems.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringContaining('cannot be listed')]),
  );
});
