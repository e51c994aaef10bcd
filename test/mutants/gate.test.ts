import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Confirmation, confirmationsText } from '../../src/gate/confirmations.js';
import { coverRules, owesProof } from '../../src/gate/coverage.js';
import { type Excuse, loadExcuses } from '../../src/gate/excuses.js';
import { type Check, type GateOptions, runGate } from '../../src/gate/gate.js';
import { differingFiles, GENERATORS, type Generator, generate } from '../../src/gate/generators.js';
import { loadKit } from '../../src/kit.js';
import { InvalidDataError } from '../../src/spec/problem.js';
import type { Rule } from '../../src/spec/rule.js';
import { loadRules } from '../../src/spec/rules.js';
import { caseDigest } from '../../src/suite/cases/case-digest.js';
import { caseFiles } from '../fakes/case-files.js';
import { CASES, KILLED, SURVIVOR, UNTRUE_CASE, written } from './small-world.js';

const RULES = loadRules();
const RULE_IDS = new Set(RULES.byId.keys());

/** Excuses all but the two rules that the small world shows. */
function excusing(more = ''): string {
  const others = RULES.rules.filter(owesProof).filter(({ id }) => !/^HB-0[03]$/.test(id));
  const lines = others.map(
    ({ id }) => `  - { rule: ${id}, from: [case, mutant], reason: the small world has no room }\n`,
  );
  return join(caseFiles({ 'gate.yaml': `excused:\n${lines.join('')}${more}` }), 'gate.yaml');
}

/** As if Apache Kafka had passed them; cases that are not valid have nothing to be confirmed. */
function confirming(directory: string): string {
  const confirmed = new Map<string, Confirmation>();
  try {
    for (const own of loadKit(directory).cases) {
      confirmed.set(own.id, { releases: ['4.0.2', '4.4.0'], digest: caseDigest(own) });
    }
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error;
  }
  return join(caseFiles({ 'confirmed.json': confirmationsText(confirmed) }), 'confirmed.json');
}

const small = (options: {
  cases?: Record<string, string>;
  mutants?: string;
  excuses?: string;
  confirmed?: Record<string, string>;
}): GateOptions => ({
  casesDirectory: caseFiles(options.cases ?? CASES),
  confirmationsFile: confirming(caseFiles(options.confirmed ?? options.cases ?? CASES)),
  mutantsDirectory: caseFiles({
    'hb.yaml':
      options.mutants ??
      `mutants:${KILLED}${written('members_are_refused', 'HB-03', "return refuse(call, 'HB-03', 'NONE');")}`,
  }),
  excusesFile: options.excuses ?? excusing(),
});

const failures = (checks: readonly Check[]) =>
  checks
    .filter(({ ok }) => !ok)
    .map(({ what, said, details }) => [`${what}: ${said}`, ...details].join('\n'));

describe('The gate', () => {
  it('is open where all is well, and says how much it looked at', async () => {
    const seen: string[] = [];
    const checks = await runGate({
      ...small({}),
      onCheck: ({ ok, what, said }) => seen.push(`${ok} ${what}: ${said}`),
    });
    expect(failures(checks)).toEqual([]);
    expect(seen.map((line) => line.replaceAll(/\d+\.\d+ s/g, '1 s'))).toEqual([
      `true spec and cases: ${RULES.rules.length} rules and 2 cases are valid`,
      'true generated files: up to date',
      'true reference: passes 2 results in 1 s',
      'true Apache Kafka: has confirmed 2 of 2 cases',
      expect.stringMatching(/^true mutants and excuses: 2 mutants and \d+ excuses are valid$/),
      expect.stringMatching(/^true generated mutants: \d+ of \d+ are listed as survivors$/),
      expect.stringMatching(
        /^true proof: all \d+ observable rules have case and mutant, or an excuse$/,
      ),
      'true mutants: all 2 killed in 1 s',
    ]);
  });

  it('is shut for a surviving mutant, a rule without proof, a stale excuse, a stale file', async () => {
    const excuses = excusing(
      '  - { rule: HB-00, from: [case], reason: nobody could think of one }\n',
    );
    const stale: Generator = {
      what: 'signs',
      files: () => new Map([['no/such/file.txt', 'text']]),
    };
    const checks = await runGate({
      ...small({ mutants: `mutants:${SURVIVOR}`, excuses }),
      generators: [...GENERATORS, stale],
    });
    expect(failures(checks)).toEqual([
      'generated files: 1 file is not up to date; npm run generate\nno/such/file.txt (signs)',
      expect.stringMatching(
        /^proof: of \d+ observable rules 0 have no case, 1 no mutant; 1 stale excuse\nHB-00 has no mutant\n.*gate\.yaml:\d+:\d+: rule 'HB-00' has a case by now: drop the excuse$/,
      ),
      expect.stringMatching(
        /^mutants: 1 of 1 survived\nsurvived nothing_is_wrong \[HB-03\] .*hb\.yaml:2\n {2}reference\/handlers\/heartbeat\.ts\n/,
      ),
    ]);
  });

  it('is shut where the reference does not pass, and mutants then prove nothing', async () => {
    const checks = await runGate(small({ cases: { ...CASES, 'untrue.yaml': UNTRUE_CASE } }));
    expect(failures(checks)).toEqual([
      expect.stringMatching(
        /^reference: does not pass 1 of 3 results in .*; see groupspec certify\nfail untrue: A: errorCode: expected NONE, got UNKNOWN_MEMBER_ID$/,
      ),
      expect.stringMatching(/^mutants: the reference itself does not pass untrue: /),
    ]);
  });

  it('is shut for a case that Apache Kafka has not confirmed', async () => {
    const { 'stable.yaml': only } = CASES;
    const checks = await runGate(small({ confirmed: { 'stable.yaml': only } }));
    expect(failures(checks)).toEqual([
      expect.stringMatching(
        /^Apache Kafka: 1 problem\n.*unknown\.yaml:1:1: Apache Kafka 4\.0\.2 and 4\.4\.0 have not confirmed case 'unknown': npm run kafka:confirm, or let /,
      ),
    ]);
  });

  it('is shut for a ledger and confirmations that cannot be used', async () => {
    const nothing = join(caseFiles({ 'empty.yaml': '{}' }), 'empty.yaml');
    const checks = await runGate({
      ...small({}),
      confirmationsFile: nothing,
      ledgerFile: nothing,
    });
    expect(failures(checks)).toEqual([
      expect.stringMatching(/^Apache Kafka: 2 problems\n.*'entries'.*\n.*'confirmed'/),
    ]);
  });

  it('is shut for cases that are not valid, and looks no further than it can', async () => {
    const checks = await runGate(
      small({ cases: { 'bad.yaml': 'title: Too little to be a case' } }),
    );
    expect(failures(checks)).toEqual([
      expect.stringMatching(/^spec and cases: 2 problems\n.*bad\.yaml:1:1: .*\n.*bad\.yaml:1:1: /),
    ]);
    expect(checks.map(({ what }) => what)).toEqual(['spec and cases', 'generated files']);
  });

  it('is shut for data of which the generated files cannot be made', async () => {
    const problem = { file: 'a.yaml', line: 1, column: 2, message: 'it is no rule' };
    const files = () => {
      throw new InvalidDataError([problem]);
    };
    const generators = [{ what: 'pages', files }];
    expect(failures(await runGate({ ...small({}), generators }))).toEqual([
      'generated files: cannot be made of data that is wrong\na.yaml:1:2: it is no rule',
    ]);
  });

  it('is shut for mutants and excuses that are not valid', async () => {
    const excuses = excusing(
      '  - { rule: HB-93, from: [case], reason: nobody could think of one }\n',
    );
    const checks = await runGate(small({ mutants: 'mutants: []', excuses }));
    expect(failures(checks)).toEqual([
      expect.stringMatching(
        /^mutants and excuses: 2 problems\n.*hb\.yaml:1:\d+: .*\n.*gate\.yaml:\d+:\d+: unknown rule 'HB-93'; did you mean HB-03\?$/,
      ),
    ]);
  });

  it('is shut for a listed survivor that is not there any more', async () => {
    const listed = `survivors:
  - reason: Nothing that an adapter sees would show it.
    mutants: [{ file: handlers/heartbeat.ts, original: "'NO_SUCH_TEXT'", replacement: '""' }]
`;
    const survivorsFile = join(caseFiles({ 'survivors.yaml': listed }), 'survivors.yaml');
    expect(failures(await runGate({ ...small({}), survivorsFile }))).toEqual([
      expect.stringMatching(
        /^generated mutants: 1 problem\n.*survivors\.yaml:3:\d+: no mutant of reference\/handlers\/heartbeat\.ts replaces ''NO_SUCH_TEXT''/,
      ),
    ]);
  });

  it('is shut for a mutant that no longer fits', async () => {
    const mutants = `mutants:${KILLED.replace('Outcome {', 'Outcomes {')}${SURVIVOR}`;
    expect(failures(await runGate(small({ mutants })))).toEqual([
      expect.stringMatching(
        /^mutants: 1 problem\n.*hb\.yaml:5:5: mutant 'nobody_is_known': its text is not in reference\/handlers\/heartbeat\.ts: /,
      ),
    ]);
  });
});

describe('A rule owes proof', () => {
  const rule = (id: string, changes: Partial<Rule> = {}) => {
    const [any] = RULES.rules;
    if (any === undefined) throw new Error('there are no rules');
    return { ...any, id, area: 'classic', observability: ['wire'], ...changes } as Rule;
  };
  const excuse = (id: string, ...from: Excuse['from']): Excuse => ({
    rule: id,
    from,
    reason: 'there is a reason',
    problem: (message) => ({ file: 'spec/gate.yaml', line: 1, column: 1, message }),
  });

  it('where a breach shows on the wire or in records of classic groups', () => {
    expect(owesProof(rule('X-01'))).toBe(true);
    expect(owesProof(rule('X-01', { observability: ['in-process', 'records'] }))).toBe(true);
    expect(owesProof(rule('X-01', { observability: ['in-process'] }))).toBe(false);
    expect(owesProof(rule('X-01', { area: 'offsets' }))).toBe(false);
  });

  it('of both kinds, from which it can be excused one by one, but not for ever', () => {
    const coverage = coverRules({
      rules: ['X-01', 'X-02', 'X-03', 'X-04']
        .map((id) => rule(id))
        .concat(rule('Y-01', { area: 'offsets' })),
      cases: [{ data: { title: '', rules: ['X-01', 'X-02'], steps: [] } }],
      mutants: [{ rules: ['X-01', 'X-04'] }],
      excuses: [excuse('X-02', 'mutant'), excuse('X-04', 'case', 'mutant'), excuse('Y-01', 'case')],
    });
    expect(coverage).toEqual({
      owing: 4,
      without: { case: ['X-03'], mutant: ['X-03'] },
      stale: [
        expect.objectContaining({
          message: "rule 'X-04' has a mutant by now: drop the excuse",
        }),
        expect.objectContaining({ message: "rule 'Y-01' owes nothing: drop the excuse" }),
      ],
    });
  });
});

describe('Excuses', () => {
  it('of the kit are valid', () => {
    expect(loadExcuses(RULE_IDS)).toBeInstanceOf(Array);
  });

  it.each<[string, string, string]>([
    [
      'an unknown rule',
      '{ rule: HB-93, from: [case], reason: nobody could think of one }',
      "unknown rule 'HB-93'; did you mean HB-03?",
    ],
    [
      'a missing reason',
      '{ rule: HB-03, from: [case] }',
      "'excused.0' must have required property 'reason'",
    ],
    [
      'something that no rule owes',
      '{ rule: HB-03, from: [cases], reason: nobody could think of one }',
      '\'excused.0.from.0\' is "cases"; allowed: case, mutant',
    ],
  ])('are refused for %s', (_what, entry, sentence) => {
    const file = join(caseFiles({ 'gate.yaml': `excused:\n  - ${entry}\n` }), 'gate.yaml');
    expect(() => loadExcuses(RULE_IDS, file)).toThrow(InvalidDataError);
    expect(() => loadExcuses(RULE_IDS, file)).toThrow(sentence);
  });

  it('are refused when a rule has two', () => {
    const entry = '  - { rule: HB-03, from: [case], reason: nobody could think of one }\n';
    const file = join(caseFiles({ 'gate.yaml': `excused:\n${entry}${entry}` }), 'gate.yaml');
    expect(() => loadExcuses(RULE_IDS, file)).toThrow(
      `${file}:3:13: rule 'HB-03' is excused above already`,
    );
  });
});

describe('A generator', () => {
  const generator: Generator = {
    what: 'signs',
    directory: 'signs',
    files: () =>
      new Map([
        ['signs/a.txt', 'a'],
        ['signs/deep/b.txt', 'b'],
        ['c.txt', 'c'],
      ]),
  };

  it('names files that are missing, different, or left over in its directory', () => {
    const root = caseFiles({
      'signs/a.txt': 'A',
      'signs/deep/b.txt': 'b',
      'signs/deep/old.txt': 'x',
      'other/old.txt': 'x',
    });
    expect(differingFiles(generator, root)).toEqual(['c.txt', 'signs/a.txt', 'signs/deep/old.txt']);
  });

  it('mends exactly those', () => {
    const root = caseFiles({ 'signs/a.txt': 'A', 'signs/old.txt': 'x' });
    mkdirSync(join(root, 'other'));
    writeFileSync(join(root, 'other', 'kept.txt'), 'x');
    expect(generate(generator, root)).toEqual([
      'c.txt',
      'signs/a.txt',
      'signs/deep/b.txt',
      'signs/old.txt',
    ]);
    expect(differingFiles(generator, root)).toEqual([]);
    expect(generate(generator, root)).toEqual([]);
    expect(readFileSync(join(root, 'other', 'kept.txt'), 'utf8')).toBe('x');
  });
});
