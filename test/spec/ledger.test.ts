import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { certify } from '../../src/certify.js';
import { ledgerPage } from '../../src/gate/ledger-page.js';
import { loadKit } from '../../src/kit.js';
import { loadLedger } from '../../src/spec/ledger.js';
import { specPath } from '../../src/spec/package-root.js';
import { InvalidDataError } from '../../src/spec/problem.js';
import { loadSpec } from '../../src/spec/spec.js';
import { caseFiles } from '../fakes/case-files.js';
import { LEDGER_FAULTS, ledgerFaultCases } from '../fakes/ledger-faults.js';

const SPEC = loadSpec();
const TEXT = readFileSync(specPath('apache-kafka.yaml'), 'utf8');

const problemsOf = (from: string, to: string): string => {
  const text = TEXT.replace(from, to);
  expect(text).not.toBe(TEXT);
  const file = join(caseFiles({ 'apache-kafka.yaml': text }), 'apache-kafka.yaml');
  try {
    loadLedger(SPEC, file);
    return '';
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error;
    return error.message.replaceAll(file, 'ledger');
  }
};

/** A fault of which no case can show that an implementation has it. */
const NEVER_ANSWERED = ['spinning-on-zero-timeout'];

describe('The ledger of Apache Kafka', () => {
  const entries = loadLedger(SPEC);
  const faults = entries.filter(({ kind }) => kind === 'fault').map(({ id }) => id);
  const cases = loadKit(ledgerFaultCases()).cases;
  const kit = loadKit();

  it('has a case for each of its faults, to be tried on every release', () => {
    expect([...Object.keys(LEDGER_FAULTS), ...NEVER_ANSWERED].sort()).toEqual([...faults].sort());
    expect(cases.map(({ id }) => id).sort()).toEqual(Object.keys(LEDGER_FAULTS).sort());
    for (const { id, data } of cases) {
      const entry = entries.find((one) => one.id === id);
      expect(entry?.rules).toEqual(expect.arrayContaining([...data.rules]));
    }
  });

  it('tells of faults that the reference does not have', async () => {
    const { verdict, results } = await certify(kit, createReferenceAdapter(kit.defaults), {
      cases,
    });
    expect(results.filter((result) => result.verdict !== 'pass')).toEqual([]);
    expect(verdict).toBe('pass');
  });

  it('tells of no fault that explorations would not recognise', () => {
    const source = readFileSync('src/explore/known-faults.ts', 'utf8');
    for (const id of faults) expect(source).toContain(`'${id}'`);
  });

  it('knows every fault that explorations recognise', () => {
    const ids = entries.map(({ id }) => id);
    const source = readFileSync('src/explore/known-faults.ts', 'utf8');
    const union = /export type KnownFault =([^;]+);/.exec(source)?.[1] ?? '';
    const recognised = [...union.matchAll(/'([^']+)'/g)].map(([, id]) => id);
    expect(recognised.length).toBeGreaterThan(4);
    expect(ids).toEqual(expect.arrayContaining(recognised));
  });

  it.each([
    [
      'a rule that does not exist',
      'rules: [DEL-04, RT-02]',
      'rules: [DEL-44, RT-02]',
      "unknown rule 'DEL-44'; did you mean DEL-04?",
    ],
    [
      'a release that no profile is about',
      'releases: [4.0.2, 4.4.0]',
      'releases: [4.0.2, 4.3.1]',
      'no profile is about release 4.3.1: 3.9.2, 4.0.2, 4.4.0',
    ],
    [
      'an entry that is there already',
      '- id: order-of-removal',
      '- id: order-of-answers',
      "there is an entry 'order-of-answers' above already",
    ],
    [
      'a kind that there is not',
      'kind: drift',
      'kind: draft',
      '\'entries.6.kind\' is "draft"; allowed: fault, drift, quirk, ours',
    ],
    [
      'a report that is not public',
      'reports: [KAFKA-20570]',
      'reports: [A-1]',
      "'entries.7.reports.0' must match pattern",
    ],
  ])('is refused for %s', (_what, from, to, sentence) => {
    expect(problemsOf(from, to)).toContain(sentence);
  });

  it('and its rules have to tell of the same faults', () => {
    expect(problemsOf('- id: group-listed-twice', '- id: group-listed-thrice').split('\n')).toEqual(
      [
        expect.stringMatching(
          /^ledger:\d+:\d+: no rule that it names has a kafkaFault 'group-listed-thrice'$/,
        ),
        expect.stringMatching(
          /^spec\/rules\/list\.yaml:\d+:1: rule LIST-01 has a kafkaFault 'group-listed-twice' that ledger does not tell of$/,
        ),
      ],
    );
  });

  it('points at the line of an excuse', () => {
    const text = `${TEXT}    excused:
      - { case: no/such/case, releases: [4.0.2], reason: it is busy with something else }
`;
    const file = join(caseFiles({ 'apache-kafka.yaml': text }), 'apache-kafka.yaml');
    const [excuse] = loadLedger(SPEC, file).flatMap(({ excused }) => excused);
    expect(excuse?.caseId).toBe('no/such/case');
    expect(excuse?.problem('why')).toMatchObject({
      line: text.split('\n').length - 1,
      message: 'why',
    });
  });
});

describe('The page of the ledger', () => {
  it('tells faults, drifts and freedoms in the words of the rules', () => {
    const page = ledgerPage(loadLedger(SPEC), SPEC);
    const [fault] = SPEC.rules.byId.get('LIST-01')?.kafkaFaults ?? [];
    expect(page).toContain(`**Apache Kafka.** ${fault?.behaviour}`);
    const [drift] = SPEC.rules.byId.get('DEL-04')?.differs ?? [];
    expect(page).toContain(`- DEL-04 in kafka-latest: ${drift?.statement}`);
    expect(page).toContain(`**Free.** ${SPEC.rules.byId.get('MEMBER-09')?.freedom}`);
    // The seed is no release.
    expect(page).not.toContain('in kafka-seed');
  });
});
