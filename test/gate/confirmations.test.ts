import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { confirm, type JudgedRelease } from '../../src/gate/confirm.js';
import {
  CONFIRMATIONS_FILE,
  type Confirmation,
  confirmationsText,
  loadConfirmations,
} from '../../src/gate/confirmations.js';
import { type Owed, owedBy } from '../../src/gate/owed.js';
import { unconfirmed } from '../../src/gate/unconfirmed.js';
import { loadKit } from '../../src/kit.js';
import type { LedgerExcuse } from '../../src/spec/ledger.js';
import { formatProblem, InvalidDataError } from '../../src/spec/problem.js';
import { caseDigest } from '../../src/suite/cases/case-digest.js';
import type { Result, Verdict } from '../../src/suite/verdict.js';
import { caseFiles } from '../fakes/case-files.js';
import { CASES } from '../mutants/small-world.js';

const { cases } = loadKit(caseFiles(CASES));
const [STABLE, UNKNOWN] = ['stable', 'unknown'];

const digestOf = (id: string): string => {
  const own = cases.find((one) => one.id === id);
  if (own === undefined) throw new Error(`there is no case ${id}`);
  return caseDigest(own);
};

const result = (id: string, verdict: Verdict, version = 4): Result => ({
  id: `${id}@Heartbeat.v${version}`,
  case: id,
  title: '',
  rules: [],
  swept: { api: 'Heartbeat', version },
  verdict,
  ...(verdict === 'pass' ? {} : { reason: 'there is a reason' }),
  spentMs: 0,
  durationMs: 0,
  attempts: 1,
});

const judged = (release: string, ...results: readonly Result[]): JudgedRelease => ({
  release,
  report: { results, fault: null, interrupted: false },
});

const excuse = (caseId: string, ...releases: readonly string[]): LedgerExcuse => ({
  caseId,
  releases,
  reason: 'it is a fault of Apache Kafka',
  problem: (message) => ({ file: 'spec/apache-kafka.yaml', line: 9, column: 1, message }),
});

const ofNobody: Owed = () => [];
const ofBoth: Owed = () => ['4.0.2', '4.4.0'];

describe('A case is confirmed', () => {
  it('by each release that passes every expansion of it', () => {
    const { byCase, objections } = confirm(
      cases,
      [
        judged('4.4.0', result(STABLE, 'pass', 3), result(STABLE, 'pass'), result(UNKNOWN, 'pass')),
        judged('4.0.2', result(STABLE, 'pass', 3), result(STABLE, 'skip'), result(UNKNOWN, 'pass')),
      ],
      [],
      ofNobody,
    );
    expect(objections).toEqual([]);
    expect([...byCase]).toEqual([
      [STABLE, { releases: ['4.4.0'], digest: digestOf(STABLE) }],
      [UNKNOWN, { releases: ['4.0.2', '4.4.0'], digest: digestOf(UNKNOWN) }],
    ]);
  });

  it.each<Verdict>(['fail', 'error', 'inconclusive'])(
    'by no run with a verdict of %s',
    (verdict) => {
      const { objections } = confirm(
        cases,
        [
          judged('4.4.0', result(STABLE, 'pass'), result(UNKNOWN, 'pass')),
          judged('4.0.2', result(STABLE, 'pass'), result(UNKNOWN, verdict)),
        ],
        [],
        ofBoth,
      );
      expect(objections).toEqual([
        `Apache Kafka 4.0.2: ${verdict} unknown@Heartbeat.v4: there is a reason`,
      ]);
    },
  );

  it('by no run that is not whole', () => {
    const { report } = judged('4.4.0', result(STABLE, 'pass'), result(UNKNOWN, 'pass'));
    const broken = {
      release: '4.4.0',
      report: { ...report, fault: 'it broke', interrupted: true },
    };
    expect(confirm(cases, [broken], [], ofNobody).objections).toEqual([
      'Apache Kafka 4.4.0: it broke',
      'Apache Kafka 4.4.0: the run was stopped',
    ]);
  });

  it('by somebody, unless the ledger excuses it', () => {
    const skipped = [judged('4.4.0', result(STABLE, 'pass'), result(UNKNOWN, 'skip'))];
    expect(confirm(cases, skipped, [], ofNobody).objections).toEqual([
      'no release passes all of unknown',
    ]);
    expect(confirm(cases, skipped, [excuse(UNKNOWN, '4.4.0')], ofBoth)).toMatchObject({
      objections: [],
    });
  });

  it('by each release that owes it, and not by another that has passed', () => {
    const skipped = [
      judged('4.4.0', result(STABLE, 'pass'), result(UNKNOWN, 'pass')),
      judged('4.0.2', result(STABLE, 'pass'), result(UNKNOWN, 'skip')),
    ];
    const objections = (...rest: [readonly LedgerExcuse[], Owed]) =>
      confirm(cases, skipped, ...rest).objections;
    expect(objections([], ofBoth)).toEqual([
      'Apache Kafka 4.0.2: skip unknown@Heartbeat.v4: there is a reason',
    ]);
    expect(objections([excuse(UNKNOWN, '4.0.2')], ofBoth)).toEqual([]);
    expect(objections([], () => ['4.4.0'])).toEqual([]);
  });

  it('by one release where the ledger excuses another from it', () => {
    const failing = [
      judged('4.4.0', result(STABLE, 'pass'), result(UNKNOWN, 'fail')),
      judged('4.0.2', result(STABLE, 'pass'), result(UNKNOWN, 'pass')),
    ];
    const { byCase, objections } = confirm(cases, failing, [excuse(UNKNOWN, '4.4.0')], ofBoth);
    expect(objections).toEqual([]);
    expect(byCase.get(UNKNOWN)?.releases).toEqual(['4.0.2']);
    const other = confirm(cases, failing, [excuse(UNKNOWN, '4.0.2')], ofBoth);
    expect(other.objections).toEqual([
      'Apache Kafka 4.4.0: fail unknown@Heartbeat.v4: there is a reason',
    ]);
  });
});

describe('The digest of a case', () => {
  const [heartbeat = ''] = Object.values(CASES);
  const digest = (text: string): string => {
    const [own] = loadKit(caseFiles({ 'one.yaml': text })).cases;
    if (own === undefined) throw new Error('there is no case');
    return caseDigest(own);
  };

  it('does not change with what is for people, nor with the layout', () => {
    const same = heartbeat
      .replace(/title: .*/, 'title: The heartbeat of a member is accepted')
      .replace('rules:', 'comment: It is\nrules:')
      .replace('{ A: Heartbeat, expect: NONE }', 'A: Heartbeat\n    # Well.\n    expect: NONE');
    expect(same).not.toBe(heartbeat);
    expect(digest(same)).toBe(digest(heartbeat));
  });

  it.each([
    ['what is expected', 'expect: NONE', 'expect: REBALANCE_IN_PROGRESS'],
    ['the opening', 'stable: [A]', 'completing: [A]'],
    ['its rules, which decide where it is skipped', '[HB-03]', '[HB-03, HB-00]'],
  ])('changes with %s', (_what, from, to) => {
    expect(digest(heartbeat.replace(from, to))).not.toBe(digest(heartbeat));
  });
});

describe('A release owes a case', () => {
  const kit = loadKit();
  const owed = owedBy(kit);
  const releasesFor = (id: string) => {
    const own = kit.cases.find((one) => one.id === id);
    if (own === undefined) throw new Error(`there is no case ${id}`);
    return [...owed(own)].sort();
  };

  it.each([
    ['heartbeat/unknown-group', 'without conditions', ['4.0.2', '4.4.0']],
    ['delete/group-is-judged-on-arrival', 'of its profile alone', ['4.0.2']],
    ['member/broken-metadata-stops-no-join-phase', 'of the other alone', ['4.4.0']],
    ['runtime/heartbeat-does-not-touch-the-log', 'by a rule it has otherwise', ['4.4.0']],
    ['sync/sync-in-stable-renews-the-session', 'of one seen over the wire only', ['3.9.2']],
  ])('%s, %s', (id, _which, releases) => {
    expect(releasesFor(id)).toEqual(releases);
  });

  it('only if it serves a version that the case is about', () => {
    const text = `title: The newest deletion
rules: [DEL-01]
sweep: DeleteGroups
versions: { DeleteGroups: 3+ }
steps:
  - { A: DeleteGroups, expect: { deleted: GROUP_ID_NOT_FOUND } }
`;
    const [own] = loadKit(caseFiles({ 'newest.yaml': text }), false).cases;
    if (own === undefined) throw new Error('there is no case');
    expect(owed(own)).toEqual(['4.4.0']);
  });
});

describe('Unconfirmed', () => {
  const confirmedBy = (...releases: readonly string[]) => ({
    [STABLE]: { releases, digest: digestOf(STABLE) },
    [UNKNOWN]: { releases, digest: digestOf(UNKNOWN) },
  });
  const complaintsOf = (
    owed: Owed,
    confirmed: Readonly<Record<string, Confirmation>>,
    ...excuses: readonly LedgerExcuse[]
  ) => {
    const file = join(
      caseFiles({ 'confirmed.json': confirmationsText(new Map(Object.entries(confirmed))) }),
      'confirmed.json',
    );
    return unconfirmed(cases, loadConfirmations(file), excuses, owed)
      .map(formatProblem)
      .map((line) => line.replace(/^[^ ]*\//, ''));
  };
  const complaints = (
    confirmed: Readonly<Record<string, Confirmation>>,
    ...excuses: readonly LedgerExcuse[]
  ) => complaintsOf(ofBoth, confirmed, ...excuses);

  it('is nothing where each case has been confirmed as it is', () => {
    expect(complaints(confirmedBy('4.0.2', '4.4.0'))).toEqual([]);
  });

  it('is a case that is new', () => {
    const { [UNKNOWN]: _left, ...rest } = confirmedBy('4.0.2', '4.4.0');
    expect(complaints(rest)).toEqual([
      "unknown.yaml:1:1: Apache Kafka 4.0.2 and 4.4.0 have not confirmed case 'unknown': npm run kafka:confirm, or let spec/apache-kafka.yaml excuse it",
    ]);
    expect(complaints(rest, excuse(UNKNOWN, '4.0.2', '4.4.0'))).toEqual([]);
    expect(complaints(rest, excuse(UNKNOWN, '4.0.2'), excuse(UNKNOWN, '4.4.0'))).toEqual([]);
  });

  it('is a case that only another release has confirmed', () => {
    const half = {
      ...confirmedBy('4.0.2', '4.4.0'),
      [UNKNOWN]: { releases: ['4.4.0'], digest: digestOf(UNKNOWN) },
    };
    expect(complaints(half)).toEqual([
      "unknown.yaml:1:1: Apache Kafka 4.0.2 has not confirmed case 'unknown': npm run kafka:confirm, or let spec/apache-kafka.yaml excuse it",
    ]);
    expect(complaints(half, excuse(UNKNOWN, '4.0.2'))).toEqual([]);
  });

  it('is a case that no release owes, unless it is excused', () => {
    const { [UNKNOWN]: _left, ...rest } = confirmedBy('4.4.0');
    const owed: Owed = ({ id }) => (id === STABLE ? ['4.4.0'] : []);
    expect(complaintsOf(owed, rest)).toEqual([
      "unknown.yaml:1:1: Apache Kafka has not confirmed case 'unknown': npm run kafka:confirm, or let spec/apache-kafka.yaml excuse it",
    ]);
    expect(complaintsOf(owed, rest, excuse(UNKNOWN, '4.4.0'))).toEqual([]);
  });

  it('is a case with the word of a release that does not owe it', () => {
    expect(complaintsOf(() => ['4.4.0'], confirmedBy('4.0.2', '4.4.0'))).toEqual([
      "confirmed.json:3:5: case 'stable' is not for Apache Kafka 4.0.2: npm run kafka:confirm",
      "confirmed.json:4:5: case 'unknown' is not for Apache Kafka 4.0.2: npm run kafka:confirm",
    ]);
  });

  it('is a case that has changed, be it excused or not', () => {
    const changed = {
      ...confirmedBy('4.0.2', '4.4.0'),
      [UNKNOWN]: { releases: ['4.0.2', '4.4.0'], digest: digestOf(STABLE) },
    };
    expect(complaints(changed)).toEqual([
      "unknown.yaml:1:1: case 'unknown' has changed since Apache Kafka 4.0.2 and 4.4.0 confirmed it: npm run kafka:confirm",
    ]);
  });

  it('is a confirmation of a case that is gone', () => {
    const more = {
      ...confirmedBy('4.0.2', '4.4.0'),
      gone: { releases: ['4.4.0'], digest: digestOf(STABLE) },
    };
    expect(complaints(more)).toEqual([
      "confirmed.json:3:5: there is no case 'gone' any more: npm run kafka:confirm",
    ]);
  });

  it('is an excuse that nobody needs', () => {
    const owed: Owed = () => ['4.0.2'];
    expect(
      complaintsOf(owed, confirmedBy('4.0.2'), excuse(UNKNOWN, '4.0.2'), excuse('gone', '4.4.0')),
    ).toEqual([
      "apache-kafka.yaml:9:1: Apache Kafka 4.0.2 passes case 'unknown' by now: drop the excuse",
      "apache-kafka.yaml:9:1: there is no case 'gone': drop the excuse",
    ]);
    expect(complaintsOf(owed, confirmedBy('4.0.2'), excuse(UNKNOWN, '4.4.0'))).toEqual([]);
  });
});

describe('Confirmations', () => {
  it('of the kit are written as the kit would write them', () => {
    expect(confirmationsText(loadConfirmations().byCase)).toBe(
      readFileSync(CONFIRMATIONS_FILE(), 'utf8'),
    );
  });

  it('are refused where they say too little', () => {
    const text = '{ "confirmed": { "a": { "releases": [], "digest": "sha256:0" } } }';
    const file = join(caseFiles({ 'confirmed.json': text }), 'confirmed.json');
    expect(() => loadConfirmations(file)).toThrow(InvalidDataError);
    expect(() => loadConfirmations(file)).toThrow(
      "'confirmed.a.releases' must NOT have fewer than 1",
    );
  });

  it('are asked for where there are none', () => {
    const missing = join(caseFiles({}), 'confirmed.json');
    expect(() => loadConfirmations(missing)).toThrow(
      /confirmed\.json:1:1: is not there: npm run kafka:confirm$/,
    );
  });
});
